#include "engine/measure/reference.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace warploom;
using namespace warploom::measure;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The matrix {1 2 .}, {. . .}, {. 3 4}.
CsrMatrix small_matrix() {
    CsrMatrix a;
    a.rows = a.cols = 3;
    a.row_pointer = {0, 2, 2, 4};
    a.column = {0, 1, 1, 2};
    a.value = {1, 2, 3, 4};
    return a;
}

CsrMatrix one_row(std::vector<double> values) {
    CsrMatrix a;
    a.rows = 1;
    a.cols = static_cast<std::int64_t>(values.size());
    a.row_pointer = {0, a.cols};
    for (std::int32_t j = 0; j < a.cols; ++j) a.column.push_back(j);
    a.value = std::move(values);
    return a;
}

} // namespace

class MeasureReferenceTest : public QObject {
    Q_OBJECT
private slots:
    void a_small_product_is_right_by_hand() {
        const auto r = spmv_reference(small_matrix(), {1, 10, 100}, false);
        QCOMPARE(static_cast<double>(r.y[0]), 21.0);
        QCOMPARE(static_cast<double>(r.y[1]), 0.0);
        QCOMPARE(static_cast<double>(r.y[2]), 430.0);
        QVERIFY(check_spmv(r, {21, 0, 430}).is_right());
        QCOMPARE(check_spmv(r, {21, 0, 430}).bound_ratio, 0.0);
    }

    void many_rows_over_many_threads_are_all_there() {
        CsrMatrix a;
        a.rows = a.cols = 100000;
        for (std::int32_t i = 0; i < a.rows; ++i) {
            a.column.push_back(i);
            a.value.push_back(2);
            a.row_pointer.push_back(i + 1);
        }
        std::vector<double> x(100000), y(100000);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i), y[i] = 2 * x[i];
        const auto r = spmv_reference(a, x, false, 3);
        QCOMPARE(check_spmv(r, y).bound_ratio, 0.0);
        y[77777] = 0;
        QCOMPARE(check_spmv(r, y).worst_row, std::int64_t{77777});
    }

    void results_are_judged_by_the_rounding_bound_data() {
        QTest::addColumn<double>("y");
        QTest::addColumn<bool>("right");
        const double sum = 0.1 + 0.2;
        QTest::newRow("rounded once") << sum << true;
        QTest::newRow("one unit beside") << std::nextafter(sum, 1.0) << true;
        QTest::newRow("two units beside")
            << sum + 2 * 0x1p-54 << false; // 2 n u (|A||x|) is 1.33e-16; the error is 1.39e-16
        QTest::newRow("far beside") << sum + 1e-15 << false;
        QTest::newRow("nothing") << 0.0 << false;
        QTest::newRow("poison") << not_a_number << false;
        QTest::newRow("infinite") << infinity << false;
    }

    void results_are_judged_by_the_rounding_bound() {
        QFETCH(double, y);
        const auto r = spmv_reference(one_row({0.1, 0.2}), {1, 1}, false);
        const auto check = check_spmv(r, {y});
        QTEST(check.is_right(), "right");
        QCOMPARE(check.complaint.empty(), check.is_right());
    }

    void float_kernels_are_compared_with_rounded_values() {
        const auto r = spmv_reference(one_row({0.1}), {0.3}, true);
        const double exact_of_rounded = double{0.1f} * double{0.3f};
        QCOMPARE(static_cast<double>(r.y[0]), exact_of_rounded);
        QVERIFY(check_spmv(r, {double{0.1f * 0.3f}}).is_right());
        QVERIFY(!check_spmv(r, {0.1 * 0.3 + 1e-8}).is_right());
    }

    void empty_rows_must_be_exactly_zero() {
        const auto r = spmv_reference(small_matrix(), {1, 1, 1}, false);
        QVERIFY(check_spmv(r, {3, -0.0, 7}).is_right());
        const auto check = check_spmv(r, {3, 1e-300, 7});
        QVERIFY(std::isinf(check.bound_ratio));
        QCOMPARE(check.worst_row, std::int64_t{1});
    }

    void results_that_are_not_finite_must_agree_in_kind_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::addColumn<bool>("right");
        QTest::newRow("infinity is infinity") << infinity << infinity << true;
        QTest::newRow("the other infinity is not") << infinity << -infinity << false;
        QTest::newRow("a number is not infinity") << infinity << 1e308 << false;
        QTest::newRow("nan is nan") << not_a_number << not_a_number << true;
        QTest::newRow("a number is not nan") << not_a_number << 0.0 << false;
    }

    void results_that_are_not_finite_must_agree_in_kind() {
        QFETCH(double, x);
        QFETCH(double, y);
        const auto r = spmv_reference(one_row({2}), {x}, false);
        QTEST(check_spmv(r, {y}).is_right(), "right");
    }

    void sums_that_may_overflow_on_the_way_are_excused() {
        const double large = std::numeric_limits<double>::max();
        const auto r = spmv_reference(one_row({large, large, -large}), {1, 1, 1}, false);
        QVERIFY(check_spmv(r, {large}).is_right());
        QVERIFY(check_spmv(r, {infinity}).is_right());
        QVERIFY(check_spmv(r, {not_a_number}).is_right());
        QVERIFY(!check_spmv(r, {0}).is_right());
    }

    void products_beyond_float_are_infinite_there() {
        const auto r = spmv_reference(one_row({1e30}), {1e30}, true);
        QVERIFY(check_spmv(r, {infinity}).is_right());
        QVERIFY(!check_spmv(r, {0}).is_right());
    }

    void of_rows_that_are_equally_wrong_the_first_is_named() {
        const auto check =
            check_spmv(spmv_reference(small_matrix(), {1, 1, 1}, false), {3, not_a_number, not_a_number});
        QCOMPARE(check.worst_row, std::int64_t{1});
        QCOMPARE(check.first_wrong_row, std::int64_t{1});
        QVERIFY2(check.complaint.rfind("Row 1 (counted from 0) is ", 0) == 0, check.complaint.c_str());
    }

    void a_result_of_the_wrong_length_is_wrong() {
        const auto r = spmv_reference(small_matrix(), {1, 1, 1}, false);
        QVERIFY(!check_spmv(r, {3, 0}).is_right());
    }

    void a_matrix_without_rows_or_columns_has_a_reference() {
        CsrMatrix a;
        a.cols = 5;
        QVERIFY(check_spmv(spmv_reference(a, {1, 1, 1, 1, 1}, false), {}).is_right());
        CsrMatrix b;
        b.rows = 2;
        b.row_pointer = {0, 0, 0};
        QVERIFY(check_spmv(spmv_reference(b, {}, false), {0, 0}).is_right());
        QVERIFY(!check_spmv(spmv_reference(b, {}, false), {0, not_a_number}).is_right());
    }
};

WARPLOOM_TEST(MeasureReferenceTest);
#include "measure_reference_test.moc"
