// Times every kernel of a GPU and the vendor's kernels on the matrices for which this project has set minimum speeds,
// in a single process and in random order, and reports which minimums are met. Exits with 1 if one is not, with 77 if
// there is no GPU.
//
//     cuda_floors [--machine cuda:0] [--samples 31] [--blocks 64,128,256] [--csv FILE] [--only TEXT] [--kernels ID,ID]
//                 [--matrices "NAME NAME"]
//
// With --samples 0, every kernel is launched once and its result is checked: for compute-sanitizer.

#include "cuda_floors_tools.h"

#include "engine/generators/matrix_source.h"
#include "engine/measure/reference.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <sstream>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

struct Floor {
    const char* matrix;
    const char* kernel;
    const char* vendor;
    double ratio; ///< minimum ratio of the vendor's time to ours
};

constexpr const char* reservoir = "reservoir:grid=30,block=16";
constexpr const char* power_law = "power-law:n=2000000";
constexpr const char* laplace = "laplace3d:n=160";

constexpr Floor floors[] = {
    {reservoir, "csr-vector", "cusparse-csr", 0.8},    {reservoir, "bcsr", "cusparse-bsr", 1.0},
    {reservoir, "coo-segmented", "cusparse-coo", 0.6}, {power_law, "csr-merge", "cusparse-csr", 0.7},
    {power_law, "coo-segmented", "cusparse-coo", 0.6}, {laplace, "ell", "cusparse-sell", 0.9},
    {laplace, "sell", "cusparse-sell", 0.9},           {laplace, "coo-segmented", "cusparse-coo", 0.6},
};

struct Options {
    std::string machine = "cuda:0", csv, only, kernels, matrices;
    int samples = 31;
    std::vector<int> blocks{64, 128, 256};
};

struct Candidate : TimedKernel<BoundSpmv> {
    std::shared_ptr<const HostFormat> format;
};

/// Excludes kernels that would take seconds here, or that are unsuitable for such a matrix.
bool is_worth_timing(const KernelInfo& info, const Options& options) {
    if (!options.kernels.empty()) return is_listed(info.id, options.kernels);
    return (options.samples == 0 || std::strcmp(info.id, "coo-serial") != 0) && info.runs_on != RunsOn::host;
}

class Bench {
public:
    Bench(Machine& machine, const Options& options)
        : machine_(machine), options_(options),
          csv_(options.csv, "matrix,precision,kernel,block,cold_ns,warm_ns,clock_mhz,discarded") {}

    /// Returns whether all results are correct and all minimums for this matrix are met.
    bool run(const std::string& name, const Matrix& matrix, Precision precision) {
        std::vector<Candidate> candidates = bind(matrix.csr, precision);
        if (options_.samples == 0) {
            std::printf("%s, %s: %zu launches checked\n", name.c_str(), to_string(precision), candidates.size());
            return all_right_;
        }
        time_cold_and_warm(machine_, candidates, -3, options_.samples, 20101);
        return print(name, matrix, precision, candidates) && all_right_;
    }

private:
    std::vector<Candidate> bind(const CsrMatrix& a, Precision precision) {
        std::vector<double> x(a.cols);
        std::mt19937_64 random(7);
        for (double& v : x) v = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
        const auto reference = measure::spmv_reference(a, x, precision == Precision::float32);
        std::map<std::string, std::shared_ptr<const HostFormat>> made;
        std::vector<Candidate> list;
        all_right_ = true;
        for (const auto& info : spmv_kernels()) {
            if (!is_worth_timing(info, options_)) continue;
            const bool has_own_blocks = info.runs_on == RunsOn::cuda; // the block size is fixed
            for (const int block : has_own_blocks ? std::vector<int>{options_.blocks.front()} : options_.blocks) try {
                    auto& format = made[info.format];
                    if (format == nullptr) format = make_format(info.format, a, precision);
                    Candidate c;
                    c.info = info;
                    c.block = has_own_blocks ? 0 : block;
                    c.format = format;
                    c.bound = machine_.bind(info.id, format, block);
                    c.bound->set_x(x);
                    c.bound->poison();
                    c.bound->enqueue();
                    c.bound->finish();
                    const auto check = measure::check_spmv(reference, c.bound->y());
                    if (!check.is_right()) {
                        std::printf("WRONG %s block %d: %s\n", info.id, block, check.complaint.c_str());
                        all_right_ = false;
                        continue;
                    }
                    list.push_back(std::move(c));
                } catch (const Error& error) {
                    print_skipped(info.id, error);
                    break;
                }
        }
        return list;
    }

    bool print(const std::string& name, const Matrix& matrix, Precision precision,
               const std::vector<Candidate>& candidates) {
        const std::int64_t nonzeros = matrix.csr.nonzeros();
        const double copy = machine_.copy_bandwidth();
        std::printf("\n%s, %s: %lld rows, %lld nonzeros; copy %.0f GB/s\n", name.c_str(), to_string(precision),
                    static_cast<long long>(matrix.csr.rows), static_cast<long long>(nonzeros), copy * 1e-9);
        std::printf("| kernel | block | cold us | q1..q3 | warm us | GFLOP/s | GB/s | of copy | vendor / ours | floor "
                    "| SM MHz | detail |\n");
        std::printf("| --- | --: | --: | --- | --: | --: | --: | --: | --: | --: | --: | --- |\n");
        bool all_hold = true;
        for (const auto& info : spmv_kernels()) {
            const Candidate* const c = best_of(candidates, info.id);
            if (c == nullptr) continue;
            const double t = c->summary.median;
            const double bytes = static_cast<double>(c->format->footprint.bytes +
                                                     (matrix.csr.rows + matrix.csr.cols) * bytes_of(precision));
            const Candidate* vendor = vendor_of(candidates, *c);
            const double ratio = vendor != nullptr ? vendor->summary.median / t : 0;
            std::string floor_text;
            for (const auto& f : floors)
                if (name == f.matrix && std::strcmp(info.id, f.kernel) == 0) {
                    const bool holds = ratio >= f.ratio;
                    all_hold = all_hold && holds;
                    floor_text = std::to_string(f.ratio).substr(0, 4) + (holds ? " holds" : " MISSED");
                }
            std::printf("| %s | %d | %.2f | %.2f..%.2f | %.2f | %.1f | %.0f | %.1f %% | %.3f | %s | %.0f | %s |\n",
                        info.id, c->block, t * 1e-3, c->summary.q1 * 1e-3, c->summary.q3 * 1e-3,
                        c->warm_summary.median * 1e-3, 2.0 * static_cast<double>(nonzeros) / t, bytes / t,
                        100 * bytes / (t * 1e-9) / copy, ratio, floor_text.c_str(), c->cold.back().clock_mhz,
                        c->bound->detail.c_str());
        }
        for (const auto& c : candidates) {
            std::printf("  %s/%d %.2f", c.info.id, c.block, c.summary.median * 1e-3);
            csv_.add('"' + name + "\"," + to_string(precision) + ',' + c.info.id + ',' + std::to_string(c.block),
                     c.cold, c.warm);
        }
        std::printf("\n");
        std::fflush(stdout);
        return all_hold;
    }

    /// Returns the vendor kernel to compare with: that of the minimums' table if listed, otherwise that of the same
    /// format; for formats that the vendor does not support, its CSR kernel.
    static const Candidate* vendor_of(const std::vector<Candidate>& candidates, const Candidate& ours) {
        for (const auto& f : floors)
            if (std::strcmp(f.kernel, ours.info.id) == 0) return best_of(candidates, f.vendor);
        const std::string format = ours.info.format;
        return best_of(candidates, format == "coo"    ? "cusparse-coo"
                                   : format == "sell" ? "cusparse-sell"
                                   : format == "bcsr" ? "cusparse-bsr"
                                                      : "cusparse-csr");
    }

    Machine& machine_;
    const Options& options_;
    SampleFile csv_;
    bool all_right_ = true;
};

Options options_from(int argc, char** argv) {
    Options options;
    const auto take_blocks = [&](const std::string& value) {
        options.blocks.clear();
        for (const std::string& block : items_of(value)) options.blocks.push_back(std::stoi(block));
    };
    const Option known[] = {
        {"--machine", options.machine}, {"--csv", options.csv},           {"--only", options.only},
        {"--kernels", options.kernels}, {"--matrices", options.matrices}, {"--samples", options.samples},
        {"--blocks", take_blocks},
    };
    read_options(argc, argv, known);
    return options;
}

} // namespace

int main(int argc, char** argv) {
    return exit_code_of([&] {
        const Options options = options_from(argc, argv);
        if (!why_no_cuda().empty()) skip_without_gpu();
        const auto machine = open_and_print(options.machine);
        Bench bench(*machine, options);
        bool all_hold = true;
        std::stringstream names(options.matrices.empty() ? std::string(reservoir) + " " + power_law + " " + laplace
                                                         : options.matrices);
        for (std::string name; names >> name;) {
            if (name.find(options.only) == std::string::npos) continue;
            const Matrix matrix = load_matrix(name);
            for (const Precision precision : {Precision::float64, Precision::float32})
                all_hold = bench.run(name, matrix, precision) && all_hold;
        }
        return all_hold;
    });
}
