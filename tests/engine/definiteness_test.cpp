#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/definiteness.h"
#include "engine/matrix/lower_factor.h"
#include "engine/matrix/negative_curvature.h"
#include "engine/matrix/statistics.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace warploom;

namespace {

constexpr double no = std::numeric_limits<double>::infinity(); ///< not stored

CsrMatrix matrix_of(const std::vector<std::vector<double>>& rows) {
    CsrMatrix a;
    a.rows = static_cast<std::int64_t>(rows.size());
    a.cols = static_cast<std::int64_t>(rows.front().size());
    for (const auto& row : rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (row[column] == no) continue;
            a.column.push_back(static_cast<std::int32_t>(column));
            a.value.push_back(row[column]);
        }
        a.row_pointer.push_back(a.nonzeros());
    }
    return a;
}

} // namespace

class DefinitenessTest : public QObject {
    Q_OBJECT
private slots:
    void what_rules_cg_out_is_found_with_its_proof_data() {
        QTest::addColumn<std::vector<std::vector<double>>>("rows");
        QTest::addColumn<QString>("obstacle");
        QTest::addColumn<QString>("proof");
        using M = std::vector<std::vector<double>>;
        const double nan = std::nan("");
        QTest::newRow("positive definite") << M{{2, -1}, {-1, 2}} << "none"
                                           << "";
        QTest::newRow("half of a symmetric matrix") << M{{2, no}, {-1, 2}} << "not_symmetric"
                                                    << "Only the lower triangle is stored (1 entry below the diagonal, "
                                                       "none above it), but the matrix is declared "
                                                       "general: did you mean symmetric?";
        QTest::newRow("upper triangle") << M{{1, 1, no}, {no, 1, no}, {no, no, 1}} << "not_symmetric"
                                        << "Only the upper triangle is stored (1 entry above the diagonal, none below "
                                           "it), but the matrix is declared "
                                           "general: did you mean symmetric?";
        QTest::newRow("unsymmetric pattern") << M{{4, 1, 1}, {no, 4, 1}, {1, 1, 4}} << "not_symmetric"
                                             << "entry (0, 1) is 1, but entry (1, 0) is not stored";
        QTest::newRow("unsymmetric values") << M{{4, 1}, {2, 4}} << "not_symmetric"
                                            << "entry (1, 0) is 2, but entry (0, 1) is 1";
        QTest::newRow("skew") << M{{no, 3}, {-3, no}} << "not_symmetric"
                              << "skew-symmetric";
        QTest::newRow("permuted rows") << M{{no, 2}, {3, no}} << "not_symmetric"
                                       << "entry (1, 0) is 3, but entry (0, 1) is 2";
        QTest::newRow("negative definite") << M{{-2, 1}, {1, -2}} << "not_positive_definite"
                                           << "all entries on its diagonal are negative";
        QTest::newRow("indefinite") << M{{4, -68}, {-68, -40}} << "not_positive_definite"
                                    << "its diagonal entry (1, 1) (counted from 0) is -40";
        QTest::newRow("indefinite with a positive diagonal")
            << M{{1, 2}, {2, 1}} << "not_positive_definite"
            << "entry (0, 1) (counted from 0) is 2, but the diagonal entries of its row and column are 1 and 1.";
        QTest::newRow("zero on the diagonal")
            << M{{no, 1}, {1, 2}} << "not_positive_definite"
            << "entry (0, 1) (counted from 0) is 1, but the diagonal entries of its row and column are 0 and 2.";
        // Its eigenvalue 1 - 0.9 sqrt(2) is negative, but all its 2 x 2 minors are positive. The pivots are 1, 0.19 and
        // 1 - 0.81 / 0.19.
        QTest::newRow("indefinite with positive minors")
            << M{{1, 0.9, 0}, {0.9, 1, 0.9}, {0, 0.9, 1}} << "not_positive_definite"
            << "the Cholesky factorization of its rows and columns 0 to 2 (counted from 0) ends with the pivot -3.26";
        QTest::newRow("positive definite, not dominant") << M{{1, 0.6, 0}, {0.6, 1, 0.6}, {0, 0.6, 1}} << "none"
                                                         << "";
        // Each row sums to 0, and the last pivot is 0 within rounding errors.
        QTest::newRow("singular, not dominant") << M{{1, 0.7, -1.7}, {0.7, 2, -2.7}, {-1.7, -2.7, 4.4}} << "none"
                                                << "";
        QTest::newRow("NaN") << M{{1, nan}, {nan, 1}} << "not_finite"
                             << "Entry (0, 1) (counted from 0) is nan";
        QTest::newRow("one NaN on the diagonal") << M{{nan, 0}, {0, 1}} << "not_finite"
                                                 << "Entry (0, 0)";
        QTest::newRow("rectangular") << M{{1, 0, 0}, {0, 1, 0}} << "not_square"
                                     << "This matrix is not square: it is 2 x 3.";
        QTest::newRow("1 x 1 zero") << M{{0}} << "none"
                                    << "";
        QTest::newRow("singular") << M{{1, -1}, {-1, 1}} << "none"
                                  << "";
        QTest::newRow("a zero stored on one side only") << M{{1, 0}, {no, 1}} << "none"
                                                        << "";
        QTest::newRow("asymmetry of rounding") << M{{2, -1}, {-1 - 1e-17, 2}} << "none"
                                               << "";
        QTest::newRow("asymmetry of an ulp") << M{{2, 0.1}, {0.1 + 1.4e-17, 2}} << "none"
                                             << "";
        QTest::newRow("asymmetry of seven digits") << M{{2, -1}, {-1.0000001, 2}} << "none"
                                                   << "";
        QTest::newRow("asymmetry of five digits") << M{{2, -1}, {-1.00001, 2}} << "not_symmetric"
                                                  << "is -1.00001, but entry (0, 1) is -1 (counted";
    }
    void what_rules_cg_out_is_found_with_its_proof() {
        QFETCH(std::vector<std::vector<double>>, rows);
        QFETCH(QString, obstacle);
        QFETCH(QString, proof);
        const DefinitenessReport report = examine_definiteness(matrix_of(rows));
        QCOMPARE(QString(to_string(report.obstacle)), obstacle);
        QVERIFY2(report.sentence.find(proof.toStdString()) != std::string::npos, report.sentence.c_str());
        QCOMPARE(report.sentence.empty(), obstacle == "none");
        QCOMPARE(report.hint.empty(), obstacle == "none");
    }

    // The matrix is block diagonal. Only one of its blocks is indefinite, in the middle of 1,000 rows, so that it is in
    // a sampled block.
    void an_indefinite_block_of_a_large_matrix_is_found() {
        CsrMatrix a;
        a.rows = a.cols = 1000;
        for (std::int32_t row = 0; row < 1000; ++row) {
            const double beside = row / 100 == 5 ? 0.9 : 0.6;
            for (std::int32_t column = std::max(0, row - 1); column <= std::min(999, row + 1); ++column) {
                a.column.push_back(column);
                a.value.push_back(row == column ? 1 : row / 100 == column / 100 ? beside : 0);
            }
            a.row_pointer.push_back(a.nonzeros());
        }
        const DefinitenessReport report = examine_definiteness(a);
        QCOMPARE(to_string(report.obstacle), "not_positive_definite");
        QVERIFY2(report.sentence.find("Cholesky") != std::string::npos, report.sentence.c_str());
    }
    void matrices_of_differences_have_no_negative_pivot() {
        for (const char* const name : {"laplace2d:n=40", "laplace3d:n=9", "tridiagonal:n=300", "grid2d:n=20"}) try {
                const Matrix matrix = load_matrix(name);
                QVERIFY2(!find_negative_curvature(matrix.csr), name);
            } catch (const Error& error) { QCOMPARE(error.code(), std::string("matrix.unknown")); }
    }

    void a_small_asymmetry_and_an_empty_row_are_remarked() {
        QVERIFY(examine_definiteness(matrix_of({{2, -1}, {-1, 2}})).remark.empty());
        QVERIFY(examine_definiteness(matrix_of({{2, -1}, {-1.0000001, 2}})).remark.find("5e-08") != std::string::npos);
        QVERIFY(examine_definiteness(matrix_of({{2, 0}, {0, 0}})).remark.find("row 1") != std::string::npos);
    }

    void the_statistics_of_a_matrix_say_the_same() {
        const Matrix laplace = load_matrix("laplace2d:n=9");
        QVERIFY(matrix_statistics(laplace).definiteness.obstacle == Obstacle::none);
        const Matrix random = load_matrix("random-rows:n=64,fraction=0.2,seed=7");
        QVERIFY(matrix_statistics(random).definiteness.obstacle == Obstacle::not_symmetric);
    }

    void what_a_triangular_solve_leaves_out_is_counted() {
        QCOMPARE(lower_factor_note(matrix_of({{2, no}, {1, 3}})), std::string());
        QCOMPARE(lower_factor_note(matrix_of({{2, 7}, {1, 3}})), std::string("1 entry above the diagonal is ignored."));
        QCOMPARE(lower_factor_note(matrix_of({{2, 1, 1}, {no, 2, 1}, {no, no, 2}})),
                 std::string("3 entries above the diagonal are ignored. The matrix is upper triangular, so only its "
                             "diagonal is used."));
        QCOMPARE(lower_factor_note(matrix_of({{no, no}, {5, no}})),
                 std::string("The matrix stores no diagonal, so ones are used."));
        QCOMPARE(matrix_statistics(load_matrix("laplace2d:n=2")).lower_factor_note,
                 std::string("4 entries above the diagonal are ignored."));
    }
};

WARPLOOM_TEST(DefinitenessTest);
#include "definiteness_test.moc"
