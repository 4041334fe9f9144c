#include "app/operations/cg.h"
#include "app/pitfalls/solver_bench.h"
#include "engine/format_number.h"
#include "engine/generators/matrix_source.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

/// Two solutions count as equal if they differ by less than this fraction of their largest entry. The paper calls
/// solutions "equal" without specifying a tolerance, so this value is Warploom's choice.
constexpr double equal_below = 1e-6;

/// Returns the second-difference matrix as a tridiagonal system. It is not strictly diagonally dominant, so rounding
/// errors grow with n.
std::shared_ptr<const TridiagonalSystem> hard_system(std::int64_t n) {
    return std::make_shared<const TridiagonalSystem>(
        load_tridiagonal_system("tridiagonal:kind=0,seed=1,n=" + std::to_string(n)));
}

struct Named {
    std::string kernel, shown; ///< name of the kernel, such as `cpu-cr`, and its display name, such as `cr`
};

std::vector<Named> methods_on(const kernels::Machine& machine) {
    std::vector<Named> list;
    for (const auto& [shown, candidates] : std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"thomas", {"thomas", "thomas-gpu"}}, {"cr", {"cpu-cr", "cr"}}, {"pcr", {"cpu-pcr", "pcr"}}}) {
        const auto here = solvers_on(machine, candidates);
        if (!here.empty()) list.push_back({here.front(), shown});
    }
    return list;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(a[i] - b[i]);
        if (!(difference <= largest)) largest = difference; // The condition is negated so that it is also true for NaN.
    }
    return largest;
}

Table differences_table(const PitfallSettings& settings, std::int64_t most) {
    Table table{"differences",
                {{"precision", ""}, {"unknowns", ""}, {"compared", ""}, {"difference", ""}, {"equal", ""}}};
    const auto methods = methods_on(settings.machine);
    for (const auto precision : {Precision::float32, Precision::float64})
        for (const std::int64_t n : sizes_up_to(std::min<std::int64_t>(100, most), most)) {
            const auto system = hard_system(n);
            std::vector<std::vector<double>> x;
            for (const Named& method : methods) {
                settings.progress.check(0, 1);
                const auto solver = bind_solver(settings.machine, method.kernel, system, precision);
                solver->enqueue();
                solver->finish();
                x.push_back(solver->x());
            }
            for (std::size_t i = 0; i < methods.size(); ++i)
                for (std::size_t j = i + 1; j < methods.size(); ++j) {
                    double scale = 0;
                    for (const double value : x[i]) scale = std::max(scale, std::abs(value));
                    const double difference = largest_difference(x[i], x[j]);
                    table.add_row({std::string(kernels::to_string(precision)), n,
                                   methods[i].shown + " vs " + methods[j].shown, difference,
                                   std::int64_t{difference <= equal_below * scale ? 1 : 0}});
                }
        }
    return table;
}

Table cg_table(const PitfallSettings& settings, std::string& text) {
    Table table{"cg", {{"precision", ""}, {"iteration", ""}, {"residual", ""}, {"true_residual", ""}}};
    const bool is_host = settings.machine.info().kind == MachineKind::cpu;
    const std::string product = is_host ? "cpu-csr" : "csr-scalar";
    const char* const format_id = require_known(Operation::spmv, product).format;
    const auto matrix =
        std::make_shared<const Matrix>(load_matrix(settings.is_measured() ? "laplace2d:n=64" : "laplace2d:n=24"));
    for (const auto precision : {Precision::float32, Precision::float64}) {
        const auto format = kernels::make_format(format_id, matrix->csr, precision, {}, settings.progress);
        const auto cg =
            settings.machine.bind("cg", cg_input(matrix, product, format, Preconditioner::none, precision), 128);
        cg->set_right_side(cg_right_side(matrix->csr));
        kernels::CgLimits limits;
        limits.tolerance = 1e-10;
        limits.max_iterations = 400;
        limits.check_every = 10;
        const auto outcome = kernels::solve_cg(
            *cg, limits, [&](const kernels::CgProgress&) { return !settings.progress.is_cancelled(); });
        settings.progress.check(0, 1);
        std::size_t next = 0;
        for (std::size_t i = 0; i < outcome.history.size(); ++i) {
            const auto iteration = static_cast<std::int64_t>(i) + 1;
            while (next < outcome.true_residuals.size() && outcome.true_residuals[next].iteration < iteration) ++next;
            const bool is_known =
                next < outcome.true_residuals.size() && outcome.true_residuals[next].iteration == iteration;
            table.add_row({std::string(kernels::to_string(precision)), iteration, outcome.history[i],
                           is_known ? Cell(outcome.true_residuals[next].value) : Cell()});
        }
        const std::string end = sentence("Conjugate gradients in {precision}: {end}",
                                         {{"precision", kernels::to_string(precision)}, {"end", outcome.sentence}});
        text = text.empty() ? end : sentence("{first} {second}", {{"first", text}, {"second", end}});
    }
    return table;
}

} // namespace

PitfallTables precision_pitfall(const PitfallSettings& settings) {
    PitfallTables pitfall;
    pitfall.tables.push_back(differences_table(settings, settings.unknowns(1'000'000, 10'000)));
    std::string of_cg;
    pitfall.tables.push_back(cg_table(settings, of_cg));
    pitfall.sentence =
        sentence("The methods have different rounding errors because they compute in different orders. Solutions count "
                 "as equal if they differ by less than {limit} of the largest entry. {cg}",
                 {{"limit", format_number(equal_below)}, {"cg", of_cg}});
    // No performance model is needed, because numerical results are the same on simulated and real cards.
    return pitfall;
}

} // namespace warploom::app
