// Times an iteration of every conjugate gradient method of a GPU and of the textbook loop of library calls, in a single
// process and in random order, and reports which minimum speeds are met. Exits with 1 if one is not or if a result is
// wrong, with 77 if there is no GPU.
//
//     cuda_floors_cg [--machine cuda:0] [--samples 15] [--csv FILE] [--matrices "NAME NAME"] [--kernels ID,ID]
//                    [--precision double] [--preconditioner none]
//
// With --samples 0, every method only solves its system, and the true residual is checked: for compute-sanitizer.

#include "cg_cases.h"
#include "cuda_floors_tools.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "kernels/cg/solve.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

constexpr const char* peer = "cg-cusparse";

/// Returns the minimum ratio of the library's time per iteration to our best one; 0: none.
double floor_of(const std::string& matrix) {
    if (matrix == "water-network:n=865" || matrix == "water-network:n=15000") return 4;
    if (matrix == "laplace3d:n=160") return 1.1;
    return 0;
}

struct Options {
    std::string machine = "cuda:0", csv;
    std::string matrices = "water-network:n=865 water-network:n=15000 laplace3d:n=100 laplace3d:n=160";
    std::string kernels = "cg-cusparse,cg-persistent,cg:csr-vector,cg-fused:csr-vector,cg-fused:csr-merge,cg-fused:ell,"
                          "cg-fused:sell,cg-fused:dia";
    Precision precision = Precision::float64;
    Preconditioner preconditioner = Preconditioner::none;
    int samples = 15;
};

struct Candidate {
    std::string name;
    std::unique_ptr<BoundCg> bound;
    std::vector<measure::Sample> samples; ///< time per iteration
    double median = 0;
    double launch_to_finish = 0; ///< wall-clock time per iteration
};

class Bench {
public:
    Bench(Machine& machine, const Options& options)
        : machine_(machine), options_(options),
          csv_(options.csv, "matrix,precision,preconditioner,kernel,iteration_ns,clock_mhz,discarded") {}

    bool run(const std::string& name) {
        const CsrMatrix a = load_matrix(name).csr;
        std::vector<Candidate> candidates;
        bool all_right = true;
        for (const std::string& kernel : items_of(options_.kernels)) try {
                Candidate c;
                c.name = kernel;
                c.bound = bind_cg(machine_, kernel, a, options_.precision, options_.preconditioner, 128);
                all_right = is_right(c, a) && all_right;
                candidates.push_back(std::move(c));
            } catch (const Error& error) { print_skipped(kernel, error); }
        if (options_.samples > 0) {
            measure_all(candidates);
            all_right = print(name, a, candidates) && all_right;
        } else std::printf("%s: %zu methods checked\n", name.c_str(), candidates.size());
        return all_right;
    }

private:
    /// Solves the system, with at most a thousand iterations, and checks the reported true residual.
    bool is_right(Candidate& c, const CsrMatrix& a) const {
        const std::vector<double> b = random_vector(a.rows);
        c.bound->set_right_side(b);
        CgLimits limits;
        limits.tolerance = options_.precision == Precision::float32 ? 1e-5 : 1e-10;
        limits.max_iterations = options_.samples == 0 ? 40 : 1000;
        const CgOutcome outcome = solve_cg(*c.bound, limits);
        const double truth = residual_of(a, b, c.bound->x());
        const double slack = options_.precision == Precision::float32 ? 1e-4 : 1e-11;
        const bool is_right =
            outcome.end != CgEnd::breakdown && std::abs(truth - outcome.true_residual) < slack + 0.01 * truth;
        std::printf("%s%s: %s By the host: %.3g.\n", is_right ? "" : "WRONG ", c.name.c_str(), outcome.sentence.c_str(),
                    truth);
        return is_right;
    }

    void measure_all(std::vector<Candidate>& candidates) {
        in_drawn_order(candidates, -2, options_.samples, 20101, [&](Candidate& c, int round) {
            c.bound->iterations_per_launch = 64;
            measure::Sample sample = machine_.sample(*c.bound, CacheState::warm, 1);
            sample.time_ns /= c.bound->iterations_per_launch;
            const double whole = machine_.launch_to_finish_ns(*c.bound) / c.bound->iterations_per_launch;
            if (round < 0) return;
            c.samples.push_back(sample);
            if (c.launch_to_finish == 0 || whole < c.launch_to_finish) c.launch_to_finish = whole;
        });
        for (Candidate& c : candidates) c.median = measure::summarize(c.samples).median;
    }

    bool print(const std::string& name, const CsrMatrix& a, std::vector<Candidate>& candidates) {
        std::sort(candidates.begin(), candidates.end(),
                  [](const Candidate& l, const Candidate& r) { return l.median < r.median; });
        double of_peer = 0, best = 0;
        for (const Candidate& c : candidates) {
            if (c.name == peer) of_peer = c.median;
            else if (best == 0) best = c.median;
        }
        std::printf("\n%s, %s, %s: %lld rows, %lld nonzeros; an iteration\n", name.c_str(),
                    to_string(options_.precision), to_string(options_.preconditioner), static_cast<long long>(a.rows),
                    static_cast<long long>(a.nonzeros()));
        std::printf(
            "| method | us | q1..q3 | with the launch us | %s / it | product | dots | updates | preconditioner | gaps "
            "us | detail |\n| --- | --: | --- | --: | --: | --: | --: | --: | --: | --: | --- |\n",
            peer);
        for (Candidate& c : candidates) {
            const CgParts parts = c.bound->parts(32);
            const auto summary = measure::summarize(c.samples);
            std::printf("| %s | %.2f | %.2f..%.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %s |\n",
                        c.name.c_str(), c.median * 1e-3, summary.q1 * 1e-3, summary.q3 * 1e-3,
                        c.launch_to_finish * 1e-3, of_peer / c.median, parts.spmv * 1e-3, parts.dots * 1e-3,
                        parts.updates * 1e-3, parts.preconditioner * 1e-3, parts.gaps * 1e-3, c.bound->detail.c_str());
            csv_.add('"' + name + "\"," + to_string(options_.precision) + ',' + to_string(options_.preconditioner) +
                         ',' + c.name,
                     c.samples);
        }
        const double wanted = options_.preconditioner == Preconditioner::none ? floor_of(name) : 0;
        const double reached = best > 0 ? of_peer / best : 0;
        if (wanted > 0) std::printf("floor %.1f: %.2f, %s\n", wanted, reached, reached >= wanted ? "holds" : "MISSED");
        std::fflush(stdout);
        return reached >= wanted;
    }

    Machine& machine_;
    const Options& options_;
    SampleFile csv_;
};

Options options_from(int argc, char** argv) {
    Options options;
    const auto take_precision = [&](const std::string& value) {
        options.precision = precision_from(value).value_or(Precision::float64);
    };
    const auto take_preconditioner = [&](const std::string& value) {
        options.preconditioner = preconditioner_from(value).value_or(Preconditioner::none);
    };
    const Option known[] = {
        {"--machine", options.machine},
        {"--csv", options.csv},
        {"--matrices", options.matrices},
        {"--kernels", options.kernels},
        {"--samples", options.samples},
        {"--precision", take_precision},
        {"--preconditioner", take_preconditioner},
    };
    read_options(argc, argv, known);
    return options;
}

} // namespace

int main(int argc, char** argv) {
    return exit_code_of([&] {
        const Options options = options_from(argc, argv);
        const auto machine = open_and_print(options.machine);
        Bench bench(*machine, options);
        bool all_hold = true;
        for (const std::string& name : items_of(options.matrices, ' ')) all_hold = bench.run(name) && all_hold;
        return all_hold;
    });
}
