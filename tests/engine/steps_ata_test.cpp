// Step by step through the tiles of C = AᵀA: a small example by hand, the banks of the actual kernel, and the results.
#include "engine/walkthrough/ata_steps.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>

using namespace warploom::walkthrough;

namespace {

/// Returns an element of AᵀA.
double product_of(const AtaSteps& all, int row, int col) {
    double sum = 0;
    for (int k = 0; k < all.shape.rows; ++k) sum += all.a(k, row) * all.a(k, col);
    return sum;
}

int count_of(const AtaSteps& all, AtaAction action) {
    return static_cast<int>(
        std::count_if(all.steps.begin(), all.steps.end(), [&](const AtaStep& step) { return step.action == action; }));
}
int first_of(const AtaSteps& all, AtaAction action) {
    return static_cast<int>(
        std::find_if(all.steps.begin(), all.steps.end(), [&](const AtaStep& step) { return step.action == action; }) -
        all.steps.begin());
}

AtaShape real_shape(bool padding) { return {32, 96, 16, 3, padding, true, true, 8}; }

} // namespace

class StepsAtaTest : public QObject {
    Q_OBJECT

private slots:
    void a_small_walk_has_the_steps_of_the_kernel() {
        const AtaSteps all = ata_steps({});          // 6 x 12, tiles of 6 x 6, slices of 2 rows
        QCOMPARE(count_of(all, AtaAction::skip), 1); // block (1, 0) of 2 x 2
        QCOMPARE(count_of(all, AtaAction::fetch), 3 * 3);
        QCOMPARE(count_of(all, AtaAction::store), 3 * 3);
        QCOMPARE(count_of(all, AtaAction::multiply), 3 * 3 * 2);
        QCOMPARE(count_of(all, AtaAction::write), 3);
        const AtaAction order[] = {AtaAction::fetch,    AtaAction::store, AtaAction::fetch,    AtaAction::multiply,
                                   AtaAction::multiply, AtaAction::store, AtaAction::fetch,    AtaAction::multiply,
                                   AtaAction::multiply, AtaAction::store, AtaAction::multiply, AtaAction::multiply,
                                   AtaAction::write};
        for (std::size_t s = 0; s < std::size(order); ++s) QVERIFY(all.steps[s].action == order[s]);
        QVERIFY(all.steps[2].overlaps);
        QCOMPARE(all.steps[2].slice, 1);
    }

    void without_prefetch_and_symmetry_every_block_fetches_before_it_stores() {
        AtaShape shape;
        shape.prefetch = shape.symmetric = false;
        const AtaSteps all = ata_steps(shape);
        QCOMPARE(count_of(all, AtaAction::skip), 0);
        QCOMPARE(count_of(all, AtaAction::write), 4);
        for (std::size_t s = 1; s < all.steps.size(); ++s)
            if (all.steps[s].action == AtaAction::store) {
                QVERIFY(all.steps[s - 1].action == AtaAction::fetch);
                QCOMPARE(all.steps[s - 1].slice, all.steps[s].slice);
            }
    }

    void a_thread_reads_what_is_its_own() {
        const AtaSteps all = ata_steps({});
        // Thread 3 of 2 x 2 has x = 1, y = 1: row 1 of the slice, columns 1, 3, 5 of the tile.
        using Elements = std::vector<std::pair<int, int>>;
        QCOMPARE(all.fetched_left(all.steps[0], 3), (Elements{{1, 1}, {1, 3}, {1, 5}}));
        QCOMPARE(all.fetched_left(all.steps[2], 3), (Elements{{3, 1}, {3, 3}, {3, 5}}));
        const AtaStep& second = all.steps[13]; // block (0, 1)
        QCOMPARE(second.block_column, 1);
        QCOMPARE(all.fetched_right(second, 3), (Elements{{1, 7}, {1, 9}, {1, 11}}));
        QCOMPARE(all.fetched_left(second, 3), (Elements{{1, 1}, {1, 3}, {1, 5}}));
    }

    void registers_hold_the_products_so_far() {
        const AtaSteps all = ata_steps({});
        const AtaRegisters first = all.registers(3, 0); // k = 0 of slice 0
        QCOMPARE(first.products, 1);
        QCOMPARE(first.left.size(), 3U);
        QCOMPARE(first.sum[1], all.a(0, 0) * all.a(0, 2));
        QCOMPARE(first.next_left[0], all.a(2, 0)); // the next slice is being loaded
        const AtaRegisters waiting = all.registers(2, 0);
        QCOMPARE(waiting.products, 0);
        QVERIFY(waiting.left.empty());
        QCOMPARE(all.registers(5, 0).products, 2); // stored, but not yet multiplied
    }

    void the_results_are_those_of_plain_loops() {
        for (const AtaShape& shape : {AtaShape{}, AtaShape{7, 13, 2, 3, false, false, true, 4}, real_shape(true)}) {
            const AtaSteps all = ata_steps(shape);
            for (std::size_t s = 0; s < all.steps.size(); ++s) {
                const AtaStep& step = all.steps[s];
                if (step.action != AtaAction::write) continue;
                for (int thread = 0; thread < shape.side * shape.side; ++thread) {
                    const AtaRegisters held = all.registers(static_cast<int>(s), thread);
                    QCOMPARE(held.products, shape.rows);
                    for (int r = 0; r < shape.each; ++r)
                        for (int q = 0; q < shape.each; ++q)
                            QCOMPARE(held.sum[r * shape.each + q],
                                     product_of(all, step.block_row * shape.tile() + held.y + r * shape.side,
                                                step.block_column * shape.tile() + held.x + q * shape.side));
                }
            }
        }
    }

    void padding_parts_what_meets_in_one_bank() {
        const AtaSteps plain = ata_steps(real_shape(false)), padded = ata_steps(real_shape(true));
        const int store = first_of(plain, AtaAction::store), multiply = first_of(plain, AtaAction::multiply);
        // Lanes 0 to 15 store doubles that are 16 apart, all in the same two banks.
        QCOMPARE(plain.accesses(store)[0].access.use.degree, 16);
        QCOMPARE(plain.accesses(store)[0].access.use.passes, 32);
        QCOMPARE(padded.accesses(store)[0].access.use.degree, 1);
        QCOMPARE(padded.accesses(store)[0].access.use.passes, 2);
        for (const AtaSteps* all : {&plain, &padded}) {
            QCOMPARE(all->accesses(store)[1].access.use.degree, 1);
            QCOMPARE(all->accesses(multiply)[1].access.use.degree, 1); // adjacent
            QVERIFY(all->accesses(0).empty());                         // a fetch accesses global memory
        }
    }

    void prefetching_hides_every_fetch_but_the_first() {
        const AtaShape shape;
        const auto without = ata_time_line(shape, false), with = ata_time_line(shape, true);
        QCOMPARE(without.back().end, 3 * (4.0 + 1 + 4));
        QCOMPARE(with.back().end, 4 + 3 * (1.0 + 4));
        QCOMPARE(with.size(), without.size());
    }
};

WARPLOOM_TEST(StepsAtaTest);
#include "steps_ata_test.moc"
