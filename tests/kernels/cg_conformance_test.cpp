#include "cg_cases.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "kernels/cg/methods.h"
#include "kernels/cg/solve.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Tests every conjugate gradient method with every product that the machine supports. One program is built per machine.

class CgConformanceTest : public QObject {
    Q_OBJECT

    const std::string machine_id_ = runner::machine();
    std::unique_ptr<Machine> machine_;

    std::unique_ptr<BoundCg> bind(const std::string& kernel, const CsrMatrix& a, Precision p = Precision::float64,
                                  Preconditioner preconditioner = Preconditioner::none) {
        return bind_cg(*machine_, kernel, a, p, preconditioner);
    }
    /// Returns whether repeated runs may give different bits: with atomics, and with libraries that do not guarantee
    /// reproducibility.
    static bool adds_in_any_order(const std::string& kernel) {
        return kernel.find(":coo-atomic") != std::string::npos || kernel.find(":csc") != std::string::npos ||
               kernel.find("cusparse") != std::string::npos;
    }
    /// Products for tests that need only one or two.
    std::string any() const { return machine_->info().kind == MachineKind::cpu ? "cg:cpu-csr" : "cg:csr-scalar"; }
    std::string another() const { return machine_->info().kind == MachineKind::cpu ? "cg:cpu-ell" : "cg:ell"; }

    /// Returns all names on this machine: methods combined with products, and methods without a separate product.
    std::vector<std::string> names() const {
        std::vector<std::string> list;
        for (const KernelInfo& method : kernels_of(Operation::cg)) {
            if (!machine_->runs(method.runs_on) || std::string(method.id) == "bicgstab") continue; // bicgstab_test.cpp
            if (std::string(method.format) != "product") list.emplace_back(method.id);
            else
                for (const KernelInfo& product : products_of(*machine_))
                    list.push_back(std::string(method.id) + ":" + product.id);
        }
        return list;
    }

private slots:
    void initTestCase() {
        try {
            machine_ = open_machine(machine_id_);
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
    }

    void every_method_over_every_product_solves_what_is_positive_definite_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<bool>("in_float");
        QTest::addColumn<int>("preconditioner");
        if (!machine_) return;
        for (const std::string& name : names())
            for (const CgCase& c : cg_cases())
                for (const bool in_float : {false, true})
                    for (const auto preconditioner :
                         {Preconditioner::none, Preconditioner::jacobi, Preconditioner::ic0, Preconditioner::ilu0}) {
                        const bool is_solved =
                            preconditioner == Preconditioner::ic0 || preconditioner == Preconditioner::ilu0;
                        if (in_float && (!c.in_float || is_solved)) continue;
                        // One launch per level: one method and two products are enough.
                        if (preconditioner == Preconditioner::ilu0 && name != any() && name != another()) continue;
                        if (preconditioner == Preconditioner::ic0 && name == "cg-persistent")
                            continue; // rejected; see below
                        if (!c.for_all_products && name.find("csr-scalar") == std::string::npos &&
                            name.find("ell-sorted") == std::string::npos && name.find(':') != std::string::npos)
                            continue;
                        if (!c.for_all_products && preconditioner == Preconditioner::none &&
                            machine_->info().kind == MachineKind::simulated)
                            continue; // takes thousands of iterations; other machines cover it quickly
                        const std::string row =
                            name + ", " + c.name + (in_float ? ", float, " : ", double, ") + to_string(preconditioner);
                        QTest::newRow(row.c_str()) << QString::fromStdString(name) << QString::fromStdString(c.name)
                                                   << in_float << static_cast<int>(preconditioner);
                    }
    }
    void every_method_over_every_product_solves_what_is_positive_definite() {
        QFETCH(QString, kernel);
        QFETCH(QString, matrix);
        QFETCH(bool, in_float);
        QFETCH(int, preconditioner);
        const CgCase& c = cg_case(matrix.toStdString());
        const std::vector<double> b = random_vector(c.a.rows);
        CgLimits limits;
        limits.tolerance = in_float ? 2e-5 : c.tolerance;
        try {
            const auto cg = bind(kernel.toStdString(), c.a, in_float ? Precision::float32 : Precision::float64,
                                 static_cast<Preconditioner>(preconditioner));
            cg->set_right_side(b);
            const CgOutcome outcome = solve_cg(*cg, limits);
            QVERIFY2(outcome.end == CgEnd::converged, outcome.sentence.c_str());
            const double truth = residual_of(c.a, b, cg->x());
            QVERIFY2(truth <= 1.1 * limits.tolerance, std::to_string(truth / limits.tolerance).c_str());
            QVERIFY(outcome.iterations > 0 && static_cast<std::int64_t>(outcome.history.size()) == outcome.iterations);
            if (adds_in_any_order(kernel.toStdString()) || outcome.iterations > 300) return;
            const std::vector<double> first = cg->x();
            cg->set_right_side(b);
            const CgOutcome again = solve_cg(*cg, limits);
            QVERIFY(again.history == outcome.history && cg->x() == first);
        } catch (const Error& error) { QFAIL(error.what()); }
    }

    void two_unknowns_go_as_on_paper_data() {
        QTest::addColumn<QString>("kernel");
        if (!machine_) return;
        for (const std::string& name : names()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void two_unknowns_go_as_on_paper() {
        // r = b = (1, 2), A p = (6, 7), p·Ap = 20, α = 5 / 20; r = (-1/2, 1/4), β = 1/16, p = (-7/16, 3/8): all exact.
        QFETCH(QString, kernel);
        const auto cg = bind(kernel.toStdString(), matrix_of({{{0, 4}, {1, 1}}, {{0, 1}, {1, 3}}}, 2));
        cg->set_right_side({1, 2});
        const IterationBatch first = cg->iterate(1, 1e-12);
        QCOMPARE(first.residuals, std::vector<double>{0.25});
        const CgState state = cg->state();
        QCOMPARE(state.iteration, 1);
        QCOMPARE(state.x, (std::vector<double>{0.25, 0.5}));
        QCOMPARE(state.r, (std::vector<double>{-0.5, 0.25}));
        QCOMPARE(state.p, (std::vector<double>{-0.4375, 0.375}));
        QCOMPARE(state.rz, 0.3125);
        QCOMPARE(cg->true_residual(), 0.25);
        const IterationBatch second = cg->iterate(10, 1e-12);
        QCOMPARE(second.residuals.size(), 1U);
        QVERIFY(!second.breakdown);
        QVERIFY(std::abs(cg->x()[0] - 1.0 / 11) < 1e-15 && std::abs(cg->x()[1] - 7.0 / 11) < 1e-15);
    }

    void an_indefinite_matrix_breaks_down_where_paper_says_data() { two_unknowns_go_as_on_paper_data(); }
    void an_indefinite_matrix_breaks_down_where_paper_says() {
        // diag(1, 1, -1), b = (1, 1, 1): α = 3, r = (-2, -2, 4), β = 8, p = (6, 6, 12), p·Ap = 36 + 36 - 144.
        QFETCH(QString, kernel);
        const auto cg = bind(kernel.toStdString(), matrix_of({{{0, 1}}, {{1, 1}}, {{2, -1}}}, 3));
        cg->set_right_side({1, 1, 1});
        const CgOutcome outcome = solve_cg(*cg, {});
        QVERIFY2(outcome.end == CgEnd::breakdown, outcome.sentence.c_str());
        QCOMPARE(outcome.breakdown.value_or(0), 2);
        QCOMPARE(outcome.p_ap, -72.0);
        QCOMPARE(outcome.iterations, 1);
        QVERIFY(outcome.sentence.find("not positive definite") != std::string::npos);
        QCOMPARE(cg->x(), (std::vector<double>{3, 3, 3})); // as after the last valid iteration
    }

    void small_and_empty_systems_are_solved_data() { two_unknowns_go_as_on_paper_data(); }
    void small_and_empty_systems_are_solved() {
        QFETCH(QString, kernel);
        const std::string name = kernel.toStdString();
        const auto one = bind(name, matrix_of({{{0, 4}}}, 1));
        one->set_right_side({2});
        QVERIFY(solve_cg(*one, {}).end == CgEnd::converged);
        QCOMPARE(one->x(), std::vector<double>{0.5});

        const auto none = bind(name, matrix_of({}, 0));
        none->set_right_side({});
        QVERIFY(solve_cg(*none, {}).end == CgEnd::converged);
        QVERIFY(none->x().empty());

        const auto zero = bind(name, second_difference(70));
        zero->set_right_side(std::vector<double>(70, 0.0));
        const CgOutcome at_once = solve_cg(*zero, {});
        QVERIFY(at_once.end == CgEnd::converged && at_once.iterations == 0);
        QCOMPARE(zero->x(), std::vector<double>(70, 0.0));

        const auto scaled = bind(name, matrix_of({{{0, 2}}, {{1, 2}}, {{2, 2}}}, 3));
        scaled->set_right_side({3, 5, 7});
        const CgOutcome once = solve_cg(*scaled, {});
        QCOMPARE(once.iterations, 1);
        QCOMPARE(scaled->x(), (std::vector<double>{1.5, 2.5, 3.5}));
    }

    void looking_at_the_true_residual_disturbs_nothing_data() { two_unknowns_go_as_on_paper_data(); }
    void looking_at_the_true_residual_disturbs_nothing() {
        QFETCH(QString, kernel);
        if (adds_in_any_order(kernel.toStdString())) return;
        const CsrMatrix& a = cg_case("laplace2d").a;
        const std::vector<double> b = random_vector(a.rows);
        const auto plain = bind(kernel.toStdString(), a), watched = bind(kernel.toStdString(), a);
        plain->set_right_side(b);
        watched->set_right_side(b);
        const IterationBatch expected = plain->iterate(12, 0);
        QCOMPARE(expected.residuals.size(), 12U);
        for (int i = 0; i < 12; ++i) {
            QCOMPARE(watched->iterate(1, 0).residuals, std::vector<double>{expected.residuals[i]});
            const double truth = watched->true_residual();
            QVERIFY(std::abs(truth - residual_of(a, b, watched->x())) < 1e-14);
            QVERIFY(std::abs(truth - expected.residuals[i]) < 1e-13);
        }
        QCOMPARE(watched->x(), plain->x());
        QCOMPARE(watched->state().iteration, 12);
    }

    void any_other_method_goes_on_where_one_was_data() { two_unknowns_go_as_on_paper_data(); }
    void any_other_method_goes_on_where_one_was() {
        QFETCH(QString, kernel);
        const CsrMatrix& a = cg_case("laplace2d").a;
        const std::vector<double> b = random_vector(a.rows);
        for (const auto preconditioner : {Preconditioner::none, Preconditioner::jacobi, Preconditioner::ic0}) {
            if (preconditioner == Preconditioner::ic0 && kernel == "cg-persistent") continue; // rejected; see below
            const auto whole = bind(any(), a, Precision::float64, preconditioner);
            const auto first = bind(any(), a, Precision::float64, preconditioner);
            const auto second = bind(kernel.toStdString(), a, Precision::float64, preconditioner);
            for (BoundCg* cg : {whole.get(), first.get(), second.get()}) cg->set_right_side(b);
            const IterationBatch expected = whole->iterate(20, 0);
            const IterationBatch before = first->iterate(10, 0);
            second->set_state(first->state());
            const IterationBatch after = second->iterate(10, 0);
            QCOMPARE(second->state().iteration, 20);
            QCOMPARE(after.residuals.size(), 10U);
            for (int i = 0; i < 10; ++i) {
                QCOMPARE(before.residuals[i], expected.residuals[i]);
                QVERIFY(std::abs(after.residuals[i] / expected.residuals[10 + i] - 1) < 1e-9);
            }
        }
    }

    void a_state_without_direction_begins_anew_from_its_residual() {
        const CsrMatrix& a = cg_case("laplace2d").a;
        const std::vector<double> b = random_vector(a.rows);
        const auto first = bind(any(), a), second = bind(another(), a);
        first->set_right_side(b);
        second->set_right_side(b);
        first->iterate(5, 0);
        CgState state = first->state();
        state.rz = std::numeric_limits<double>::quiet_NaN();
        state.p.clear();
        second->set_state(state);
        first->restart(); // b - A x equals the residual up to rounding
        const IterationBatch expected = first->iterate(5, 0), after = second->iterate(5, 0);
        for (int i = 0; i < 5; ++i) QVERIFY(std::abs(after.residuals[i] / expected.residuals[i] - 1) < 1e-9);
    }

    void an_exact_start_needs_no_iteration() {
        const CsrMatrix a = matrix_of({{{0, 4}, {1, 1}}, {{0, 1}, {1, 3}}}, 2);
        const auto cg = bind(any(), a);
        cg->set_right_side({9, 5});                                                       // x = (2, 1)
        cg->set_state({0, {2, 1}, {9, 5}, {}, std::numeric_limits<double>::quiet_NaN()}); // r does not match x
        cg->restart();
        const CgOutcome outcome = solve_cg(*cg, {});
        QVERIFY(outcome.end == CgEnd::converged && outcome.iterations == 0);
        QVERIFY(cg->iterate(5, 1e-10).residuals.empty());
        QCOMPARE(cg->x(), (std::vector<double>{2, 1}));
    }

    void a_launch_is_so_many_iterations_from_the_start() {
        const CsrMatrix& a = cg_case("laplace2d").a;
        for (const std::string& name : names()) {
            if (adds_in_any_order(name)) continue;
            const auto cg = bind(name, a);
            cg->set_right_side(random_vector(a.rows));
            cg->iterate(7, 0);
            const std::vector<double> expected = cg->x();
            cg->iterations_per_launch = 7;
            for (int i = 0; i < 2; ++i) cg->enqueue();
            cg->finish();
            QCOMPARE(cg->x(), expected);
        }
    }

    void a_singular_system_is_solved_where_it_has_a_solution() {
        const CsrMatrix a = neumann(40);
        const auto cg = bind(any(), a);
        std::vector<double> b(40, 0.0);
        b[0] = 1;
        b[39] = -1;
        cg->set_right_side(b);
        QVERIFY(solve_cg(*cg, {}).end == CgEnd::converged);
        QVERIFY(residual_of(a, b, cg->x()) < 1e-10);
        cg->set_right_side(std::vector<double>(40, 1.0)); // A (1, ..., 1) = 0
        const CgOutcome outcome = solve_cg(*cg, {});
        QVERIFY(outcome.end == CgEnd::breakdown);
        QCOMPARE(outcome.breakdown.value_or(0), 1);
        QCOMPARE(outcome.p_ap, 0.0);
    }

    void an_empty_row_matters_only_where_b_is_not_zero() {
        const CsrMatrix a = matrix_of({{{0, 2}}, {}, {{2, 3}}}, 3);
        const auto cg = bind(any(), a);
        cg->set_right_side({2, 0, 3});
        QVERIFY(solve_cg(*cg, {}).end == CgEnd::converged);
        cg->set_right_side({2, 1, 3});
        QVERIFY(solve_cg(*cg, {}).end != CgEnd::converged);
    }

    void twelve_decades_are_one_iteration_for_jacobi() {
        std::vector<std::vector<std::pair<int, double>>> rows;
        for (int i = 0; i < 13; ++i) rows.push_back({{i, std::pow(10.0, i - 6)}});
        const CsrMatrix a = matrix_of(rows, 13);
        const std::vector<double> b = random_vector(13);
        const auto jacobi = bind(any(), a, Precision::float64, Preconditioner::jacobi);
        jacobi->set_right_side(b);
        const CgOutcome easy = solve_cg(*jacobi, {});
        QVERIFY2(easy.end == CgEnd::converged && easy.iterations <= 2, easy.sentence.c_str());
        const auto plain = bind(any(), a);
        plain->set_right_side(b);
        CgLimits limits;
        limits.max_iterations = 2000;
        const CgOutcome hard = solve_cg(*plain, limits);
        QVERIFY2(hard.iterations > 13, hard.sentence.c_str());
        const double truth = residual_of(a, b, plain->x());
        QVERIFY(std::abs(truth - hard.true_residual) <= 1e-3 * truth + 1e-15); // it reports the actual residual
        QVERIFY((hard.end == CgEnd::converged) == (hard.true_residual <= limits.tolerance));
    }

    void float_stagnates_and_says_so_where_double_converges() {
        const CgCase& c = cg_case("water-network");
        const std::vector<double> b = random_vector(c.a.rows);
        const auto coarse = bind(any(), c.a, Precision::float32, Preconditioner::jacobi),
                   fine = bind(any(), c.a, Precision::float64, Preconditioner::jacobi);
        coarse->set_right_side(b);
        fine->set_right_side(b);
        CgLimits limits;
        limits.tolerance = c.tolerance;
        const CgOutcome stuck = solve_cg(*coarse, limits), solved = solve_cg(*fine, limits);
        QVERIFY2(stuck.end == CgEnd::stagnated, stuck.sentence.c_str());
        QVERIFY(stuck.sentence.find("which is the limit of this precision") != std::string::npos);
        // The recurrence converged but the true residual did not, and restarting did not help.
        QVERIFY(*std::min_element(stuck.history.begin(), stuck.history.end()) < 0.1 * stuck.true_residual);
        QVERIFY(stuck.true_residual > 1e-5 && stuck.restarts >= 1);
        QVERIFY2(solved.end == CgEnd::converged, solved.sentence.c_str());
    }

    void the_recurrence_alone_convinces_nobody() {
        const CgCase& c = cg_case("water-network");
        const auto cg = bind(any(), c.a, Precision::float64, Preconditioner::jacobi);
        cg->set_right_side(random_vector(c.a.rows));
        CgLimits limits;
        limits.tolerance = 1e-14; // reached by the recurrence, but not by double precision
        limits.check_every = 2000;
        const CgOutcome outcome = solve_cg(*cg, limits);
        QVERIFY(*std::min_element(outcome.history.begin(), outcome.history.end()) <= limits.tolerance);
        QVERIFY2(outcome.end == CgEnd::stagnated && outcome.true_residual > limits.tolerance, outcome.sentence.c_str());
    }

    void whoever_is_asked_may_end_it() {
        const CsrMatrix& a = cg_case("laplace2d").a;
        const auto cg = bind(any(), a);
        cg->set_right_side(random_vector(a.rows));
        CgLimits limits;
        limits.check_every = 4;
        std::vector<std::int64_t> seen;
        const CgOutcome outcome = solve_cg(*cg, limits, [&](const CgProgress& progress) {
            seen.push_back(progress.iteration);
            return progress.residuals.size() == 4 && progress.iteration < 8;
        });
        QVERIFY(outcome.end == CgEnd::cancelled);
        QCOMPARE(seen, (std::vector<std::int64_t>{4, 8}));
        limits.max_iterations = 3;
        const CgOutcome more = solve_cg(*cg, limits);
        QVERIFY(more.end == CgEnd::limit && more.iterations == 3);
        QCOMPARE(cg->state().iteration, 11);
    }

    /// Our solvers, in which rows wait for each other, must give the same solution as cuSPARSE: the same number of
    /// iterations, and the same result.
    void triangular_solves_of_ours_lead_where_the_library_leads() {
        if (machine_->info().kind != MachineKind::cuda) return;
        Rows far_apart; // six dependences, more than are polled at once
        for (int i = 0; i < 3000; ++i) {
            auto& row = far_apart.emplace_back();
            for (const int d : {-80, -60, -47, -43, -41, -40, 0, 40, 41, 43, 47, 60, 80})
                if (i + d >= 0 && i + d < 3000) row.emplace_back(i + d, d == 0 ? 1.4 : -0.1);
        }
        const auto compare = [&](const CsrMatrix& a, Precision precision) {
            const std::vector<double> b = random_vector(a.rows);
            std::vector<std::int64_t> iterations;
            for (const char* kernel : {"cg-fused:csr-vector", "cg-cusparse"}) {
                const auto cg = bind(kernel, a, precision, Preconditioner::ic0);
                const bool waits = cg->detail.find("rows wait for each other") != std::string::npos;
                QVERIFY2(waits == (std::string(kernel) != "cg-cusparse"), cg->detail.c_str());
                cg->set_right_side(b);
                CgLimits limits;
                limits.tolerance = precision == Precision::float64 ? 1e-10 : 1e-4;
                const CgOutcome outcome = solve_cg(*cg, limits);
                QVERIFY2(outcome.end == CgEnd::converged, outcome.sentence.c_str());
                QVERIFY(residual_of(a, b, cg->x()) <= 1.1 * limits.tolerance);
                iterations.push_back(outcome.iterations);
            }
            // The network needs thousands of iterations, a few of which depend on rounding.
            QVERIFY2(std::abs(iterations[0] - iterations[1]) <= 1 + iterations[1] / 20,
                     (std::to_string(iterations[0]) + " " + std::to_string(iterations[1])).c_str());
        };
        const CsrMatrix cube = load_matrix("laplace3d:n=12").csr, apart = matrix_of(far_apart, 3000);
        compare(cube, Precision::float64);
        compare(cube, Precision::float32);
        compare(apart, Precision::float64);
        compare(apart, Precision::float32);
        compare(load_matrix("water-network:n=15000").csr, Precision::float64);
        if (QTest::currentTestFailed()) return;
        const CsrMatrix chain = load_matrix("tridiagonal:n=200").csr; // each level has only one row
        QVERIFY(
            bind("cg-fused:csr-vector", chain, Precision::float64, Preconditioner::ic0)->detail.find("by cuSPARSE") !=
            std::string::npos);
    }

    void what_cannot_be_is_refused_with_its_row() {
        const auto refusal = [&](const CsrMatrix& a, Preconditioner preconditioner) -> std::string {
            try {
                bind(any(), a, Precision::float64, preconditioner);
            } catch (const Error& error) { return error.code() + ": " + error.what(); }
            return "none";
        };
        const CsrMatrix hole = matrix_of({{{0, 1}}, {{0, 2}}, {{2, 1}}}, 3);
        QVERIFY(refusal(hole, Preconditioner::jacobi).rfind("cg.preconditioner: ", 0) == 0);
        QVERIFY(refusal(hole, Preconditioner::jacobi).find("row 1 ") != std::string::npos);
        QVERIFY(refusal(hole, Preconditioner::ic0).find("row 1 ") != std::string::npos);
        const CsrMatrix indefinite = matrix_of({{{0, 1}, {1, 2}}, {{0, 2}, {1, 3}}}, 2);
        QVERIFY(refusal(indefinite, Preconditioner::ic0).find("row 1 ") != std::string::npos);
        QVERIFY(refusal(matrix_of({{{0, 1}}}, 2), Preconditioner::none).rfind("matrix.shape", 0) == 0);
        const auto cg = bind(any(), hole);
        QVERIFY_THROWS_EXCEPTION(Error, cg->set_right_side({1}));
        const bool is_cuda = machine_->info().kind == MachineKind::cuda;
        try { // with IC(0), it is rejected on CUDA, and not available elsewhere
            bind("cg-persistent", cg_case("laplace2d").a, Precision::float64, Preconditioner::ic0);
            QFAIL("nothing was refused");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string(is_cuda ? "kernel.refused" : "kernel.machine"));
        }
    }

    void parts_leave_the_iteration_as_it_was() {
        const CsrMatrix& a = cg_case("laplace2d").a;
        const auto cg = bind(any(), a, Precision::float64, Preconditioner::jacobi);
        cg->set_right_side(random_vector(a.rows));
        cg->iterate(3, 0);
        const CgState before = cg->state();
        const CgParts parts = cg->parts(3);
        const CgState after = cg->state();
        QVERIFY(before.x == after.x && before.r == after.r && before.p == after.p && before.rz == after.rz);
        if (machine_->info().kind != MachineKind::simulated)
            QVERIFY(parts.spmv > 0 && parts.dots > 0 && parts.updates > 0 && parts.gaps >= 0);
    }
};

WARPLOOM_TEST(CgConformanceTest);
#include "cg_conformance_test.moc"
