// Detection of zero pivots in elimination.

#include "engine/measure/zero_pivot.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::measure;

class MeasureZeroPivotTest : public QObject {
    Q_OBJECT

    static TridiagonalSystem system_of(std::vector<double> b) {
        TridiagonalSystem system;
        system.a.assign(b.size(), 1);
        system.c.assign(b.size(), 1);
        system.d.assign(b.size(), 1);
        system.b = std::move(b);
        return system;
    }

private slots:
    void elimination_from_the_first_row_meets_it_where_a_hand_does() {
        QCOMPARE(first_zero_pivot(system_of({1, 1, 1, 1, 1, 1}), false), std::optional<std::int64_t>(1)); // 1 - 1 * 1
        QCOMPARE(first_zero_pivot(system_of({0, 5, 5}), true), std::optional<std::int64_t>(0));
        QCOMPARE(first_zero_pivot(system_of({4, 4, 4}), false), std::optional<std::int64_t>());
    }
    void each_direction_and_cyclic_reduction_have_rows_of_their_own() {
        const TridiagonalSystem ones = system_of({1, 1, 1, 1, 1, 1});
        for (const bool single : {false, true}) {
            QVERIFY(may_be_zero_pivot(ones, 1, single)); // top down
            QVERIFY(may_be_zero_pivot(ones, 4, single)); // bottom up
            QVERIFY(may_be_zero_pivot(ones, 0, single)); // cyclic reduction: 1 - 1 / 1
            QVERIFY(may_be_zero_pivot(ones, 5, single));
            QVERIFY(!may_be_zero_pivot(ones, 2, single));
            QVERIFY(!may_be_zero_pivot(ones, -1, single));
            QVERIFY(!may_be_zero_pivot(ones, 6, single));
        }
    }
    void a_dominant_system_has_none() {
        for (std::int64_t row = 0; row < 9; ++row)
            QVERIFY(!may_be_zero_pivot(system_of(std::vector<double>(9, 4)), row, false));
    }
    void a_factorization_is_asked_for_its_first() {
        CsrMatrix a; // the pattern of a 3 x 3 matrix with a full diagonal and one off-diagonal entry
        a.rows = a.cols = 3;
        a.row_pointer = {0, 1, 3, 4};
        a.column = {0, 0, 1, 2};
        a.value = {1, 1, 1, 1};
        QVERIFY(is_first_zero_pivot(a, {1, 1, 0, 1}, 1));
        QVERIFY(!is_first_zero_pivot(a, {1, 1, 0, 1}, 2));
        QVERIFY(!is_first_zero_pivot(a, {1, 1, 0, 0}, 2));
        QVERIFY(!is_first_zero_pivot(a, {1, 0, 2, 1}, 1));
    }
};

WARPLOOM_TEST(MeasureZeroPivotTest);
#include "measure_zero_pivot_test.moc"
