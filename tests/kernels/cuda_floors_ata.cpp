// Times every kernel for C = AᵀA on a GPU and the vendor's kernels, in double, for the sizes of the AᵀA report, in a
// single process and in random order; then `tiled` with its options added one by one. Reports which minimum speeds are
// met. Exits with 1 if one is not or if a result is wrong, with 77 if there is no GPU.
//
//     cuda_floors_ata [--machine cuda:0] [--samples 15] [--csv FILE] [--sizes "4500x4500 250x500"] [--kernels ID,ID]
//                     [--ladder 0] [--all 1]
//
// With --samples 0, every kernel is launched twice on small matrices, in both precisions, and its result is checked:
// for compute-sanitizer.

#include "cuda_floors_tools.h"

#include "engine/measure/ata_reference.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sstream>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

constexpr const char* usual_sizes =
    "500x500 1500x1500 2500x2500 4500x4500 8500x8500 12500x12500 250x500 1250x2500 4250x8500";
constexpr const char* further_sizes = " 18500x18500 10250x20500";
constexpr const char* small_sizes = "1x1 7x65 129x130 300x257 700x129 5x2100 17x500";
constexpr const char* ladder[] = {"tiled@none",
                                  "tiled@registers",
                                  "tiled@registers+prefetch",
                                  "tiled@registers+prefetch+padding",
                                  "tiled@registers+prefetch+padding+unroll",
                                  "tiled"};

struct Floor {
    const char* kernel;
    const char* against;
    std::int64_t from_cols;
    double ratio; ///< minimum ratio of the other time to ours
};
constexpr Floor floors[] = {{"tiled", "naive", 2500, 4.0}, {"tensor-core", "cublas-dgemm", 4500, 1.3}};

struct Options {
    std::string machine = "cuda:0", csv, sizes, kernels;
    int samples = 15;
    bool with_ladder = true, all = false;
};

struct Candidate {
    std::string name;
    std::unique_ptr<BoundAta> bound;
    std::vector<measure::Sample> samples;
    measure::Summary summary;
};

struct Case {
    std::string name;
    AtaInput input;
    measure::AtaReference reference;
};

class Bench {
public:
    Bench(Machine& machine, const Options& options)
        : machine_(machine), options_(options), csv_(options.csv, "rows,cols,kernel,cold_ns,clock_mhz,discarded") {}

    /// Returns whether all results are correct and all minimums for this size are met.
    bool run(const std::string& size) {
        Case c = make(size, Precision::float64);
        is_good_ = true;
        std::vector<std::string> names;
        for (const auto& info : kernels_of(Operation::ata))
            if (machine_.runs(info.runs_on)) names.emplace_back(info.id);
        if (options_.with_ladder && (size == "2500x2500" || size == "4500x4500"))
            for (const char* name : ladder)
                if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
        std::vector<Candidate> candidates;
        for (const auto& name : names)
            if (is_wanted(name)) add(c, name, candidates);
        time(candidates);
        print(c, candidates);
        return is_good_;
    }

    /// Launches each kernel twice, and checks that both results are correct and bitwise equal.
    bool check_only(const std::string& size) {
        is_good_ = true;
        for (const Precision precision : {Precision::float64, Precision::float32}) {
            Case c = make(size, precision);
            std::vector<std::string> names;
            for (const auto& info : kernels_of(Operation::ata))
                if (machine_.runs(info.runs_on)) names.emplace_back(info.id);
            for (const char* name : ladder)
                if (std::string(name) != "tiled") names.emplace_back(name);
            std::vector<Candidate> candidates;
            for (const auto& name : names)
                if (is_wanted(name)) add(c, name, candidates);
            for (const auto& candidate : candidates) {
                const auto first = candidate.bound->c();
                launch(*candidate.bound);
                if (std::memcmp(first.data(), candidate.bound->c().data(), first.size() * sizeof(double)) == 0)
                    continue;
                std::printf("WRONG %s at %s: two launches differ in their bits\n", candidate.name.c_str(),
                            size.c_str());
                is_good_ = is_good_ && candidate.name.rfind("cublas", 0) == 0;
            }
            std::printf("%s, %s: %zu kernels launched twice and checked\n", size.c_str(), to_string(precision),
                        candidates.size());
        }
        return is_good_;
    }

private:
    static Case make(const std::string& size, Precision precision) {
        const auto x = size.find('x');
        Case c;
        c.name = size;
        c.input.precision = precision;
        c.input.a = std::make_shared<DenseMatrix>(
            load_dense_matrix("dense:rows=" + size.substr(0, x) + ",cols=" + size.substr(x + 1) + ",seed=7"));
        c.reference = measure::ata_reference(*c.input.a, precision == Precision::float32);
        return c;
    }
    bool is_wanted(const std::string& name) const {
        return options_.kernels.empty() || is_listed(name, options_.kernels);
    }
    static void launch(BoundAta& bound) {
        bound.poison();
        bound.enqueue();
        bound.finish();
    }

    void add(Case& c, const std::string& name, std::vector<Candidate>& candidates) {
        try {
            const AtaKernelName parsed = parse_ata_kernel(name);
            AtaInput input = c.input;
            input.switches = parsed.switches;
            Candidate candidate;
            candidate.name = name;
            candidate.bound = machine_.bind(parsed.kernel, input, 256);
            launch(*candidate.bound);
            const auto check = measure::check_ata(c.reference, candidate.bound->c());
            if (!check.is_right()) {
                std::printf("WRONG %s at %s: %s\n", name.c_str(), c.name.c_str(), check.complaint.c_str());
                is_good_ = false;
                return;
            }
            if (!check.is_symmetric()) {
                std::printf("ASYMMETRIC %s at %s: %s\n", name.c_str(), c.name.c_str(), check.asymmetry.c_str());
                is_good_ = is_good_ && name.rfind("cublas", 0) == 0; // the library does not guarantee reproducibility
            }
            candidates.push_back(std::move(candidate));
        } catch (const Error& error) { print_skipped(name + " at " + c.name, error); }
    }

    void time(std::vector<Candidate>& candidates) {
        std::vector<Candidate*> order;
        for (auto& candidate : candidates) order.push_back(&candidate);
        in_drawn_order(order, -2, options_.samples, 20101, [&](Candidate* candidate, int round) {
            // For a kernel that takes half a second, five samples are enough.
            if (round >= 5 && candidate->samples.back().time_ns > 2e8) return;
            const auto sample = machine_.sample(*candidate->bound, CacheState::cold, 1);
            if (round >= 0) candidate->samples.push_back(sample);
        });
        for (auto& candidate : candidates) candidate.summary = measure::summarize(candidate.samples);
    }

    static double median_of(const std::vector<Candidate>& candidates, const std::string& name) {
        for (const auto& c : candidates)
            if (c.name == name) return c.summary.median;
        return 0;
    }

    void print(const Case& c, const std::vector<Candidate>& candidates) {
        const DenseMatrix& a = *c.input.a;
        std::printf("\nA %lld x %lld, double; %lld entries compared one by one\n", static_cast<long long>(a.rows),
                    static_cast<long long>(a.cols), static_cast<long long>(c.reference.checked_entries()));
        std::printf("| kernel | ms | q1..q3 | TFLOP/s | dgemm / ours | floor | SM MHz | detail |\n");
        std::printf("| --- | --: | --- | --: | --: | --- | --: | --- |\n");
        const double gemm = median_of(candidates, "cublas-dgemm");
        for (const auto& k : candidates) {
            const double t = k.summary.median;
            std::printf("| %s | %.4f | %.4f..%.4f | %.2f | %.3f | %s | %.0f | %s |\n", k.name.c_str(), t * 1e-6,
                        k.summary.q1 * 1e-6, k.summary.q3 * 1e-6, ata_flops(a.rows, a.cols) / t * 1e-3, gemm / t,
                        floor_text(k, candidates, a.cols).c_str(), k.samples.back().clock_mhz, k.bound->detail.c_str());
            csv_.add(std::to_string(a.rows) + ',' + std::to_string(a.cols) + ',' + k.name, k.samples);
        }
        std::fflush(stdout);
    }

    std::string floor_text(const Candidate& k, const std::vector<Candidate>& candidates, std::int64_t cols) {
        for (const auto& f : floors) {
            const double other = median_of(candidates, f.against);
            if (k.name != f.kernel || cols < f.from_cols || other == 0) continue;
            const double ratio = other / k.summary.median;
            if (ratio < f.ratio) is_good_ = false;
            char text[96];
            std::snprintf(text, sizeof text, "%.2f of %s, at least %.1f: %s", ratio, f.against, f.ratio,
                          ratio >= f.ratio ? "holds" : "MISSED");
            return text;
        }
        return {};
    }

    Machine& machine_;
    const Options& options_;
    SampleFile csv_;
    bool is_good_ = true;
};

Options options_from(int argc, char** argv) {
    Options options;
    const auto take_ladder = [&](const std::string& value) { options.with_ladder = value != "0"; };
    const auto take_all = [&](const std::string& value) { options.all = value != "0"; };
    const Option known[] = {
        {"--machine", options.machine},
        {"--csv", options.csv},
        {"--sizes", options.sizes},
        {"--kernels", options.kernels},
        {"--samples", options.samples},
        {"--ladder", take_ladder},
        {"--all", take_all},
    };
    read_options(argc, argv, known);
    if (options.sizes.empty()) options.sizes = options.samples == 0 ? small_sizes : usual_sizes;
    if (options.all) options.sizes += further_sizes;
    return options;
}

} // namespace

int main(int argc, char** argv) {
    return exit_code_of([&] {
        const Options options = options_from(argc, argv);
        const auto machine = open_and_print(options.machine);
        Bench bench(*machine, options);
        bool is_good = true;
        std::stringstream sizes(options.sizes);
        for (std::string size; sizes >> size;)
            is_good = (options.samples == 0 ? bench.check_only(size) : bench.run(size)) && is_good;
        return is_good;
    });
}
