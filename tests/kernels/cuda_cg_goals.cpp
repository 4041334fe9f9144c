// Compares conjugate gradients with vendor products in a conditional while graph (cuda_cg_while.h): microseconds per
// iteration, for the fastest of each, and which goals are met. Both repeat 200 iterations per launch, with warm caches.
// First, every method solves its system, and the true residual is checked. Exits with 1 if a result is wrong, with 77
// if there is no GPU.
//
//     cuda_cg_goals [--machine cuda:0] [--samples 9] [--matrices "NAME NAME"] [--kernels LIST]

#include "cg_cases.h"
#include "cuda_cg_while.h"
#include "cuda_floors_tools.h"
#include "cuda_race.h"

#include "engine/generators/matrix_source.h"
#include "kernels/cg/solve.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

struct Options {
    std::string machine = "cuda:0";
    std::string matrices = "water-network:n=865 laplace2d:n=60 water-network:n=15000 laplace2d:n=200 laplace3d:n=40 "
                           "banded:n=90000,lower=4,upper=4 laplace2d:n=1000 laplace3d:n=100 water-network:n=1000000 "
                           "laplace2d:n=2000 laplace3d:n=160";
    std::string kernels = "cg-persistent,cg-fused:csr-vector,cg-fused:csr-adaptive,cg-fused:sell,cg-fused:dia";
    int samples = 9;
};

constexpr int iterations = 200, most_iterations = 1000;
constexpr double tolerance = 1e-10;

/// Returns an error message if the residual of a solution is not the reported one, `told`; empty if it is.
std::string failure_of(const CsrMatrix& a, const std::vector<double>& b, const std::vector<double>& x, double told) {
    const double truth = residual_of(a, b, x);
    if (std::abs(truth - told) <= 1e-11 + 0.01 * truth) return {};
    char text[96];
    std::snprintf(text, sizeof text, "its residual is %.3g, and not %.3g", truth, told);
    return text;
}

class Goals {
public:
    Goals(Machine& machine, const Options& options) : machine_(machine), options_(options) {}

    bool run() {
        std::printf(
            "\ncopy %.0f GB/s\n\n| matrix | rows | ours | us | library | us | library's / ours | limit us | limit / "
            "ours | goal | holds |\n| --- | --: | --- | --: | --- | --: | --: | --: | --: | --- | --- |\n",
            machine_.copy_bandwidth() * 1e-9);
        for (const std::string& name : items_of(options_.matrices, ' ')) line(name);
        return all_right_;
    }

private:
    Timed ours(const std::string& name, const CsrMatrix& a, const std::vector<double>& b) {
        Race<BoundCg> race(machine_, options_.samples);
        for (const std::string& kernel : items_of(options_.kernels))
            race.enter(
                kernel, [&] { return bind_cg(machine_, kernel, a, Precision::float64, Preconditioner::none, 128); },
                [&](BoundCg& cg) -> std::string {
                    cg.set_right_side(b);
                    CgLimits limits;
                    limits.max_iterations = most_iterations;
                    const CgOutcome outcome = solve_cg(cg, limits);
                    const std::string complaint = failure_of(a, b, cg.x(), outcome.true_residual);
                    cg.iterations_per_launch = iterations;
                    return complaint;
                });
        race.run(CacheState::warm);
        all_right_ = all_right_ && race.all_right();
        race.print(name);
        Timed best = race.best(options_.kernels);
        best.ns /= iterations;
        return best;
    }
    Timed library(const CsrMatrix& a, const std::vector<double>& b) {
        using Product = LibraryCg::Product;
        using Vectors = LibraryCg::Vectors;
        Timed best;
        for (const Product product : {Product::csr_alg1, Product::csr_alg2, Product::coo_alg1, Product::sell})
            for (const Vectors vectors : {Vectors::cublas, Vectors::fused}) {
                const std::string name = std::string(to_string(product)) + ", " + to_string(vectors);
                try {
                    LibraryCg cg(a, product, vectors);
                    const LibraryCg::Outcome outcome = cg.solve(b, tolerance, most_iterations);
                    if (const std::string complaint = failure_of(a, b, outcome.x, outcome.residual);
                        !complaint.empty()) {
                        std::printf("WRONG %s: %s\n", name.c_str(), complaint.c_str());
                        all_right_ = false;
                        continue;
                    }
                    const double ns = cg.time_iteration(iterations, options_.samples);
                    std::printf("  %s: %.2f us, solved in %d iterations\n", name.c_str(), ns * 1e-3,
                                outcome.iterations);
                    if (ns < best.ns) best = {name, ns, {}, 0};
                } catch (const std::runtime_error& error) {
                    std::printf("  %s: not here, %s\n", name.c_str(), error.what());
                }
            }
        return best;
    }
    void line(const std::string& name) {
        const CsrMatrix a = load_matrix(name).csr;
        const std::vector<double> b = random_vector(a.rows);
        const Timed us = ours(name, a, b), them = library(a, b);
        // The values of A, and x, r, p, q as often as two launches access them. For data in the L2 cache, there is no
        // such limit.
        const double bytes = 8.0 * static_cast<double>(a.nonzeros()) + 72.0 * static_cast<double>(a.rows);
        const double limit = a.rows >= 2'000'000 ? bytes / machine_.copy_bandwidth() * 1e9 : 0;
        const bool is_small = a.rows < 100'000;
        const bool holds = is_small ? them.ns >= 2 * us.ns : limit == 0 || limit >= 0.93 * us.ns;
        std::printf("| `%s` | %lld | %s | %.2f | %s | %.2f | %.2f |", name.c_str(), static_cast<long long>(a.rows),
                    us.name.c_str(), us.ns * 1e-3, them.name.c_str(), them.ns * 1e-3, them.ns / us.ns);
        if (limit > 0) std::printf(" %.2f | %.0f %% |", limit * 1e-3, 100 * limit / us.ns);
        else std::printf(" - | - |");
        std::printf(" %s | %s |\n",
                    is_small    ? ">= 2 x library's"
                    : limit > 0 ? ">= 93 % of limit"
                                : "-",
                    !is_small && limit == 0 ? "-"
                    : holds                 ? "yes"
                                            : "no");
        std::fflush(stdout);
    }

    Machine& machine_;
    const Options& options_;
    bool all_right_ = true;
};

} // namespace

int main(int argc, char** argv) {
    Options options;
    const Option known[] = {{"--machine", options.machine},
                            {"--matrices", options.matrices},
                            {"--kernels", options.kernels},
                            {"--samples", options.samples}};
    read_options(argc, argv, known);
    return exit_code_of([&] {
        const auto machine = open_and_print(options.machine);
        return Goals(*machine, options).run();
    });
}
