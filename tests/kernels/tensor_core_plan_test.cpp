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

template <class Tiles> struct Places {
    std::vector<double> left = std::vector<double>(Tiles::panel, 1e300), right = left;
};

template <class Tiles> Places<Tiles> random_panels() {
    Places<Tiles> p;
    Random random(5);
    for (int k = 0; k < tc::slice; ++k)
        for (int i = 0; i < Tiles::tile; ++i) { // small whole numbers: their sums are exact
            p.left[k * Tiles::stride + i] = static_cast<double>(random.below(19)) - 9;
            p.right[k * Tiles::stride + i] = static_cast<double>(random.below(19)) - 9;
        }
    return p;
}

template <class Tiles> void check_tile() {
    const Places<Tiles> p = random_panels<Tiles>();
    constexpr int side = Tiles::tile;
    std::vector<double> tile(side * side, 0);
    std::vector<int> written(tile.size(), 0);
    for (int warp = 0; warp < Tiles::threads / 32; ++warp)
        for (int i = 0; i < Tiles::high; ++i)
            for (int j = 0; j < Tiles::wide; ++j) {
                Warp w;
                for (int k = 0; k < tc::slice; k += tc::step) {
                    for (int lane = 0; lane < 32; ++lane) { // as Panels::read_left and read_right do
                        const double* const left = &p.left[Tiles::left_place(lane, warp, i, k)];
                        w.a[lane] = {left[0], left[1]};
                        w.b[lane] = p.right[Tiles::right_place(lane, warp, j / 2, k) + j % 2];
                    }
                    w.multiply();
                }
                for (int lane = 0; lane < 32; ++lane)
                    for (int v = 0; v < 4; ++v) {
                        const int place =
                            Tiles::result_row(lane, warp, i, v) * side + Tiles::result_column(lane, warp, j, v);
                        tile[place] = w.c[lane][v];
                        ++written[place];
                    }
            }
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j) {
            double sum = 0;
            for (int k = 0; k < tc::slice; ++k) sum += p.left[k * Tiles::stride + i] * p.right[k * Tiles::stride + j];
            QCOMPARE(written[i * side + j], 1);
            QCOMPARE(tile[i * side + j], sum);
        }
}

template <class Tiles> void check_neighbours() {
    for (int warp = 0; warp < Tiles::threads / 32; ++warp)
        for (int lane = 0; lane < 32; ++lane)
            for (int i = 0; i < Tiles::high; ++i)
                for (int p = 0; p < Tiles::wide / 2; ++p) {
                    const int row = Tiles::result_row(lane, warp, i, 0),
                              column = Tiles::result_column(lane, warp, 2 * p, 0);
                    QVERIFY(row % 2 == 0 && column % 4 == 0);
                    for (int e = 0; e < 4; ++e)
                        for (int r = 0; r < 2; ++r) {
                            QCOMPARE(Tiles::result_row(lane, warp, i, 2 * r + e / 2), row + r);
                            QCOMPARE(Tiles::result_column(lane, warp, 2 * p + e % 2, 2 * r + e / 2), column + e);
                        }
                }
}

/// 16 bytes a lane are served a quarter of a warp at a time: 8 lanes must lie on 8 different groups of 4 banks.
template <class Tiles> void check_banks() {
    for (int lane = 0; lane < 32; lane += 8) {
        std::set<int> left, right;
        for (int l = lane; l < lane + 8; ++l) {
            QVERIFY(Tiles::left_place(l, 1, 1, 4) % 2 == 0); // 16 bytes, aligned
            left.insert(Tiles::left_place(l, 1, 1, 4) / 2 % 8);
            right.insert(Tiles::right_place(l, 1, 0, 4) / 2 % 8);
        }
        QCOMPARE(left.size(), 8u);
        QCOMPARE(right.size(), 8u);
    }
}

} // namespace

class TensorCorePlanTest : public QObject {
    Q_OBJECT

private slots:
    void the_warps_instructions_give_the_tile() {
        check_tile<tc::LargeTiles>();
        check_tile<tc::MiddleTiles>();
        check_tile<tc::SmallTiles>();
    }

    /// write_tile() stores two rows of four as 16-byte pairs.
    void a_lane_holds_two_rows_of_four_neighbours() {
        check_neighbours<tc::LargeTiles>();
        check_neighbours<tc::MiddleTiles>();
        check_neighbours<tc::SmallTiles>();
    }

    /// 8 bytes a lane are served half a warp at a time: 16 lanes on 16 different pairs of banks.
    void no_two_lanes_of_a_half_read_the_same_banks_in_float() {
        using Tiles = tc::Tiling<96, float>;
        for (int lane = 0; lane < 32; lane += 16) {
            std::set<int> left, right;
            for (int l = lane; l < lane + 16; ++l) {
                left.insert(Tiles::left_place(l, 1, 1, 4) / 2 % 16);
                right.insert(Tiles::right_place(l, 1, 0, 4) / 2 % 16);
            }
            QCOMPARE(left.size(), 16u);
            QCOMPARE(right.size(), 16u);
        }
        check_tile<Tiles>();
        check_neighbours<tc::Tiling<128, float>>();
    }

    void no_two_lanes_of_a_quarter_read_the_same_banks() {
        check_banks<tc::LargeTiles>();
        check_banks<tc::MiddleTiles>();
        check_banks<tc::SmallTiles>();
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
        check_plan(tc::make_plan<tc::LargeTiles>(m, n, multiprocessors), m, n, multiprocessors);
        check_plan(tc::make_plan<tc::MiddleTiles>(m, n, multiprocessors), m, n, multiprocessors);
        check_plan(tc::make_plan<tc::SmallTiles>(m, n, multiprocessors), m, n, multiprocessors);
    }
    static void check_plan(const tc::Plan& plan, qint64 m, qint64 n, int multiprocessors) {
        const auto across = static_cast<int>((n + plan.tile - 1) / plan.tile),
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
            QVERIFY(w.counter % (1 + tc::groups_of(plan.parts)) == 0 && w.counter < plan.counters());
            counters.insert(w.counter);
        }
        QCOMPARE(static_cast<int>(done.size()), plan.tiles);
        QCOMPARE(static_cast<int>(counters.size()), plan.split_tiles);
        for (const auto& [place, what] : done) QCOMPARE(what.second, slices);
    }

    void small_results_have_small_tiles_and_large_ones_large_tiles() {
        for (const qint64 n : {250, 500, 750, 1000}) QCOMPARE(tc::make_plan(n, n, 132).tile, 64);
        QCOMPARE(tc::make_plan(1500, 1500, 132).tile, 96);
        for (const qint64 n : {2000, 4500, 8500}) QCOMPARE(tc::make_plan(n, n, 132).tile, 128);
    }

    void the_groups_of_parts_hold_each_part_once_and_are_about_as_many_as_their_members() {
        for (int parts = 1; parts < 700; ++parts) {
            const int size = tc::parts_a_group(parts), groups = tc::groups_of(parts);
            QVERIFY(size * groups >= parts && size * (groups - 1) < parts);
            QVERIFY(groups <= size);
            QVERIFY(size == 8 || (size - 1) * (size - 1) < parts);
        }
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
