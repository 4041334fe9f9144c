#include "engine/measure/ata_reference.h"

#include "engine/generators/matrix_source.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace warploom;
using namespace warploom::measure;

// The reference product, the errors that the check must detect, the differences that it must accept, and the generation
// of dense matrices.

namespace {

/// Computes C = AᵀA in long double, rounded once: the best possible result.
std::vector<double> plain_product(const DenseMatrix& a) {
    std::vector<double> c(static_cast<std::size_t>(a.cols * a.cols));
    for (std::int64_t i = 0; i < a.cols; ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
            long double sum = 0;
            for (std::int64_t k = 0; k < a.rows; ++k)
                sum += static_cast<long double>(a.value[k * a.cols + i]) *
                       static_cast<long double>(a.value[k * a.cols + j]);
            c[i * a.cols + j] = c[j * a.cols + i] = static_cast<double>(sum);
        }
    return c;
}

DenseMatrix drawn(std::int64_t rows, std::int64_t cols) {
    return load_dense_matrix("dense:rows=" + std::to_string(rows) + ",cols=" + std::to_string(cols) + ",seed=3");
}

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

class MeasureAtaCheckTest : public QObject {
    Q_OBJECT

    // m n² is too large to compare all elements.
    const DenseMatrix large_ = drawn(20, 3300);
    const AtaReference reference_ = ata_reference(large_, false);
    const std::vector<double> right_ = plain_product(large_);

private slots:
    void three_rows_and_two_columns_by_hand() {
        const DenseMatrix a{3, 2, {1, 2, 3, 4, 5, 6}};
        const AtaReference r = ata_reference(a, false);
        QVERIFY(r.is_whole);
        QCOMPARE(r.checked_entries(), 3);
        QCOMPARE(static_cast<double>(r.value[0]), 35.0);
        QCOMPARE(static_cast<double>(r.value[1]), 44.0);
        QCOMPARE(static_cast<double>(r.value[2]), 56.0);
        QVERIFY(check_ata(r, {35, 44, 44, 56}).is_right());
        QCOMPARE(check_ata(r, {35, 44, 44, 56}).bound_ratio, 0.0);
    }

    void an_entry_beyond_its_bound_is_named() {
        const DenseMatrix a{3, 2, {1, 2, 3, 4, 5, 6}};
        const AtaReference r = ata_reference(a, false);
        const double bound = 2 * 3 * 0x1p-53 * 44;
        QVERIFY(check_ata(r, {35, 44 + bound * 0.9, 44 + bound * 0.9, 56}).is_right());
        const AtaCheck check = check_ata(r, {35, 44 + 3 * bound, 44 + 3 * bound, 56});
        QVERIFY(!check.is_right());
        QVERIFY(check.bound_ratio > 2.5 && check.bound_ratio < 3.5);
        QCOMPARE(check.worst_row, 1);
        QCOMPARE(check.worst_column, 0);
        QVERIFY2(check.complaint.rfind("Entry (1, 0) of C", 0) == 0, check.complaint.c_str());
    }

    void a_mirror_that_differs_in_one_bit_is_asymmetric_but_right() {
        const AtaReference r = ata_reference({3, 2, {1, 2, 3, 4, 5, 6}}, false);
        const AtaCheck check = check_ata(r, {35, std::nextafter(44.0, 45.0), 44, 56});
        QVERIFY(check.is_right());
        QVERIFY(!check.is_symmetric());
        QVERIFY2(check.asymmetry.rfind("Entry (1, 0)", 0) == 0, check.asymmetry.c_str());
    }

    void an_entry_is_wrong_on_either_side_of_the_diagonal() {
        const AtaReference r = ata_reference({3, 2, {1, 2, 3, 4, 5, 6}}, false);
        const AtaCheck below = check_ata(r, {35, 44, 45, 56}), above = check_ata(r, {35, 45, 44, 56});
        QVERIFY(!below.is_right() && !above.is_right());
        QCOMPARE(below.worst_row, 1);
        QCOMPARE(below.worst_column, 0);
        QCOMPARE(above.worst_row, 0);
        QCOMPARE(above.worst_column, 1);
    }

    void the_place_of_an_asymmetry_is_told() {
        const AtaReference r = ata_reference(DenseMatrix{1, 3, {1, 1, 1}}, false);
        QCOMPARE(check_ata(r, {1, 1, 1, 1, 1, 1, 1, std::nextafter(1.0, 2.0), 1}).asymmetry,
                 std::string("Entry (2, 1) of C (counted from 0) and its mirror entry are not bitwise equal."));
    }

    void a_zero_with_the_other_sign_is_asymmetric() {
        QVERIFY(!check_ata(ata_reference({1, 2, {0, 1}}, false), {0, 0.0, -0.0, 1}).is_symmetric());
    }

    void an_entry_that_nobody_wrote_is_wrong_on_either_side_of_the_diagonal() {
        const AtaReference r = ata_reference({3, 2, {1, 2, 3, 4, 5, 6}}, false);
        QVERIFY(!check_ata(r, {35, not_a_number, 44, 56}).is_right());
        QVERIFY(!check_ata(r, {35, 44, not_a_number, 56}).is_right());
    }

    void a_result_of_another_size_is_wrong() {
        QVERIFY(!check_ata(ata_reference({1, 2, {1, 1}}, false), {1, 1, 1}).is_right());
    }

    void sums_without_terms_are_zero() {
        const AtaReference r = ata_reference({0, 2, {}}, false);
        QVERIFY(check_ata(r, {0, 0, 0, 0}).is_right());
        QVERIFY(!check_ata(r, {0, 0, 0, 1e-300}).is_right());
        QVERIFY(check_ata(ata_reference({5, 0, {}}, false), {}).is_right());
    }

    void a_nan_stays_in_its_row_and_column() {
        const AtaReference r = ata_reference({1, 3, {2, not_a_number, 3}}, false);
        QVERIFY(check_ata(r, {4, not_a_number, 6, not_a_number, not_a_number, not_a_number, 6, not_a_number, 9})
                    .is_right());
        QVERIFY(!check_ata(r, {4, not_a_number, not_a_number, not_a_number, not_a_number, not_a_number, not_a_number,
                               not_a_number, 9})
                     .is_right());
        QVERIFY(!check_ata(r, {4, 0, 6, 0, not_a_number, not_a_number, 6, not_a_number, 9}).is_right());
    }

    void a_sum_that_may_overflow_may_be_infinite() {
        const double big = 1e200, infinite = std::numeric_limits<double>::infinity();
        const AtaReference r = ata_reference({1, 2, {big, 1}}, false);
        QVERIFY(check_ata(r, {infinite, big, big, 1}).is_right());
        QVERIFY(!check_ata(r, {infinite, infinite, infinite, 1}).is_right());
    }

    void float_is_compared_with_rounded_values_and_a_wider_bound() {
        const DenseMatrix a{1, 1, {0.1}};
        const double square = static_cast<double>(0.1f) * static_cast<double>(0.1f);
        const AtaReference r = ata_reference(a, true);
        QVERIFY(check_ata(r, {static_cast<double>(static_cast<float>(square))}).is_right());
        QVERIFY(!check_ata(ata_reference(a, false), {static_cast<double>(static_cast<float>(square))}).is_right());
    }

    void a_large_matrix_is_compared_at_chosen_places_and_by_a_drawn_vector() {
        QVERIFY(!reference_.is_whole);
        QVERIFY(reference_.checked_entries() > 3300);
        for (const std::int64_t column : {0, 15, 16, 47, 48, 127, 128, 3199, 3200, 3299})
            QVERIFY(std::binary_search(reference_.column.begin(), reference_.column.end(), column));
        const AtaCheck check = check_ata(reference_, right_);
        QVERIFY2(check.is_right(), check.complaint.c_str());
        QVERIFY(check.is_symmetric());
        QCOMPARE(check.checked_entries, reference_.checked_entries());
        QVERIFY(check.bound_ratio < 0.1);
    }

    void a_wrong_entry_between_the_chosen_places_is_seen() {
        std::int64_t row = 2000, column = 1000;
        const auto is_chosen = [&](std::int64_t j) {
            return std::binary_search(reference_.column.begin(), reference_.column.end(), j);
        };
        while (is_chosen(row)) ++row;
        while (is_chosen(column)) ++column;
        std::vector<double> wrong = right_;
        wrong[row * 3300 + column] *= 1 + 1e-9;
        wrong[column * 3300 + row] *= 1 + 1e-9;
        const AtaCheck check = check_ata(reference_, wrong);
        QVERIFY(!check.is_right());
        QVERIFY(check.worst_row == row || check.worst_row == column);
        QCOMPARE(check.worst_column, -1);
        wrong[row * 3300 + column] = wrong[column * 3300 + row] = not_a_number;
        QVERIFY(!check_ata(reference_, wrong).is_right());
    }

    void a_column_of_nothing_does_not_hide_a_wrong_entry_of_another() {
        DenseMatrix a = large_;
        a.value[5] = not_a_number; // in column 5
        const AtaReference reference = ata_reference(a, false);
        std::vector<double> c = right_;
        for (std::int64_t j = 0; j < 3300; ++j) c[5 * 3300 + j] = c[j * 3300 + 5] = not_a_number;
        QVERIFY(check_ata(reference, c).is_right());
        std::int64_t row = 2000, column = 1000;
        const auto is_chosen = [&](std::int64_t j) {
            return std::binary_search(reference.column.begin(), reference.column.end(), j);
        };
        while (is_chosen(row)) ++row;
        while (is_chosen(column)) ++column;
        c[row * 3300 + column] *= 1 + 1e-6;
        QVERIFY(!check_ata(reference, c).is_right());
    }

    void the_check_does_not_depend_on_the_number_of_threads() {
        const AtaReference again = ata_reference(large_, false, 1, {}, 1);
        QVERIFY(again.value == reference_.value && again.product == reference_.product);
    }

    void a_dense_matrix_has_the_values_of_the_generator() {
        const DenseMatrix direct = load_dense_matrix("dense:rows=7,cols=5,seed=11");
        const Matrix made = load_matrix("dense:rows=7,cols=5,seed=11");
        QCOMPARE(direct.rows, 7);
        QCOMPARE(direct.cols, 5);
        QVERIFY(direct.value == made.csr.value);
        QVERIFY(load_dense_matrix("dense:rows=7,cols=5,seed=11", {}, 1).value == direct.value);
    }

    void a_dense_matrix_of_known_values_has_a_known_product() {
        const DenseMatrix a = load_dense_matrix("dense:rows=4,cols=8,fill=1");
        QVERIFY(a.value == load_matrix("dense:rows=4,cols=8,fill=1").csr.value);
        const AtaReference reference = ata_reference(a, false);
        for (int i = 0; i < 8; ++i)
            for (int j = 0; j < 8; ++j) {
                double sum = 0;
                for (int k = 0; k < 4; ++k) sum += a.value[k * 8 + i] * a.value[k * 8 + j];
                QCOMPARE(sum, 4.0 * (i + 1) * (j + 1));
            }
        QVERIFY(!reference.value.empty());
    }

    void another_matrix_is_filled_up_with_zeros() {
        const DenseMatrix a = load_dense_matrix("tridiagonal:n=3");
        QVERIFY((a.value == std::vector<double>{2, -1, 0, -1, 2, -1, 0, -1, 2}));
    }

    void a_matrix_whose_product_does_not_fit_is_refused_with_the_figure() {
        for (const char* name : {"dense:rows=1,cols=200000000", "dense:rows=2000000000,cols=2000"}) try {
                load_dense_matrix(name);
                QFAIL("It was not refused.");
            } catch (const Error& error) {
                QCOMPARE(error.code(), std::string("memory.limit"));
                QVERIFY2(std::string(error.what()).find("iB") != std::string::npos, error.what());
            }
    }

    void a_complex_matrix_is_refused() {
        Matrix matrix;
        matrix.name = "c.mtx";
        matrix.field = Field::complex;
        try {
            dense_matrix_of(matrix);
            QFAIL("It was not refused.");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("matrix.unsupported")); }
    }
};

WARPLOOM_TEST(MeasureAtaCheckTest);
#include "measure_ata_reference_test.moc"
