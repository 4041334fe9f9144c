#include "kernels/cuda/ata/tensor_core_plan.h"

#include "engine/matrix/random.h"
#include "support/runner.h"

#include <QTest>

#include <array>
#include <map>
#include <set>

using namespace warploom;
namespace tc = warploom::kernels::tensor_core;

// What the kernel `tensor-core` computes, without a GPU: its plan covers C once, and a matrix instruction that is carried
// out here lane by lane, on the places that the kernel reads and writes, gives AᵀA.

namespace {

/// mma.m16n8k4 as PTX describes it: each lane holds a(g + 8 v, q), b(q, g) and c(g + 8 (v / 2), 2 q + v % 2).
struct Warp {
    std::array<std::array<double, 2>, 32> a{};
    std::array<double, 32> b{};
    std::array<std::array<double, 4>, 32> c{};

    void multiply() {
        double left[16][4] = {}, right[4][8] = {};
        for (int lane = 0; lane < 32; ++lane) {
            const int g = lane / 4, q = lane % 4;
            for (int v = 0; v < 2; ++v) left[g + 8 * v][q] = a[lane][v];
            right[q][g] = b[lane];
        }
        for (int lane = 0; lane < 32; ++lane)
            for (int v = 0; v < 4; ++v)
                for (int k = 0; k < 4; ++k)
                    c[lane][v] += left[lane / 4 + 8 * (v / 2)][k] * right[k][2 * (lane % 4) + v % 2];
    }
};

struct Places {
    std::vector<double> left = std::vector<double>(tc::panel, 1e300), right = std::vector<double>(tc::panel, 1e300);
};

Places random_panels() {
    Places p;
    Random random(5);
    for (int k = 0; k < tc::slice; ++k)
        for (int i = 0; i < tc::tile; ++i) { // small whole numbers: their sums are exact
            p.left[k * tc::stride + i] = static_cast<double>(random.below(19)) - 9;
            p.right[k * tc::stride + i] = static_cast<double>(random.below(19)) - 9;
        }
    return p;
}

} // namespace

class TensorCorePlanTest : public QObject {
    Q_OBJECT

private slots:
    void eight_warps_of_instructions_give_the_tile() {
        const Places p = random_panels();
        std::vector<double> tile(tc::tile * tc::tile, 0);
        std::vector<int> written(tile.size(), 0);
        for (int warp = 0; warp < tc::threads / 32; ++warp)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) {
                    Warp w;
                    for (int k = 0; k < tc::slice; k += tc::step) {
                        for (int lane = 0; lane < 32; ++lane) { // as Panels::read_left and read_right do
                            const double* const left = &p.left[tc::left_place(lane, warp, i, k)];
                            w.a[lane] = {left[0], left[1]};
                            w.b[lane] = p.right[tc::right_place(lane, warp, j / 2, k) + j % 2];
                        }
                        w.multiply();
                    }
                    for (int lane = 0; lane < 32; ++lane)
                        for (int v = 0; v < 4; ++v) {
                            const int place =
                                tc::result_row(lane, warp, i, v) * tc::tile + tc::result_column(lane, warp, j, v);
                            tile[place] = w.c[lane][v];
                            ++written[place];
                        }
                }
        for (int i = 0; i < tc::tile; ++i)
            for (int j = 0; j < tc::tile; ++j) {
                double sum = 0;
                for (int k = 0; k < tc::slice; ++k) sum += p.left[k * tc::stride + i] * p.right[k * tc::stride + j];
                QCOMPARE(written[i * tc::tile + j], 1);
                QCOMPARE(tile[i * tc::tile + j], sum);
            }
    }

    /// write_tile() stores two rows of four as 16-byte pairs.
    void a_lane_holds_two_rows_of_four_neighbours() {
        for (int warp = 0; warp < tc::threads / 32; ++warp)
            for (int lane = 0; lane < 32; ++lane)
                for (int i = 0; i < 4; ++i)
                    for (int p = 0; p < 2; ++p) {
                        const int row = tc::result_row(lane, warp, i, 0),
                                  column = tc::result_column(lane, warp, 2 * p, 0);
                        QVERIFY(row % 2 == 0 && column % 4 == 0);
                        for (int e = 0; e < 4; ++e)
                            for (int r = 0; r < 2; ++r) {
                                QCOMPARE(tc::result_row(lane, warp, i, 2 * r + e / 2), row + r);
                                QCOMPARE(tc::result_column(lane, warp, 2 * p + e % 2, 2 * r + e / 2), column + e);
                            }
                    }
    }

    /// 16 bytes a lane are served a quarter of a warp at a time: 8 lanes must lie on 8 different groups of 4 banks.
    void no_two_lanes_of_a_quarter_read_the_same_banks() {
        for (int lane = 0; lane < 32; lane += 8) {
            std::set<int> left, right;
            for (int l = lane; l < lane + 8; ++l) {
                QVERIFY(tc::left_place(l, 3, 1, 4) % 2 == 0); // 16 bytes, aligned
                left.insert(tc::left_place(l, 3, 1, 4) / 2 % 8);
                right.insert(tc::right_place(l, 3, 1, 4) / 2 % 8);
            }
            QCOMPARE(left.size(), 8u);
            QCOMPARE(right.size(), 8u);
        }
    }

    void a_plan_covers_each_tile_of_the_triangle_once_and_each_of_its_slices_once_data() {
        QTest::addColumn<qint64>("m");
        QTest::addColumn<qint64>("n");
        QTest::addColumn<int>("multiprocessors");
        for (const qint64 m : {0, 1, 15, 16, 17, 500, 4500})
            for (const qint64 n : {0, 1, 127, 128, 129, 500, 1500, 2100, 4500})
                for (const int multiprocessors : {1, 16, 132})
                    QTest::addRow("%lld x %lld on %d", static_cast<long long>(m), static_cast<long long>(n),
                                  multiprocessors)
                        << m << n << multiprocessors;
        QTest::addRow("the largest") << qint64{10250} << qint64{20500} << 132;
        QTest::addRow("tall") << qint64{10000000} << qint64{8} << 132;
    }
    void a_plan_covers_each_tile_of_the_triangle_once_and_each_of_its_slices_once() {
        QFETCH(qint64, m);
        QFETCH(qint64, n);
        QFETCH(int, multiprocessors);
        const tc::Plan plan = tc::make_plan(m, n, multiprocessors);
        const auto across = static_cast<int>((n + tc::tile - 1) / tc::tile),
                   slices = static_cast<int>((m + tc::slice - 1) / tc::slice);
        QCOMPARE(plan.tiles, across * (across + 1) / 2);
        QVERIFY(plan.split_tiles == 0 || plan.split_tiles == plan.tiles % multiprocessors);
        std::map<std::pair<int, int>, std::pair<int, int>> done; // tile -> (next part, next slice)
        std::set<int> counters, places;
        for (const tc::Work& w : plan.work) {
            QVERIFY(w.column >= 0 && w.column <= w.row && w.row < across);
            auto& [part, next] = done[{w.row, w.column}];
            QCOMPARE(w.part, part++);
            QCOMPARE(w.first_slice, next);
            next += w.slices;
            QVERIFY(w.parts == 1 || (w.parts == plan.parts && w.slices > 0));
            if (w.parts == 1) continue;
            QVERIFY(places.insert(w.partial + w.part).second);
            QVERIFY(w.partial + w.part < plan.split_tiles * plan.parts);
            QVERIFY(w.counter < plan.split_tiles);
            counters.insert(w.counter);
        }
        QCOMPARE(static_cast<int>(done.size()), plan.tiles);
        QCOMPARE(static_cast<int>(counters.size()), plan.split_tiles);
        for (const auto& [place, what] : done) QCOMPARE(what.second, slices);
    }

    void the_last_round_is_split_where_that_ends_earlier() {
        QCOMPARE(tc::best_parts(132, 281, 132), 1); // a full round needs no help
        QVERIFY(tc::best_parts(6, 281, 132) > 10);
        QVERIFY(tc::best_parts(100, 281, 132) > 1);
        QCOMPARE(tc::best_parts(6, 2, 132), 1); // too short to be worth it
        QCOMPARE(tc::best_parts(0, 281, 132), 1);
    }
};

WARPLOOM_TEST(TensorCorePlanTest);
#include "tensor_core_plan_test.moc"
