// BiCGSTAB and ILU(0) on every machine: examples by hand, unsymmetric matrices, and comparisons with each other.

#include "cg_cases.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/random.h"
#include "kernels/cg/solve.h"
#include "kernels/machine/machine.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

/// Returns a convection-diffusion matrix: 4 on the diagonal, -1 - wind and -1 + wind beside it.
CsrMatrix convection(int n, double wind) {
    std::vector<std::vector<std::pair<int, double>>> rows;
    for (int i = 0; i < n; ++i) {
        std::vector<std::pair<int, double>> row;
        if (i >= 8) row.push_back({i - 8, -1});
        if (i > 0) row.push_back({i - 1, -1 - wind});
        row.push_back({i, 4});
        if (i + 1 < n) row.push_back({i + 1, -1 + wind});
        if (i + 8 < n) row.push_back({i + 8, -1});
        rows.push_back(row);
    }
    return matrix_of(rows, n);
}

/// Returns a matrix whose entries have random positions, magnitudes and signs. The diagonal ensures that it is
/// solvable.
CsrMatrix unsymmetric(int n, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::vector<std::pair<int, double>>> rows;
    for (int i = 0; i < n; ++i) {
        std::vector<double> row(static_cast<std::size_t>(n), 0.0);
        for (int k = 0; k < 5; ++k)
            row[static_cast<std::size_t>(std::abs(random.symmetric()) * (n - 1))] = random.symmetric();
        row[i] = 3 + random.symmetric();
        std::vector<std::pair<int, double>> entries;
        for (int j = 0; j < n; ++j)
            if (row[j] != 0) entries.push_back({j, row[j]});
        rows.push_back(entries);
    }
    return matrix_of(rows, n);
}

} // namespace

class BicgstabTest : public QObject {
    Q_OBJECT

    const std::string machine_id_ = runner::machine();
    std::unique_ptr<Machine> machine_;

    std::unique_ptr<BoundCg> bind(const std::string& kernel, const CsrMatrix& a, Precision p = Precision::float64,
                                  Preconditioner preconditioner = Preconditioner::none) {
        return bind_cg(*machine_, kernel, a, p, preconditioner);
    }
    bool is_host() const { return machine_->info().kind == MachineKind::cpu; }
    std::string over(const char* method) const { return method + std::string(is_host() ? ":cpu-csr" : ":csr-scalar"); }

private slots:
    void initTestCase() {
        try {
            machine_ = open_machine(machine_id_);
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
    }

    void the_incomplete_factors_are_those_made_by_hand() {
        // Without fill-in, these are the complete factors: L = (1; 1/2 1), U = (2 1; 0 5/2).
        const IncompleteLu whole = incomplete_lu(matrix_of({{{0, 2}, {1, 1}}, {{0, 1}, {1, 3}}}, 2));
        QCOMPARE(whole.value, (std::vector<double>{2, 1, 0.5, 2.5}));
        QCOMPARE(whole.diagonal, (std::vector<int>{0, 3}));
        QCOMPARE(whole.lower.levels(), 2);
        // Rows 1 and 2 would cause fill-in in each other's column, which ILU(0) drops: both diagonals are 4 - 1/4.
        const IncompleteLu arrow =
            incomplete_lu(matrix_of({{{0, 4}, {1, 1}, {2, 1}}, {{0, 1}, {1, 4}}, {{0, 1}, {2, 4}}}, 3));
        QCOMPARE(arrow.value, (std::vector<double>{4, 1, 1, 0.25, 3.75, 0.25, 3.75}));
        QCOMPARE(arrow.lower.levels(), 2);
        QCOMPARE(arrow.lower.rows_of(1), 2);
        QCOMPARE(arrow.upper.levels(), 2);
        QCOMPARE(arrow.upper.rows_of(0), 2);
        QCOMPARE(arrow.upper.order.back(), 0);
    }

    void what_cannot_be_factored_is_refused_with_its_row() {
        const auto refusal = [](const CsrMatrix& a) {
            try {
                incomplete_lu(a);
            } catch (const Error& error) { return error.code() + ": " + error.what(); }
            return std::string("none");
        };
        QVERIFY(
            refusal(matrix_of({{{0, 1}}, {{0, 2}}}, 2)).find("row 1 (counted from 0), which has no diagonal entry.") !=
            std::string::npos);
        QVERIFY(refusal(matrix_of({{{0, 1}, {1, 2}}, {{0, 2}, {1, 4}}}, 2))
                    .find("row 1 (counted from 0), because its pivot is 0.") != std::string::npos);
        QVERIFY(refusal(matrix_of({{{0, 0}}}, 1)).starts_with("cg.preconditioner"));
    }

    void two_unknowns_go_as_on_paper() {
        // A = (2 1; 0 1), b = (1, 1): v = A r = (3, 1), α = 2 / 4; x = (1/2, 1/2), s = (-1/2, 1/2); t = A s = (-1/2,
        // 1/2), ω = 1; x = (0, 1), r = 0.
        const auto solver = bind(over("bicgstab"), matrix_of({{{0, 2}, {1, 1}}, {{1, 1}}}, 2));
        solver->set_right_side({1, 1});
        const IterationBatch stretch = solver->iterate(5, 1e-12);
        QCOMPARE(stretch.residuals, std::vector<double>{0});
        QVERIFY(!stretch.breakdown);
        QCOMPARE(solver->x(), (std::vector<double>{0, 1}));
        QCOMPARE(solver->true_residual(), 0.0);
    }

    void what_turns_by_a_quarter_breaks_down_and_says_so() {
        // r·A r = 0 for every r, so there is no first step.
        const auto solver = bind(over("bicgstab"), matrix_of({{{0, 0}, {1, 1}}, {{0, -1}, {1, 0}}}, 2));
        solver->set_right_side({1, 2});
        const CgOutcome outcome = solve_cg(*solver, {});
        QVERIFY2(outcome.end == CgEnd::breakdown, outcome.sentence.c_str());
        QCOMPARE(outcome.breakdown.value_or(0), 1);
        QVERIFY2(outcome.sentence.starts_with("The method broke down at iteration "), outcome.sentence.c_str());
    }

    void unsymmetric_systems_are_solved_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("preconditioner");
        QTest::addColumn<bool>("in_float");
        for (const char* name : {"convection", "strong wind", "random 1", "random 2", "reservoir", "one", "none"})
            for (const auto p : {Preconditioner::none, Preconditioner::jacobi, Preconditioner::ilu0})
                for (const bool in_float : {false, true})
                    QTest::newRow(
                        (std::string(name) + ", " + to_string(p) + (in_float ? ", float" : ", double")).c_str())
                        << QString(name) << static_cast<int>(p) << in_float;
    }
    void unsymmetric_systems_are_solved() {
        QFETCH(QString, name);
        QFETCH(int, preconditioner);
        QFETCH(bool, in_float);
        const CsrMatrix a = name == "convection"    ? convection(200, 0.3)
                            : name == "strong wind" ? convection(200, 0.9)
                            : name == "random 1"    ? unsymmetric(150, 1)
                            : name == "random 2"    ? unsymmetric(333, 2)
                            : name == "reservoir"   ? load_matrix("reservoir:grid=4,block=4").csr
                            : name == "one"         ? matrix_of({{{0, -2}}}, 1)
                                                    : matrix_of({}, 0);
        const std::vector<double> b = random_vector(a.rows);
        const auto solver = bind(over("bicgstab"), a, in_float ? Precision::float32 : Precision::float64,
                                 static_cast<Preconditioner>(preconditioner));
        solver->set_right_side(b);
        CgLimits limits;
        limits.tolerance = in_float ? 2e-5 : 1e-10;
        const CgOutcome outcome = solve_cg(*solver, limits);
        QVERIFY2(outcome.end == CgEnd::converged, outcome.sentence.c_str());
        if (a.rows == 0) return;
        QVERIFY(residual_of(a, b, solver->x()) <= 1.1 * limits.tolerance);
        QCOMPARE(static_cast<std::int64_t>(outcome.history.size()), outcome.iterations);
        const std::vector<double> first = solver->x();
        solver->set_right_side(b);
        const CgOutcome again = solve_cg(*solver, limits);
        QVERIFY(again.history == outcome.history && solver->x() == first); // bitwise equal
    }

    void a_symmetric_system_is_solved_as_well() {
        const CgCase& c = cg_case("laplace2d");
        const std::vector<double> b = random_vector(c.a.rows);
        const auto solver = bind(over("bicgstab"), c.a, Precision::float64, Preconditioner::ilu0);
        solver->set_right_side(b);
        QVERIFY(solve_cg(*solver, {}).end == CgEnd::converged);
        QVERIFY(residual_of(c.a, b, solver->x()) < 1.1e-10);
    }

    void ilu_takes_cg_no_more_iterations_than_ic_and_nearly_the_same() {
        const CgCase& c = cg_case("laplace2d");
        const std::vector<double> b = random_vector(c.a.rows);
        std::int64_t counts[2] = {};
        for (const auto p : {Preconditioner::ic0, Preconditioner::ilu0}) {
            const auto solver = bind(over("cg"), c.a, Precision::float64, p);
            solver->set_right_side(b);
            const CgOutcome outcome = solve_cg(*solver, {});
            QVERIFY2(outcome.end == CgEnd::converged, outcome.sentence.c_str());
            counts[p == Preconditioner::ilu0] = outcome.iterations;
        }
        // For a symmetric matrix, L U equals L Lᵀ up to scaling.
        QVERIFY2(std::abs(counts[0] - counts[1]) <= 1, std::to_string(counts[1]).c_str());
    }

    void ilu_saves_iterations() {
        const CsrMatrix a = convection(400, 0.3);
        const std::vector<double> b = random_vector(a.rows);
        std::int64_t counts[2] = {};
        for (const auto p : {Preconditioner::none, Preconditioner::ilu0}) {
            const auto solver = bind(over("bicgstab"), a, Precision::float64, p);
            solver->set_right_side(b);
            counts[p == Preconditioner::ilu0] = solve_cg(*solver, {}).iterations;
        }
        QVERIFY2(2 * counts[1] < counts[0], std::to_string(counts[1]).c_str());
    }

    void it_goes_on_from_the_state_of_conjugate_gradients() {
        const CgCase& c = cg_case("laplace2d");
        const std::vector<double> b = random_vector(c.a.rows);
        const auto first = bind(over("cg"), c.a), second = bind(over("bicgstab"), c.a), third = bind(over("cg"), c.a);
        for (BoundCg* solver : {first.get(), second.get(), third.get()}) solver->set_right_side(b);
        first->iterate(10, 0);
        second->set_state(first->state());
        QCOMPARE(second->state().iteration, 10);
        QVERIFY(std::abs(second->true_residual() / first->true_residual() - 1) < 1e-9);
        second->iterate(5, 0);
        third->set_state(second->state());
        QCOMPARE(third->state().iteration, 15);
        QVERIFY(solve_cg(*third, {}).end == CgEnd::converged);
    }

    void ic_is_refused() {
        try {
            bind(over("bicgstab"), cg_case("laplace2d").a, Precision::float64, Preconditioner::ic0);
            QFAIL("nothing was refused");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("kernel.refused"));
            QVERIFY(!error.hint().empty());
        }
    }

    void every_product_serves() {
        const CsrMatrix a = convection(100, 0.3);
        const std::vector<double> b = random_vector(a.rows);
        for (const KernelInfo& product : products_of(*machine_)) {
            const auto solver = bind(std::string("bicgstab:") + product.id, a);
            solver->set_right_side(b);
            const CgOutcome outcome = solve_cg(*solver, {});
            QVERIFY2(outcome.end == CgEnd::converged, (product.id + (": " + outcome.sentence)).c_str());
        }
    }

    void a_launch_is_so_many_iterations_from_the_start() {
        const CsrMatrix a = convection(200, 0.3);
        const auto solver = bind(over("bicgstab"), a, Precision::float64, Preconditioner::ilu0);
        solver->set_right_side(random_vector(a.rows));
        solver->iterate(4, 0);
        const std::vector<double> expected = solver->x();
        solver->iterations_per_launch = 4;
        for (int i = 0; i < 2; ++i) solver->enqueue();
        solver->finish();
        QCOMPARE(solver->x(), expected);
    }

    void with_the_product_alone_on_the_gpu_the_numbers_are_those_of_the_host() {
        if (is_host()) QSKIP("cg-offload needs a GPU, real or simulated");
        const CgCase& c = cg_case("laplace2d");
        const std::vector<double> b = random_vector(c.a.rows);
        const auto host = open_machine("cpu");
        const auto offload = bind("cg-offload:csr-scalar", c.a);
        const auto plain = bind_cg(*host, "cg:cpu-csr", c.a, Precision::float64, Preconditioner::none);
        for (BoundCg* solver : {offload.get(), plain.get()}) solver->set_right_side(b);
        const IterationBatch one = offload->iterate(20, 0), other = plain->iterate(20, 0);
        QCOMPARE(one.residuals.size(), other.residuals.size());
        for (std::size_t i = 0; i < one.residuals.size(); ++i)
            QVERIFY(std::abs(one.residuals[i] / other.residuals[i] - 1) < 1e-9);
    }
};

WARPLOOM_TEST(BicgstabTest);
#include "bicgstab_test.moc"
