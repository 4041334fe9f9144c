#include "cg_cases.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "kernels/cg/methods.h"
#include "kernels/cg/solve.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// cg-persistent with sizes that take one block, a cluster, and all multiprocessors. Requires a GPU.

namespace {

/// Returns a grid in which the center is also connected to every fourth point, up to `many` of them.
CsrMatrix hub(int side, int many) {
    const CsrMatrix a = load_matrix("laplace2d:n=" + std::to_string(side)).csr;
    const int n = static_cast<int>(a.rows), centre = n / 2;
    Rows rows(n);
    for (int i = 0; i < n; ++i)
        for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k)
            rows[i].emplace_back(a.column[k], a.value[k]);
    const auto has = [&](int i, int j) {
        return std::any_of(rows[i].begin(), rows[i].end(), [&](const auto& entry) { return entry.first == j; });
    };
    double added = 0;
    for (int j = 0; j < n && added < 0.125 * many; j += 4)
        if (!has(centre, j)) {
            rows[centre].emplace_back(j, -0.125);
            rows[j].emplace_back(centre, -0.125);
            for (auto& [column, value] : rows[j])
                if (column == j) value += 0.125;
            added += 0.125;
        }
    for (auto& [column, value] : rows[centre])
        if (column == centre) value += added;
    for (auto& row : rows) std::sort(row.begin(), row.end());
    return matrix_of(rows, n);
}

} // namespace

class CgResidentTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Machine> machine_;

    std::unique_ptr<BoundCg> bind(const CsrMatrix& a, Precision precision, Preconditioner preconditioner) {
        return bind_cg(*machine_, "cg-persistent", a, precision, preconditioner, 128);
    }

private slots:
    void initTestCase() {
        try {
            machine_ = open_machine(runner::machine());
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
    }

    void systems_of_every_size_are_solved_data() {
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<QString>("blocks");
        const std::pair<const char*, const char*> cases[] = {
            {"laplace2d:n=32", "one block"},       {"tridiagonal:n=1025", "a cluster of 2"},
            {"laplace2d:n=60", "a cluster of"},    {"water-network:n=3001", "a cluster of"},
            {"laplace3d:n=25", "a cluster of 16"}, {"laplace2d:n=181", "a cluster of 16"},
            {"laplace3d:n=40", " blocks of "},     {"banded:n=90001,lower=4,upper=4", " blocks of "},
            {"laplace2d:n=400", " blocks of "},    {"laplace2d:n=182", " blocks of "}};
        if (!machine_) return;
        for (const auto& [matrix, blocks] : cases) QTest::newRow(matrix) << matrix << blocks;
    }
    void systems_of_every_size_are_solved() {
        QFETCH(QString, matrix);
        QFETCH(QString, blocks);
        const CsrMatrix a = load_matrix(matrix.toStdString()).csr;
        const std::vector<double> b = random_vector(a.rows);
        const bool is_tame = matrix.startsWith("laplace"); // otherwise float cannot converge as far
        for (const Precision precision : {Precision::float64, Precision::float32})
            for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::jacobi}) {
                if (precision == Precision::float32 && !is_tame) continue;
                const auto cg = bind(a, precision, preconditioner);
                QVERIFY2(cg->detail.find(blocks.toStdString()) != std::string::npos, cg->detail.c_str());
                cg->set_right_side(b);
                CgLimits limits;
                limits.max_iterations = 100000; // a network takes more than 10,000 iterations
                limits.tolerance = precision == Precision::float64 ? 1e-9 : 1e-4;
                const CgOutcome outcome = solve_cg(*cg, limits);
                QVERIFY2(outcome.end == CgEnd::converged, outcome.sentence.c_str());
                QVERIFY(residual_of(a, b, cg->x()) < 1.01 * limits.tolerance);
            }
    }

    void stretches_may_be_cut_anywhere_and_another_method_goes_on_data() { systems_of_every_size_are_solved_data(); }
    void stretches_may_be_cut_anywhere_and_another_method_goes_on() {
        QFETCH(QString, matrix);
        const CsrMatrix a = load_matrix(matrix.toStdString()).csr;
        const std::vector<double> b = random_vector(a.rows);
        const auto whole = bind(a, Precision::float64, Preconditioner::none);
        const auto cut = bind(a, Precision::float64, Preconditioner::none);
        const auto other = bind_cg(*machine_, "cg:csr-vector", a, Precision::float64, Preconditioner::none, 128);
        for (BoundCg* cg : {whole.get(), cut.get(), other.get()}) cg->set_right_side(b);
        const IterationBatch expected = whole->iterate(20, 0);
        QCOMPARE(expected.residuals.size(), 20U);
        std::vector<double> residuals;
        for (const int count : {1, 2, 7}) {
            const IterationBatch part = cut->iterate(count, 0);
            residuals.insert(residuals.end(), part.residuals.begin(), part.residuals.end());
            cut->true_residual();
        }
        for (int i = 0; i < 10; ++i) QCOMPARE(residuals[i], expected.residuals[i]);
        other->set_state(cut->state());
        const IterationBatch after = other->iterate(10, 0);
        for (int i = 0; i < 10; ++i) QVERIFY(std::abs(after.residuals[i] / expected.residuals[10 + i] - 1) < 1e-7);
        // And back again: with a new p, whose product has not been computed.
        cut->set_state(other->state());
        QCOMPARE(cut->iterate(5, 0).residuals.size(), 5U);
        QVERIFY(std::abs(cut->true_residual() - residual_of(a, b, cut->x())) < 1e-12);
    }

    void a_long_row_is_added_up_by_one_thread_and_a_longer_one_is_refused() {
        if (!machine_) return;
        for (const int side : {30, 60, 190}) {
            const CsrMatrix a = hub(side, std::min(1000, side * side / 8));
            const std::vector<double> b = random_vector(a.rows);
            const auto cg = bind(a, Precision::float64, Preconditioner::jacobi);
            cg->set_right_side(b);
            QVERIFY(solve_cg(*cg, {}).end == CgEnd::converged);
            QVERIFY(residual_of(a, b, cg->x()) < 1e-9);
        }
        for (const CsrMatrix& a : {hub(190, 1100), load_matrix("laplace2d:n=1000").csr}) try {
                bind(a, Precision::float64, Preconditioner::none);
                QFAIL("must be refused");
            } catch (const Error& error) {
                QCOMPARE(error.code(), std::string("kernel.refused"));
                QVERIFY(!error.hint().empty());
            }
    }
};

WARPLOOM_TEST(CgResidentTest);
#include "cg_resident_test.moc"
