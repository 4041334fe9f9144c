// Times every solver of tridiagonal systems on a GPU, including the vendor's, in a single process and in random order,
// and reports which minimum speeds are met. Exits with 1 if one is not, with 77 if there is no GPU.
//
//     cuda_floors_tridiagonal [--machine cuda:0] [--samples 31] [--blocks 128,256] [--csv FILE] [--kernels ID,ID]
//                             [--sizes 5000000,50000000] [--precisions double,float] [--kind 20] [--accuracy 1]
//
// With --samples 0, every solver is launched once on small systems, and its result is checked: for compute-sanitizer.
// With --accuracy 1, prints the residuals of all solvers for twenty kinds of matrices and the differences between
// solvers, without timing.

#include "cuda_floors_tools.h"

#include "engine/measure/tridiagonal_residual.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

constexpr double least_speedup = 2;     ///< of `partition` relative to the better vendor solver, in double
constexpr double most_over_bytes = 1.5; ///< of `pcr`, relative to moving its bytes, in double, n = 5e6
constexpr std::int64_t pcr_floor_n = 5'000'000;

struct Options {
    std::string machine = "cuda:0", csv, kernels;
    std::vector<std::string> sizes{"5000000", "50000000"}, blocks{"128", "256"}, precisions{"double", "float"};
    int samples = 31, kind = 20;
    bool accuracy = false;
};

Options options_from(int argc, char** argv) {
    Options options;
    const auto take_accuracy = [&](const std::string& value) { options.accuracy = value == "1"; };
    const Option known[] = {
        {"--machine", options.machine},       {"--csv", options.csv},
        {"--kernels", options.kernels},       {"--sizes", options.sizes},
        {"--precisions", options.precisions}, {"--blocks", options.blocks},
        {"--samples", options.samples},       {"--kind", options.kind},
        {"--accuracy", take_accuracy},
    };
    read_options(argc, argv, known);
    return options;
}

std::shared_ptr<const TridiagonalSystem> system_of(std::int64_t n, int kind) {
    return std::make_shared<const TridiagonalSystem>(
        load_tridiagonal_system("tridiagonal:n=" + std::to_string(n) + ",kind=" + std::to_string(kind)));
}

/// Returns the solvers that the machine supports; solvers with a single thread take seconds for millions of rows.
std::vector<KernelInfo> solvers(const Machine& machine, const Options& options, bool with_slow) {
    std::vector<KernelInfo> chosen;
    for (const auto& info : kernels_of(Operation::tridiagonal)) {
        const std::string id = info.id;
        const bool is_wanted =
            options.kernels.empty() ? with_slow || id != "thomas-gpu" : is_listed(id, options.kernels);
        if (is_wanted && machine.runs(info.runs_on)) chosen.push_back(info);
    }
    return chosen;
}

struct Candidate : TimedKernel<BoundTridiagonal> {
    double residual = 0;
};

class Bench {
public:
    Bench(Machine& machine, const Options& options)
        : machine_(machine), options_(options),
          csv_(options.csv, "n,precision,kernel,block,cold_ns,warm_ns,clock_mhz,discarded") {}

    /// Returns whether all results are correct and all minimums for this size are met.
    bool run(std::int64_t n, Precision precision) {
        all_right_ = true;
        std::vector<Candidate> candidates = bind(n, precision);
        if (options_.samples == 0) {
            std::printf("n %lld, %s: %zu launches checked\n", static_cast<long long>(n), to_string(precision),
                        candidates.size());
            return all_right_;
        }
        time_cold_and_warm(machine_, candidates, -2, options_.samples, 20111);
        return print(n, precision, candidates) && all_right_;
    }

private:
    std::vector<Candidate> bind(std::int64_t n, Precision precision) {
        const auto system = system_of(n, options_.kind);
        const bool single = precision == Precision::float32;
        std::vector<Candidate> list;
        for (const auto& info : solvers(machine_, options_, options_.samples == 0))
            for (const auto& block : info.takes_block ? options_.blocks : std::vector<std::string>{"128"}) try {
                    Candidate c;
                    c.info = info;
                    c.block = std::stoi(block);
                    c.bound = machine_.bind(info.id, TridiagonalInput{system, precision, 0}, c.block);
                    c.bound->poison();
                    c.bound->enqueue();
                    c.bound->finish();
                    const auto check = measure::check_tridiagonal(*system, c.bound->x(), single);
                    c.residual = check.relative_residual;
                    if (!(c.residual <= (single ? 1e-5 : 1e-13)) || c.bound->zero_pivot()) {
                        std::printf("WRONG %s block %d, n %lld: residual %.2e. %s\n", info.id, c.block,
                                    static_cast<long long>(n), c.residual, check.complaint.c_str());
                        all_right_ = false;
                        continue;
                    }
                    list.push_back(std::move(c));
                } catch (const Error& error) {
                    print_skipped(info.id, error);
                    break;
                }
        return list;
    }

    bool print(std::int64_t n, Precision precision, const std::vector<Candidate>& candidates) {
        const double copy = machine_.copy_bandwidth();
        std::printf("\nn = %lld, kind %d, %s; copy %.0f GB/s; the copy of d to x is part of cuSPARSE's time\n",
                    static_cast<long long>(n), options_.kind, to_string(precision), copy * 1e-9);
        std::printf("| kernel | block | cold us | q1..q3 | warm us | bytes/n | GB/s | of copy | vendor / ours | "
                    "residual | floor |\n");
        std::printf("| --- | --: | --: | --- | --: | --: | --: | --: | --: | --: | --- |\n");
        const Candidate *vendor = best_of(candidates, "cusparse-gtsv2"),
                        *other_vendor = best_of(candidates, "cusparse-gtsv2-nopivot");
        if (vendor == nullptr || (other_vendor != nullptr && other_vendor->summary.median < vendor->summary.median))
            vendor = other_vendor;
        bool all_hold = true;
        for (const auto& info : kernels_of(Operation::tridiagonal)) {
            const Candidate* const c = best_of(candidates, info.id);
            if (c == nullptr) continue;
            const double t = c->summary.median, bytes = tridiagonal_cost(info.id, n, precision).bytes;
            const double over_vendor = vendor != nullptr ? vendor->summary.median / t : 0;
            const double over_bytes = t * 1e-9 * copy / bytes;
            std::string floor;
            const auto judge = [&](bool holds, const std::string& text) {
                floor = text + (holds ? " holds" : " MISSED");
                all_hold = all_hold && holds;
            };
            const std::string id = info.id;
            if (precision == Precision::float64 && id == "partition" && vendor != nullptr)
                judge(over_vendor >= least_speedup, ">= 2 x the vendor's");
            if (precision == Precision::float64 && id == "pcr" && n == pcr_floor_n)
                judge(over_bytes <= most_over_bytes, "<= 1.5 x its bytes");
            std::printf("| %s | %d | %.2f | %.2f..%.2f | %.2f | %.1f | %.0f | %.1f %% | %.2f | %.1e | %s |\n", info.id,
                        c->block, t * 1e-3, c->summary.q1 * 1e-3, c->summary.q3 * 1e-3, c->warm_summary.median * 1e-3,
                        bytes / static_cast<double>(n), bytes / t, 100 / over_bytes, over_vendor, c->residual,
                        floor.c_str());
        }
        for (const auto& c : candidates)
            csv_.add(std::to_string(n) + ',' + to_string(precision) + ',' + c.info.id + ',' + std::to_string(c.block),
                     c.cold, c.warm);
        std::fflush(stdout);
        return all_hold;
    }

    Machine& machine_;
    const Options& options_;
    SampleFile csv_;
    bool all_right_ = true;
};

struct Solved {
    std::vector<double> x;
    std::string figure; ///< the residual, or why there is none
    double residual = 0;
};

Solved solve(Machine& machine, const KernelInfo& info, const std::shared_ptr<const TridiagonalSystem>& system,
             Precision precision) {
    Solved solved;
    try {
        const auto bound = machine.bind(info.id, TridiagonalInput{system, precision, 0}, 128);
        bound->poison();
        bound->enqueue();
        bound->finish();
        solved.x = bound->x();
        const auto check = measure::check_tridiagonal(*system, solved.x, precision == Precision::float32);
        solved.residual = check.relative_residual;
        char text[40];
        std::snprintf(text, sizeof text, "%.1e", solved.residual);
        solved.figure = bound->zero_pivot() ? "pivot 0" : check.is_finite() ? text : "not finite";
    } catch (const Error& error) {
        if (error.code() == "device.fault") throw;
        solved.figure = error.code();
        solved.residual = INFINITY;
    }
    return solved;
}

/// Prints ||d - A x|| / ||d|| of every solver for twenty kinds of matrices, with LAPACK first. Returns whether that of
/// `partition` is at most 10 times that of LAPACK.
bool print_kinds(Machine& machine, const Options& options, Precision precision) {
    const auto host = open_machine("cpu");
    const KernelInfo* const lapack = find_kernel(Operation::tridiagonal, "lapack-dgtsv");
    const auto all = solvers(machine, options, true);
    std::printf("\n||d - A x|| / ||d|| at n = 512, %s\n| kind |", to_string(precision));
    if (lapack != nullptr) std::printf(" LAPACK |");
    for (const auto& info : all) std::printf(" %s |", info.id);
    std::printf("\n");
    bool all_hold = true;
    for (const auto& kind : tridiagonal_kinds()) {
        const auto system = system_of(512, kind.number);
        std::printf("| %d %s |", kind.number, kind.name);
        double reference = INFINITY;
        if (lapack != nullptr) {
            const Solved solved = solve(*host, *lapack, system, precision);
            reference = solved.residual;
            std::printf(" %s |", solved.figure.c_str());
        }
        for (const auto& info : all) {
            const Solved solved = solve(machine, info, system, precision);
            const bool is_held = std::string(info.id) == "partition" && precision == Precision::float64;
            const bool holds = !is_held || !std::isfinite(reference) || solved.residual <= 10 * reference;
            all_hold = all_hold && holds;
            std::printf(" %s%s |", solved.figure.c_str(), holds ? "" : " MISSED");
        }
        std::printf("\n");
    }
    return all_hold;
}

/// Prints the table of cerny2011 in both precisions: how much the results of the methods differ, as sums of |x - y|.
void print_differences(Machine& machine, Precision precision) {
    static constexpr const char* methods[] = {"thomas-gpu", "cr", "pcr", "partition"};
    std::printf("\nsum of |x_i - y_i| on the second difference -1, 2, -1, %s\n| n |", to_string(precision));
    for (std::size_t i = 0; i < std::size(methods); ++i)
        for (std::size_t j = i + 1; j < std::size(methods); ++j) std::printf(" %s - %s |", methods[i], methods[j]);
    std::printf("\n");
    for (const std::int64_t n : {100, 1000, 10000, 100000, 1000000}) {
        const auto system = system_of(n, 0);
        std::vector<Solved> solved;
        for (const char* id : methods) {
            const KernelInfo* const info = find_kernel(Operation::tridiagonal, id);
            solved.push_back(info != nullptr ? solve(machine, *info, system, precision) : Solved{});
        }
        std::printf("| %lld |", static_cast<long long>(n));
        for (std::size_t i = 0; i < solved.size(); ++i)
            for (std::size_t j = i + 1; j < solved.size(); ++j) {
                double sum = 0;
                for (std::size_t k = 0; k < std::min(solved[i].x.size(), solved[j].x.size()); ++k)
                    sum += std::fabs(solved[i].x[k] - solved[j].x[k]);
                std::printf(" %.2g |", sum);
            }
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char** argv) {
    return exit_code_of([&] {
        const Options options = options_from(argc, argv);
        const auto machine = open_and_print(options.machine);
        bool all_hold = true;
        if (options.accuracy) {
            for (const Precision precision : {Precision::float64, Precision::float32}) {
                all_hold = print_kinds(*machine, options, precision) && all_hold;
                print_differences(*machine, precision);
            }
            return all_hold;
        }
        Bench bench(*machine, options);
        const auto sizes = options.samples == 0 ? std::vector<std::string>{"3", "33", "1025", "40000"} : options.sizes;
        for (const auto& name : options.precisions) {
            const Precision precision = name == "float" ? Precision::float32 : Precision::float64;
            for (const auto& size : sizes) all_hold = bench.run(std::stoll(size), precision) && all_hold;
        }
        return all_hold;
    });
}
