// Strong scaling: the same product and the same conjugate gradient iteration on 1, 2, 4 ... GPUs of this computer, and
// whether the efficiency is sufficient. Exits with 1 if it is not or if a result is wrong, with 77 if there is no GPU.
//
//     cuda_multi_gpu_scaling [--gpus 1,2,4] [--samples 31] [--block 128] [--csv FILE] [--only spmv|cg]
//                            [--spmv MATRIX --kernels bcsr,...] [--cg MATRIX --methods cg-fused:dia,cg-fused:sell,...]
//                            [--shared 1]
//
// By default, measures the matrices of docs/results/h200-several-gpus.md. Efficiency is t(1) / (P t(P)). With --shared
// 1, all ranks are on the first GPU: this gives no speedup, but runs the same code. Each number of GPUs is measured
// with the default exchange, with NCCL (if available), and with peer writes.

#include "cg_cases.h"
#include "cuda_floors_tools.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/measure/reference.h"
#include "kernels/multi_gpu/split_matrix.h"

#include <chrono>
#include <cmath>
#include <cstdio>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

struct Options {
    std::string gpus, csv, only, spmv, kernels = "bcsr", cg, methods = "cg-fused:dia";
    int samples = 31, block = 128;
    bool is_shared = false;
};

/// A matrix with its kernels, and the minimum efficiency on two GPUs; 0: none.
struct Case {
    std::string matrix, kernels;
    double of_two = 0.85;
};
/// The last matrix is so small that two GPUs are slower than one, so it has no minimum.
const std::vector<Case> usual_spmv{{"reservoir:grid=60,block=16", "bcsr", 0.97},
                                   {"power-law:n=4000000,mean=24", "csr-adaptive", 0.88}};
const std::vector<Case> usual_cg{{"laplace3d:n=320", "cg-fused:dia", 0.97},
                                 {"laplace3d:n=100", "cg-fused:csr-vector", 0}};

/// Returns the minimum efficiency; 0: none.
double floor_of(int gpus, const Case& of) { return gpus == 2 ? of.of_two : gpus == 4 && of.of_two > 0 ? 0.75 : 0; }

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the names of the machines with `count` GPUs.
std::vector<std::string> machines_of(int count, bool is_shared) {
    std::string id = "cuda:0";
    for (int i = 1; i < count; ++i) id += "," + std::to_string(is_shared ? 0 : i);
    if (count == 1) return {id};
    return {id, id + "+nccl", id + "+peer"};
}

class Scaling {
public:
    Scaling(const Options& options, std::vector<int> counts)
        : options_(options), counts_(std::move(counts)),
          csv_(options.csv, "operation,matrix,kernel,gpus,machine,cold_ns,warm_ns,clock_mhz,discarded") {}

    bool run_spmv() {
        for (const Case& each :
             options_.spmv.empty() ? usual_spmv : std::vector<Case>{{options_.spmv, options_.kernels}})
            run_spmv(each);
        return all_fine_;
    }

    bool run_cg() {
        for (const Case& each : options_.cg.empty() ? usual_cg : std::vector<Case>{{options_.cg, options_.methods}})
            run_cg(each);
        return all_fine_;
    }

private:
    void run_spmv(const Case& each) {
        const CsrMatrix a = load(each.matrix);
        const std::vector<double> x = random_vector(a.cols);
        const auto start = std::chrono::steady_clock::now();
        const auto reference = measure::spmv_reference(a, x, false);
        std::printf("reference in %.1f s\n", seconds_since(start));
        for (const std::string& kernel : items_of(each.kernels)) {
            head(each.matrix, kernel, a);
            double of_one = 0;
            for (const int count : counts_) {
                const auto made = std::chrono::steady_clock::now();
                std::shared_ptr<const HostFormat> format;
                std::shared_ptr<const SplitMatrix> split;
                const KernelInfo* const info = find_spmv_kernel(kernel);
                if (info == nullptr) throw Error("kernel.unknown", "There is no kernel '" + kernel + "'.");
                const char* const id = info->format;
                if (count == 1) format = make_format(id, a, Precision::float64);
                else split = split_matrix(id, a, Precision::float64, count);
                const double converted = seconds_since(made);
                for (const std::string& name : machines_of(count, options_.is_shared)) {
                    const auto machine = opened(name);
                    if (machine == nullptr) continue;
                    const auto bound = count == 1 ? machine->bind(kernel, format, options_.block)
                                                  : machine->bind(kernel, SpmvInput{nullptr, split}, options_.block);
                    bound->set_x(x);
                    const auto is_right = [&] {
                        bound->poison();
                        bound->enqueue();
                        bound->finish();
                        const auto check = measure::check_spmv(reference, bound->y());
                        if (!check.is_right()) std::printf("WRONG %s: %s\n", name.c_str(), check.complaint.c_str());
                        return check.is_right();
                    };
                    all_fine_ = is_right() && all_fine_;
                    const Times times = measure_all(*machine, *bound, 1);
                    all_fine_ = is_right() && all_fine_;
                    tell("spmv", each, kernel, count, name, times, of_one, bound->detail, converted);
                }
            }
        }
    }

    void run_cg(const Case& each) {
        const CsrMatrix a = load(each.matrix);
        const std::vector<double> b = random_vector(a.rows);
        for (const std::string& kernel : items_of(each.kernels)) {
            head(each.matrix, kernel, a);
            double of_one = 0;
            std::vector<double> history;
            for (const int count : counts_)
                for (const std::string& name : machines_of(count, options_.is_shared)) {
                    const auto made = std::chrono::steady_clock::now();
                    const auto machine = opened(name);
                    if (machine == nullptr) continue;
                    const auto cg =
                        bind_cg(*machine, kernel, a, Precision::float64, Preconditioner::none, options_.block);
                    const double converted = seconds_since(made);
                    all_fine_ = is_right(*cg, a, b, history, name) && all_fine_;
                    cg->iterations_per_launch = 64;
                    const Times times = measure_all(*machine, *cg, cg->iterations_per_launch);
                    tell("cg", each, kernel, count, name, times, of_one, cg->detail, converted);
                    const CgParts parts = cg->parts(16);
                    std::printf("    parts us: product %.1f, dots %.1f, updates %.1f, gaps %.1f\n", parts.spmv * 1e-3,
                                parts.dots * 1e-3, parts.updates * 1e-3, parts.gaps * 1e-3);
                }
        }
    }

    /// Opens a machine; null if it requires NCCL, and NCCL is not available.
    static std::unique_ptr<Machine> opened(const std::string& name) {
        auto machine = open_machine(name);
        try {
            machine->copy_bandwidth();
        } catch (const Error& error) {
            if (error.code() != "nccl.missing") throw;
            std::printf("%s: %s\n", name.c_str(), error.what());
            return nullptr;
        }
        return machine;
    }

    struct Times {
        std::vector<measure::Sample> cold, warm;
        double cold_median = 0, warm_median = 0, launch = 0;
    };

    static CsrMatrix load(const std::string& name) {
        const auto start = std::chrono::steady_clock::now();
        CsrMatrix a = load_matrix(name).csr;
        std::printf("%s in %.1f s\n", name.c_str(), seconds_since(start));
        std::fflush(stdout);
        return a;
    }

    static void head(const std::string& matrix, const std::string& kernel, const CsrMatrix& a) {
        std::printf("\n%s, %s, double: %lld rows, %lld nonzeros\n", matrix.c_str(), kernel.c_str(),
                    static_cast<long long>(a.rows), static_cast<long long>(a.nonzeros()));
        std::printf("| GPUs | machine | cold us | q1..q3 | warm us | launch to finish us | efficiency cold | warm | "
                    "floor | made in s |\n"
                    "| --: | --- | --: | --- | --: | --: | --: | --: | --- | --: |\n");
        std::fflush(stdout);
    }

    /// Checks that the first residuals equal those of one GPU, and that the true residual is correct.
    static bool is_right(BoundCg& cg, const CsrMatrix& a, const std::vector<double>& b, std::vector<double>& history,
                         const std::string& name) {
        cg.set_right_side(b);
        const IterationBatch stretch = cg.iterate(20, -1);
        bool is_right = stretch.residuals.size() == 20 && !stretch.breakdown;
        if (history.empty()) history = stretch.residuals;
        for (std::size_t i = 0; is_right && i < 20; ++i)
            is_right = std::abs(stretch.residuals[i] / history[i] - 1) < 1e-6;
        const double claimed = cg.true_residual(), found = residual_of(a, b, cg.x());
        is_right = is_right && std::abs(claimed / found - 1) < 1e-6;
        if (!is_right) std::printf("WRONG %s: true residual %.6g, by the host %.6g\n", name.c_str(), claimed, found);
        return is_right;
    }

    Times measure_all(Machine& machine, Bound& bound, int at_once) const {
        Times times;
        double shortest = 0;
        for (int i = -3; i < options_.samples; ++i) {
            const auto cold = machine.sample(bound, CacheState::cold, 1);
            const auto warm = machine.sample(bound, CacheState::warm, at_once == 1 ? 10 : 1);
            const double launch = machine.launch_to_finish_ns(bound);
            if (i < 0) continue; // negative rounds are for warming up
            times.cold.push_back(cold);
            times.warm.push_back(warm);
            times.cold.back().time_ns /= at_once;
            times.warm.back().time_ns /= at_once;
            if (i == 0 || launch < shortest) shortest = launch;
        }
        times.cold_median = measure::summarize(times.cold).median;
        times.warm_median = measure::summarize(times.warm).median;
        times.launch = shortest / at_once;
        return times;
    }

    void tell(const char* operation, const Case& of, const std::string& kernel, int count, const std::string& machine,
              const Times& times, double& of_one, const std::string& detail, double converted) {
        if (count == 1) {
            of_one = times.cold_median;
            warm_of_one_ = times.warm_median;
        }
        const auto efficiency = [count](double one, double several) { return one > 0 ? one / (count * several) : 0; };
        const double cold = efficiency(of_one, times.cold_median), warm = efficiency(warm_of_one_, times.warm_median);
        const double floor = options_.is_shared ? 0 : floor_of(count, of);
        // The minimum applies to the default exchange, that is, to machines named only by their GPUs.
        const bool counts = machine.find('+') == std::string::npos && floor > 0 && of_one > 0;
        if (counts && cold < floor) all_fine_ = false;
        char verdict[48] = "";
        if (counts) std::snprintf(verdict, sizeof verdict, "%.2f %s", floor, cold >= floor ? "holds" : "MISSED");
        const auto summary = measure::summarize(times.cold);
        std::printf("| %d | %s | %.1f | %.1f..%.1f | %.1f | %.1f | %.3f | %.3f | %s | %.1f |\n    %s\n", count,
                    machine.c_str(), times.cold_median * 1e-3, summary.q1 * 1e-3, summary.q3 * 1e-3,
                    times.warm_median * 1e-3, times.launch * 1e-3, cold, warm, verdict, converted, detail.c_str());
        std::fflush(stdout);
        csv_.add(std::string(operation) + ",\"" + of.matrix + "\"," + kernel + ',' + std::to_string(count) + ",\"" +
                     machine + '"',
                 times.cold, times.warm);
    }

    const Options& options_;
    std::vector<int> counts_;
    SampleFile csv_;
    double warm_of_one_ = 0;
    bool all_fine_ = true;
};

Options options_from(int argc, char** argv) {
    Options options;
    const auto take_shared = [&](const std::string& value) { options.is_shared = value == "1"; };
    const Option known[] = {
        {"--gpus", options.gpus},       {"--csv", options.csv},         {"--only", options.only},
        {"--spmv", options.spmv},       {"--kernels", options.kernels}, {"--cg", options.cg},
        {"--methods", options.methods}, {"--samples", options.samples}, {"--block", options.block},
        {"--shared", take_shared},
    };
    read_options(argc, argv, known);
    return options;
}

} // namespace

int main(int argc, char** argv) {
    return exit_code_of([&] {
        const Options options = options_from(argc, argv);
        int present = 0;
        for (const auto& machine : machines())
            present += machine->info().kind == MachineKind::cuda && machine->info().ranks == 1;
        if (present == 0) skip_without_gpu();
        std::vector<int> counts;
        for (const std::string& count : items_of(options.gpus)) counts.push_back(std::stoi(count));
        if (counts.empty())
            for (int count = 1; count <= present; count *= 2) counts.push_back(count);
        const auto first = open_machine("cuda:0");
        std::printf("%d x ", present);
        print_machine(first->info());
        Scaling scaling(options, counts);
        bool is_fine = true;
        if (options.only != "cg") is_fine = scaling.run_spmv() && is_fine;
        if (options.only != "spmv") is_fine = scaling.run_cg() && is_fine;
        return is_fine;
    });
}
