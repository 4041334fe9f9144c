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

/// The two panels of one slice: of the columns of A from `left` and from `right` on. Small whole numbers, whose sums are
/// exact.
template <class Tiles> std::vector<double> panels_of(int left, int right) {
    std::vector<double> panels(2 * Tiles::panel, 1e300);
    for (int k = 0; k < tc::slice; ++k)
        for (int i = 0; i < Tiles::tile; ++i) {
            panels[k * Tiles::stride + i] = (left + i) * 7 % 19 - 9 + k % 3;
            panels[Tiles::panel + k * Tiles::stride + i] = (right + i) * 7 % 19 - 9 + k % 3;
        }
    return panels;
}
double product_of_columns(int i, int j) {
    double sum = 0;
    for (int k = 0; k < tc::slice; ++k) sum += (i * 7 % 19 - 9 + k % 3) * (j * 7 % 19 - 9 + k % 3);
    return sum;
}

/// What all warps of all blocks of a C of `across` x `across` tiles have for each place of its lower triangle.
template <class Tiles> void check_tiles(int across) {
    const int side = across * Tiles::tile;
    std::vector<double> c(side * side, 0);
    std::vector<int> written(c.size(), 0);
    for (const tc::Work& work : tc::make_plan<Tiles>(tc::slice, side, 132).work) {
        const auto panels = panels_of<Tiles>(work.left_panel() * Tiles::tile, work.right_panel() * Tiles::tile);
        for (int warp = 0; warp < Tiles::threads / 32; ++warp) {
            const tc::Share share = tc::share_of<Tiles>(work, warp);
            if (share.row >= side) continue; // the last block of the diagonal has fewer than four quarters
            for (int i = 0; i < Tiles::high; ++i)
                for (int j = 0; j < Tiles::wide; ++j) {
                    Warp w;
                    for (int k = 0; k < tc::slice; k += tc::step) {
                        for (int lane = 0; lane < 32; ++lane) { // as Panels::read_left and read_right do
                            const double* const left = &panels[share.left + Tiles::left_place(lane, i, k)];
                            w.a[lane] = {left[0], left[1]};
                            w.b[lane] = panels[share.right + Tiles::right_place(lane, j / 2, k) + j % 2];
                        }
                        w.multiply();
                    }
                    for (int lane = 0; lane < 32; ++lane)
                        for (int v = 0; v < 4; ++v) {
                            const int row = share.row + Tiles::result_row(lane, i, v),
                                      column = share.column + Tiles::result_column(lane, j, v);
                            QVERIFY(share.is_cut || column < row);
                            if (column > row) continue;
                            c[row * side + column] = w.c[lane][v];
                            ++written[row * side + column];
                        }
                }
        }
    }
    for (int i = 0; i < side; ++i)
        for (int j = 0; j <= i; ++j) {
            QCOMPARE(written[i * side + j], 1);
            QCOMPARE(c[i * side + j], product_of_columns(i, j));
        }
}
/// One tile is nothing but diagonal, five have blocks of quarters of every kind and one that is not full.
template <class Tiles> void check_tiles() {
    for (const int across : {1, 2, 5}) check_tiles<Tiles>(across);
}

template <class Tiles> void check_neighbours() {
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < Tiles::high; ++i)
            for (int j = 0; j < Tiles::wide; j += 2) {
                const int row = Tiles::result_row(lane, i, 0), column = Tiles::result_column(lane, j, 0);
                QVERIFY(row % 2 == 0 && column % 2 == 0 && Tiles::warp_rows % 2 == 0 && Tiles::warp_columns % 2 == 0);
                const int instructions = Tiles::is_alone(j) ? 1 : 2;
                for (int e = 0; e < 2 * instructions; ++e)
                    for (int r = 0; r < 2; ++r) {
                        QCOMPARE(Tiles::result_row(lane, i, 2 * r + e / instructions), row + r);
                        QCOMPARE(Tiles::result_column(lane, j + e % instructions, 2 * r + e / instructions),
                                 column + e);
                    }
            }
}

/// 16 bytes a lane are served a quarter of a warp at a time: 8 lanes must lie on 8 different groups of 4 banks.
template <class Tiles> void check_banks() {
    for (int lane = 0; lane < 32; lane += 8) {
        std::set<int> left, right;
        for (int l = lane; l < lane + 8; ++l) {
            QVERIFY(Tiles::left_place(l, 1, 4) % 2 == 0); // 16 bytes, aligned
            left.insert(Tiles::left_place(l, 1, 4) / 2 % 8);
            right.insert(Tiles::right_place(l, 0, 4) / 2 % 8);
        }
        QCOMPARE(left.size(), 8u);
        QCOMPARE(right.size(), 8u);
    }
}

} // namespace

class TensorCorePlanTest : public QObject {
    Q_OBJECT

private slots:
    void the_warps_instructions_give_the_lower_triangle_once() {
        check_tiles<tc::LargeTiles>();
        check_tiles<tc::MiddleTiles>();
        check_tiles<tc::SmallTiles>();
    }

    /// write_neighbours() stores two rows of four, or of two, as 16-byte pairs.
    void a_lane_holds_two_rows_of_neighbours() {
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
                left.insert(Tiles::left_place(l, 1, 4) / 2 % 16);
                right.insert(Tiles::right_place(l, 0, 4) / 2 % 16);
            }
            QCOMPARE(left.size(), 16u);
            QCOMPARE(right.size(), 16u);
        }
        check_tiles<Tiles>();
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
        QCOMPARE(plan.tiles, across * (across - 1) / 2 + (3 * across + 3) / 4);
        QVERIFY(plan.split_tiles == 0 || plan.split_tiles == plan.tiles % multiprocessors);
        std::map<std::pair<int, int>, std::pair<int, int>> done; // tile -> (next part, next slice)
        std::set<int> counters, places;
        for (const tc::Work& w : plan.work) {
            if (w.is_diagonal())
                QVERIFY(w.row >= 0 && w.left_panel() < across && w.right_panel() == w.left_panel() + 1);
            else QVERIFY(w.column < w.row && w.row < across);
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

    /// As many as an H200 has multiprocessors.
    void sixteen_tiles_across_are_132_blocks() {
        for (const qint64 n : {1000, 1024}) QCOMPARE(tc::make_plan<tc::SmallTiles>(n, n, 132).tiles, 132);
        for (const qint64 n : {1500, 1536}) QCOMPARE(tc::make_plan<tc::MiddleTiles>(n, n, 132).tiles, 132);
    }

    void small_results_have_small_tiles_and_large_ones_large_tiles() {
        for (const qint64 n : {250, 500, 640}) QCOMPARE(tc::best_plan<double>(n, n, 132).tile, 64);
        for (const qint64 n : {1000, 1500}) QCOMPARE(tc::best_plan<double>(n, n, 132).tile, 96);
        for (const qint64 n : {2000, 4500, 8500}) QCOMPARE(tc::best_plan<double>(n, n, 132).tile, 128);
        QCOMPARE(tc::best_plan<float>(1000, 1000, 132).tile, 64);
        QCOMPARE(tc::best_plan<float>(4096, 4096, 132).tile, 128);
    }

    /// Where one round of its blocks is enough; not where there are many rows for few blocks, or where rows have an odd length.
    void the_smallest_tiles_are_for_few_columns_and_rows() {
        for (const qint64 n : {2, 48, 250, 500, 512}) QVERIFY(tc::is_for_small_tiles(n, n, 132));
        QVERIFY(tc::is_for_small_tiles(250, 500, 132) && tc::is_for_small_tiles(500, 250, 132));
        QVERIFY(!tc::is_for_small_tiles(500, 501, 132) && !tc::is_for_small_tiles(0, 16, 132));
        QVERIFY(!tc::is_for_small_tiles(5, 0, 132) && !tc::is_for_small_tiles(0, 0, 132));
        for (const qint64 n : {640, 1000, 1500, 8500}) QVERIFY(!tc::is_for_small_tiles(n, n, 132));
        QVERIFY(!tc::is_for_small_tiles(20, 2000, 132) && !tc::is_for_small_tiles(1000000, 64, 132));
        QVERIFY(!tc::is_for_small_tiles(10000, 100, 132) && !tc::is_for_small_tiles(10000000, 8, 132));
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
        QCOMPARE(tc::best_parts<tc::LargeTiles>(132, 281, 132), 1); // a full round needs no help
        QVERIFY(tc::best_parts<tc::LargeTiles>(6, 281, 132) > 10);
        QVERIFY(tc::best_parts<tc::LargeTiles>(100, 281, 132) > 1);
        QCOMPARE(tc::best_parts<tc::LargeTiles>(6, 2, 132), 1); // too short to be worth it
        QCOMPARE(tc::best_parts<tc::LargeTiles>(0, 281, 132), 1);
    }
};

WARPLOOM_TEST(TensorCorePlanTest);
#include "tensor_core_plan_test.moc"
