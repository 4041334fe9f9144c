// Step by step through the segmented sums of COO: the example of it168, then random rows compared with simple sums.
#include "engine/matrix/random.h"
#include "engine/walkthrough/segmented_steps.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>

using namespace warploom;
using namespace warploom::walkthrough;

namespace {

const SegmentedStep& first_of(const SegmentedSteps& all, SegmentedAction action, int distance = 0) {
    return *std::find_if(all.steps.begin(), all.steps.end(),
                         [&](const SegmentedStep& step) { return step.action == action && step.distance == distance; });
}

} // namespace

class StepsSegmentedTest : public QObject {
    Q_OBJECT

private slots:
    void the_first_group_is_that_of_the_source() {
        const SegmentedSteps all = segmented_example();
        QCOMPARE(all.row.size(), 133U);
        QCOMPARE(all.parallel, 128);
        // After five strides, lane 17 holds the sum of the whole row of 18 entries, and lane 31 that of 14 entries of
        // the next row.
        const SegmentedStep& last = first_of(all, SegmentedAction::stride, 16);
        QCOMPARE(last.lane[17].sum.value, 18.0);
        QCOMPARE(last.lane[17].sum.first, 0);
        QCOMPARE(last.lane[31].sum.value, 14.0);
        QCOMPARE(last.lane[31].sum.first, 18);
        QVERIFY(last.lane[18].is_head);
        // Stride 1: lane 18 does not add the sum of lane 17, which is in another row.
        const SegmentedStep& first = first_of(all, SegmentedAction::stride, 1);
        QCOMPARE(first.lane[18].from, -1);
        QCOMPARE(first.lane[18].refused, 17);
        QCOMPARE(first.lane[17].from, 16);
        QCOMPARE(first.lane[0].refused, -1);
        QCOMPARE(first.adding, 30);
        const SegmentedStep& write = first_of(all, SegmentedAction::write);
        QVERIFY(write.lane[17].writes);
        QVERIFY(!write.lane[31].writes); // its row continues
        QCOMPARE(write.y[0].value, 18.0);
        QCOMPARE(write.open.row, 1);
    }

    void five_strides_double_what_a_lane_holds() {
        const SegmentedSteps all = segmented_steps(std::vector<int>(32, 0), std::vector<double>(32, 1.0), 1, 32);
        int distance = 1;
        for (const SegmentedStep& step : all.steps) {
            if (step.action != SegmentedAction::stride) continue;
            QCOMPARE(step.distance, distance);
            QCOMPARE(step.adding, 32 - distance);
            distance *= 2;
            for (int k = 0; k < lanes; ++k) QCOMPARE(step.lane[k].sum.value, std::min(k + 1, distance) * 1.0);
        }
        QCOMPARE(distance, 32);
    }

    void the_row_over_the_border_of_two_warps_goes_through_a_carry() {
        const SegmentedSteps all = segmented_example();
        const SegmentedStep& last = all.steps.back();
        QVERIFY(last.action == SegmentedAction::update);
        QCOMPARE(last.carries.size(), 2U);
        QCOMPARE(last.carries[0].row, 1);
        QCOMPARE(last.carries[0].sum.value, 46.0); // entries 18 to 63
        QCOMPARE(last.carries[1].row, 7);
        QCOMPARE(last.carries[1].sum.value, 12.0);
        QCOMPARE(last.written, (std::vector<int>{1, 7}));
        const SegmentedStep& before = all.steps[all.steps.size() - 2];
        QVERIFY(before.action == SegmentedAction::serial);
        QCOMPARE(before.adding, 5);
        QCOMPARE(before.y[1].value, 10.0); // from the second warp only
        QCOMPARE(before.y[7].value, 5.0);  // from the tail only
        const double expected[] = {18, 56, 3, 0, 12, 7, 20, 17};
        for (std::size_t r = 0; r < 8; ++r) QCOMPARE(last.y[r].value, expected[r]);
    }

    void any_rows_give_the_plain_sums() {
        Random random(3);
        for (int round = 0; round < 200; ++round) {
            const int size = 1 + static_cast<int>(random.below(300)), rows = 1 + static_cast<int>(random.below(40));
            std::vector<int> row;
            std::vector<double> product, expected(static_cast<std::size_t>(rows), 0.0);
            for (int i = 0; i < size; ++i) {
                row.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(rows))));
                product.push_back(static_cast<double>(random.below(9)) - 4);
            }
            std::sort(row.begin(), row.end());
            for (std::size_t i = 0; i < row.size(); ++i) expected[row[i]] += product[i];
            const int interval = 32 * (1 + static_cast<int>(random.below(3)));
            const SegmentedSteps all = segmented_steps(row, product, rows, interval);
            QVERIFY(!all.steps.empty());
            for (std::size_t r = 0; r < expected.size(); ++r) QCOMPARE(all.steps.back().y[r].value, expected[r]);
        }
    }
};

WARPLOOM_TEST(StepsSegmentedTest);
#include "steps_segmented_test.moc"
