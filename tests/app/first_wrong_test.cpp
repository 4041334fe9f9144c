// The first wrong number of a result, printed with enough digits to show the difference.

#include "app/check/first_wrong.h"
#include "app/check/try_kernel.h"
#include "engine/generators/matrix_source.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::app;

class FirstWrongTest : public QObject {
    Q_OBJECT

    static double off(double number, bool single) { return number * (1 + (single ? 1e-5 : 1e-13)); }
    static void verify_apart(const std::optional<WrongNumber>& wrong, double expected, double computed) {
        QVERIFY(wrong.has_value());
        const protocol::CheckEntry& entry = wrong->entry;
        QVERIFY2(entry.expected != entry.computed, entry.expected.c_str());
        QVERIFY(entry.expected.size() <= 24 && entry.computed.size() <= 24);
        QVERIFY(std::abs(std::stod(entry.expected) - expected) < std::abs(computed - expected) / 2);
        QVERIFY(std::abs(std::stod(entry.computed) - computed) < std::abs(computed - expected) / 2);
    }

private slots:
    void two_numbers_that_differ_are_shown_apart_data() {
        QTest::addColumn<bool>("single");
        QTest::newRow("double") << false;
        QTest::newRow("float") << true;
    }
    void two_numbers_that_differ_are_shown_apart() {
        QFETCH(bool, single);
        const double third = single ? static_cast<double>(1.0f / 3) : 1.0 / 3;
        CsrMatrix one;
        one.rows = one.cols = 1;
        one.row_pointer = {0, 1};
        one.column = {0};
        one.value = {third};
        const double y = off(third, single);
        verify_apart(first_wrong(measure::spmv_reference(one, {1.0}, single), {y}), third, y);
        verify_apart(first_wrong_solution(one, {third}, {off(1, single)}, single), 1, off(1, single));
        verify_apart(first_wrong_factor(one, {y}, single), third, y);

        DenseMatrix dense;
        dense.rows = dense.cols = 1;
        dense.value = {1.0};
        verify_apart(first_wrong(dense, {off(1, single)}, single), 1, off(1, single));
    }
    void a_wrong_entry_of_a_wide_matrix_is_found_although_the_reference_lacks_most_entries() {
        DenseMatrix a;
        a.rows = 1;
        a.cols = 2050;
        for (std::int64_t j = 0; j < a.cols; ++j) a.value.push_back(1 + static_cast<double>(j % 7));
        std::vector<double> c;
        for (const double left : a.value)
            for (const double right : a.value) c.push_back(left * right);
        QVERIFY(!first_wrong(a, c, false));
        c[3 * 2050 + 700] = c[700 * 2050 + 3] = -1;
        const auto wrong = first_wrong(a, c, false);
        QVERIFY(wrong.has_value());
        QCOMPARE(sentence_of(wrong->entry, false), std::string("Row 3, column 700 should be 4 but is -1."));
    }
    void a_far_difference_needs_no_more_than_nine_digits() {
        CsrMatrix one;
        one.rows = one.cols = 1;
        one.row_pointer = {0, 1};
        one.column = {0};
        one.value = {1.0 / 3};
        const auto wrong = first_wrong(measure::spmv_reference(one, {1.0}, false), {0.5});
        QCOMPARE(sentence_of(wrong->entry, false), std::string("Row 0 should be 0.333333333 but is 0.5."));
    }
};

WARPLOOM_TEST(FirstWrongTest);
#include "first_wrong_test.moc"
