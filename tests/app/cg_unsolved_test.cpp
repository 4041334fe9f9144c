// Conjugate gradients on unsuitable matrices, and with kernels that compute wrong products.
#include "app/advice/advise.h"
#include "app/inputs/inputs.h"
#include "app/operations/cg.h"
#include "app/operations/cg_checks.h"
#include "app/run/runner.h"
#include "app/solve/cg_session.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "support/runner.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace warploom;
using namespace warploom::app;

namespace {

/// A matrix entry. Entries are listed by row, with ascending columns.
struct Stored {
    std::int64_t row;
    std::int32_t column;
    double value;
};
Matrix matrix_of(std::int64_t n, const std::vector<Stored>& entries) {
    Matrix made;
    made.name = "by hand";
    made.csr.rows = made.csr.cols = n;
    for (std::int64_t row = 0; row < n; ++row) {
        for (const Stored& each : entries)
            if (each.row == row) {
                made.csr.column.push_back(each.column);
                made.csr.value.push_back(each.value);
            }
        made.csr.row_pointer.push_back(made.csr.nonzeros());
    }
    return made;
}
/// Returns the matrix with 2 on the diagonal and -1 below it; if `is_whole`, also above it.
Matrix second_differences(std::int64_t n, bool is_whole) {
    std::vector<Stored> entries;
    for (std::int64_t i = 0; i < n; ++i) {
        if (i > 0) entries.push_back({i, static_cast<std::int32_t>(i - 1), -1});
        entries.push_back({i, static_cast<std::int32_t>(i), 2});
        if (is_whole && i + 1 < n) entries.push_back({i, static_cast<std::int32_t>(i + 1), -1});
    }
    return matrix_of(n, entries);
}

RunSettings quick(const std::string& kernel) {
    RunSettings settings;
    settings.kernels = {kernel};
    settings.quick = true;
    settings.cache = CacheState::warm;
    settings.time_limit = 0.05;
    return settings;
}
Row solved(kernels::Machine& machine, const Matrix& matrix, const RunSettings& settings) {
    CgProblem problem(std::make_shared<const Matrix>(matrix));
    return run_problem(machine, problem, settings).results.at(0);
}

} // namespace

class CgUnsolvedTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        machines_ = kernels::machines();
        cpu_ = find_machine(machines_, "cpu");
        card_ = find_machine(machines_, "simulated:h200");
    }

    void a_row_says_why_cg_does_not_apply_data() {
        QTest::addColumn<QString>("which");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("half") << "half"
                              << "cg.not_symmetric"
                              << "Only the lower triangle is stored (29 entries";
        QTest::newRow("upper") << "upper"
                               << "cg.not_symmetric"
                               << "Only the upper triangle is stored (1 entry above";
        QTest::newRow("unsymmetric") << "unsymmetric"
                                     << "cg.not_symmetric"
                                     << "entry (1, 0) is 2, but entry (0, 1) is 1 (counted from 0).";
        QTest::newRow("skew") << "skew"
                              << "cg.not_symmetric"
                              << "skew-symmetric";
        QTest::newRow("indefinite") << "indefinite"
                                    << "cg.not_positive_definite"
                                    << "-40";
        QTest::newRow("negative") << "negative"
                                  << "cg.not_positive_definite"
                                  << "all entries on its diagonal are negative";
        QTest::newRow("NaN") << "NaN"
                             << "cg.not_finite"
                             << "is nan";
    }
    void a_row_says_why_cg_does_not_apply() {
        QFETCH(QString, which);
        QFETCH(QString, code);
        QFETCH(QString, words);
        const Matrix matrix = which == "half"          ? second_differences(30, false)
                              : which == "upper"       ? matrix_of(3, {{0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {2, 2, 1}})
                              : which == "unsymmetric" ? matrix_of(2, {{0, 0, 4}, {0, 1, 1}, {1, 0, 2}, {1, 1, 4}})
                              : which == "skew"        ? matrix_of(2, {{0, 1, 3}, {1, 0, -3}})
                              : which == "negative"    ? matrix_of(2, {{0, 0, -2}, {0, 1, 1}, {1, 0, 1}, {1, 1, -2}})
                              : which == "NaN"         ? matrix_of(2, {{0, 0, 1}, {1, 1, std::nan("")}})
                                               : matrix_of(2, {{0, 0, 4}, {0, 1, -68}, {1, 0, -68}, {1, 1, -40}});
        for (kernels::Machine* const machine : {cpu_.get(), card_.get()}) {
            const Row row = solved(*machine, matrix, quick(machine == cpu_.get() ? "cg:cpu-csr" : "cg:csr-scalar"));
            QVERIFY(row.status == RowStatus::wrong);
            QCOMPARE(row.code.c_str(), qPrintable(code));
            QVERIFY2(row.reason.find(words.toStdString()) != std::string::npos, row.reason.c_str());
            QVERIFY(!row.has_time() && !row.hint.empty());
        }
        if (which != "NaN") {
            const Row other = solved(*cpu_, matrix, quick("bicgstab:cpu-csr"));
            // This is not an obstacle for BiCGSTAB.
            QVERIFY2(other.reason.find("CG") == std::string::npos, other.reason.c_str());
        }
    }

    void bicgstab_solves_an_unsymmetric_matrix() {
        const Matrix matrix = matrix_of(2, {{0, 0, 4}, {0, 1, 1}, {1, 0, 2}, {1, 1, 4}});
        const Row row = solved(*cpu_, matrix, quick("bicgstab:cpu-csr"));
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
        QVERIFY(row.own<CgResult>()->true_residual <= 1e-10);
    }

    void an_indefinite_matrix_that_its_entries_do_not_show_is_found_by_its_breakdown() {
        // The eigenvalues are 1 - 0.9 sqrt(2) < 0, 1 and 1 + 0.9 sqrt(2), but every 2 x 2 minor is positive, and the
        // rows 0, 200 and 400 are too far apart to be in one factored block.
        std::vector<Stored> entries;
        for (std::int32_t row = 0; row < 600; ++row) {
            if (row == 200 || row == 400) entries.push_back({row, row - 200, 0.9});
            entries.push_back({row, row, 1});
            if (row == 0 || row == 200) entries.push_back({row, row + 200, 0.9});
        }
        const Matrix matrix = matrix_of(600, entries);
        QVERIFY(examine_definiteness(matrix.csr).obstacle == Obstacle::none);
        const Row row = solved(*cpu_, matrix, quick("cg:cpu-csr"));
        // For any b, either p·Ap becomes negative, or the solution is correct.
        QVERIFY2(row.status == RowStatus::ok || row.code == "cg.not_positive_definite", row.reason.c_str());
        if (row.status == RowStatus::ok) QVERIFY(row.own<CgResult>()->true_residual <= 1e-10);
        else QVERIFY2(row.reason.find("p·Ap = -") != std::string::npos, row.reason.c_str());
    }

    void singular_matrices_with_a_solution_are_solved() {
        const Row pair =
            solved(*cpu_, matrix_of(2, {{0, 0, 1}, {0, 1, -1}, {1, 0, -1}, {1, 1, 1}}), quick("cg:cpu-csr"));
        QVERIFY2(pair.status == RowStatus::ok, pair.reason.c_str());
        const Row empty_row = solved(*cpu_, matrix_of(2, {{0, 0, 3}}), quick("cg:cpu-csr"));
        QVERIFY2(empty_row.status == RowStatus::ok, empty_row.reason.c_str());
        QVERIFY(empty_row.detail.find("row 1") != std::string::npos);
        const Row zero = solved(*cpu_, matrix_of(1, {{0, 0, 0}}), quick("cg:cpu-csr"));
        QVERIFY2(zero.status == RowStatus::ok, zero.reason.c_str());
    }

    void a_singular_matrix_without_a_solution_ends_with_the_reason() {
        Matrix matrix = matrix_of(2, {{0, 0, 1}, {0, 1, -1}, {1, 0, -1}, {1, 1, 1}});
        matrix.right_side = {1, 1}; // outside the range of A, which is spanned by (1, -1)
        CgProblem problem(std::make_shared<const Matrix>(matrix), "given");
        RunSettings settings = quick("cg:cpu-csr");
        settings.cg.rhs = "given";
        const Row row = run_problem(*cpu_, problem, settings).results.at(0);
        QVERIFY(row.status == RowStatus::wrong);
        QCOMPARE(row.code, std::string("cg.breakdown"));
        QVERIFY2(row.reason.find("singular") != std::string::npos, row.reason.c_str());
    }

    void rounding_is_no_asymmetry() {
        Matrix matrix = second_differences(30, true);
        for (double& value : matrix.csr.value)
            if (value == -1) {
                value = std::nextafter(-1.0, 0.0); // change only this entry
                break;
            }
        const Row row = solved(*cpu_, matrix, quick("cg:cpu-csr"));
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
        QVERIFY(row.detail.find("symmetric") == std::string::npos);
    }

    void a_huge_condition_number_is_an_honest_failure() {
        std::vector<Stored> entries;
        constexpr int n = 12; // Hilbert matrix; condition number 1.7e16
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) entries.push_back({i, j, 1.0 / (i + j + 1)});
        RunSettings settings = quick("cg:cpu-csr");
        settings.cg.limit = 6;
        const Row row = solved(*cpu_, matrix_of(n, entries), settings);
        QVERIFY(row.status == RowStatus::wrong);
        QCOMPARE(row.code, std::string("cg.not_converged"));
        QVERIFY2(row.reason.find("Not converged within 6 iterations: the true residual is") == 0, row.reason.c_str());
        QVERIFY2(row.reason.find("The tolerance is 1e-10.") != std::string::npos, row.reason.c_str());
    }

    void a_product_that_repeats_an_old_result_makes_cg_wrong() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("replay.cu").toStdString();
        std::ofstream(file) << R"(// title: computes once
// format: csr
template <typename T>
__global__ void replay(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* store,
                       int* is_done) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    if (is_done[row] == 0) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        store[row] = sum;
        is_done[row] = 1;
    }
    y[row] = store[row];
}
template <typename T>
__global__ void clear(int rows, int* is_done) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) is_done[row] = 0;
}
template <typename T>
void prepare(int rows, T* store, int* is_done, int block) {
    clear<T><<<(rows + block - 1) / block, block>>>(rows, is_done);
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* store, int* is_done,
         int block) {
    replay<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, store, is_done);
}
)";
        const Row row = solved(*card_, second_differences(40, true), quick("cg:" + file));
        QVERIFY2(row.status != RowStatus::ok, row.reason.c_str());
        QVERIFY2(row.code != "cg.not_positive_definite", row.reason.c_str()); // the matrix is not the cause
        CgChoice choice;
        choice.machine = "simulated:h200";
        choice.kernel = "cg:" + file;
        QVERIFY_THROWS_EXCEPTION(
            Error, CgSession(machines_, std::make_shared<const Matrix>(second_differences(40, true)), choice, {}));
    }

    void advice_on_cg_takes_bicgstab_where_cg_does_not_apply() {
        Inputs inputs;
        AdviceSettings settings;
        settings.operation = Operation::cg;
        const AdvisedMachine machine = advised_machine(*card_);
        const protocol::Advice on_random = advise(inputs, "random-rows:n=60,fraction=0.1", machine, settings);
        QVERIFY2(on_random.take.rfind("bicgstab:", 0) == 0, on_random.take.c_str());
        QVERIFY2(on_random.sentence.find("not symmetric") != std::string::npos, on_random.sentence.c_str());
        for (const auto& kernel : on_random.kernels) QVERIFY(kernel.kernel.rfind("cg:", 0) != 0);
        QVERIFY(advise(inputs, "laplace2d:n=12", machine, settings).take.rfind("cg:", 0) == 0);
    }

    void the_live_solution_says_the_obstacle_once_it_has_ended() {
        CgChoice choice;
        choice.machine = "cpu";
        choice.kernel = "cg:cpu-csr";
        CgSession session(machines_, std::make_shared<const Matrix>(second_differences(30, false)), choice, {});
        QVERIFY(session.standing().obstacle.empty());
        session.advance(0, [](std::int64_t, const std::vector<double>&) { return true; });
        QVERIFY(session.standing().state != "running");
        QVERIFY(session.standing().obstacle.find("Only the lower triangle is stored") != std::string::npos);
    }

private:
    MachineList machines_;
    std::shared_ptr<kernels::Machine> cpu_, card_;
};

WARPLOOM_TEST(CgUnsolvedTest);
#include "cg_unsolved_test.moc"
