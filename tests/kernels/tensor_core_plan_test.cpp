#include "kernels/cuda/ata/tensor_core_boxes_plan.h"
#include "kernels/cuda/ata/tensor_core_wide_plan.h"

#include "engine/matrix/random.h"
#include "support/runner.h"

#include <QTest>

#include <array>
#include <map>
#include <set>

using namespace warploom;
namespace tc = warploom::kernels::tensor_core;

// The computation of the kernel `tensor-core` without a GPU: its plan covers C exactly once, and matrix instructions,
// emulated lane by lane with the addresses that the kernel uses, compute AᵀA.

namespace {

/// mma.m16n8k4 as defined by PTX: each lane holds a(g + 8 v, q), b(q, g) and c(g + 8 (v / 2), 2 q + v % 2).
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

/// Returns small integers, whose sums are exact.
double number_of(int row, int column) { return column * 7 % 19 - 9 + row % 3; }

/// Returns the two panels of a slice: columns of A starting at `left` and at `right`.
template <class Tiles> std::vector<double> panels_of(int left, int right) {
    std::vector<double> panels(2 * Tiles::panel, 1e300);
    for (int k = 0; k < tc::slice; ++k)
        for (int i = 0; i < Tiles::tile; ++i) {
            panels[k * Tiles::stride + i] = number_of(k, left + i);
            panels[Tiles::panel + k * Tiles::stride + i] = number_of(k, right + i);
        }
    return panels;
}
double product_of_columns(int i, int j) {
    double sum = 0;
    for (int k = 0; k < tc::slice; ++k) sum += number_of(k, i) * number_of(k, j);
    return sum;
}

/// Checks what all warps of all blocks add to each element of the lower triangle, for `across` x `across` tiles.
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
                        for (int lane = 0; lane < 32; ++lane) { // as in Panels::read_left and read_right
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
/// One tile is only a diagonal; five have all kinds of blocks of quarters, including an incomplete one.
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

/// Accesses of 16 bytes per lane are processed per quarter-warp: 8 lanes must access 8 different groups of 4 banks.
template <class Tiles> void check_banks() {
    for (int lane = 0; lane < 32; lane += 8) {
        std::set<int> left, right;
        for (int l = lane; l < lane + 8; ++l) {
            QVERIFY(Tiles::left_place(l, 1, 4) % 2 == 0); // aligned to 16 bytes
            left.insert(Tiles::left_place(l, 1, 4) / 2 % 8);
            right.insert(Tiles::right_place(l, 0, 4) / 2 % 8);
        }
        QCOMPARE(left.size(), 8u);
        QCOMPARE(right.size(), 8u);
    }
}

/// Returns the two panels of a slice as tensor copies store them in shared memory: within a row of 128 bytes, 16-byte
/// chunk c is stored at c ^ row % 8 (PTX, "128B swizzle mode").
template <class Tiles> std::vector<double> boxes_of(int left, int right) {
    std::vector<double> numbers(Tiles::stage_bytes / 8, 1e300);
    for (int panel = 0; panel < 2; ++panel)
        for (int k = 0; k < Tiles::slice; ++k)
            for (int i = 0; i < Tiles::tile; ++i) {
                const int box = panel * Tiles::boxes + i / 16;
                const unsigned plain = static_cast<unsigned>(k * 128 + i % 16 * 8);
                const unsigned swizzled = plain ^ (plain >> 7 & 7) << 4;
                numbers[box * Tiles::box_bytes / 8 + swizzled / 8] = number_of(k, (panel == 0 ? left : right) + i);
            }
    return numbers;
}

/// Computes a square of a warp's share in the steps of one group, like multiply().
template <class Tiles>
std::array<Warp, 2> square_of(const std::vector<double>& numbers, const tc::Share& share, int group, int square) {
    constexpr int of_box = Tiles::box_bytes / 8;
    const double* const left = &numbers[(share.left / 16 + square / Tiles::wide) * of_box];
    const double* const right = &numbers[(share.right / 16 + square % Tiles::wide) * of_box];
    std::array<Warp, 2> two;
    for (int s = 0; s < Tiles::steps; ++s)
        for (int j = 0; j < 2; ++j) {
            for (int lane = 0; lane < 32; ++lane) {
                const int place = Tiles::place(lane, Tiles::first_row(group, s));
                two[j].a[lane] = {left[place], left[place + 1]};
                two[j].b[lane] = right[place + j];
            }
            two[j].multiply();
        }
    return two;
}

template <int side> void check_boxes(int across, int parts) {
    using Tiles = tc::Boxes<side>;
    const int n = across * side;
    std::vector<double> c(n * n, 0);
    std::vector<int> written(c.size(), 0);
    for (int tile = 0; tile < tc::tiles_of_triangle(across); ++tile) {
        const tc::Work work = tc::work_of(tile, across);
        const auto numbers = boxes_of<Tiles>(work.left_panel() * side, work.right_panel() * side);
        for (int warp = 0; warp < Tiles::warps / Tiles::groups; ++warp) {
            const tc::Share share = tc::share_of<Tiles>(work, warp);
            if (share.row >= n) continue; // the last block of the diagonal has fewer than four quarters
            for (int writer = 0; writer < Tiles::groups * parts; ++writer) {
                const auto kept = tc::kept_squares<Tiles>(writer % Tiles::groups, writer / Tiles::groups, parts);
                for (int square = kept.first; square < kept.first + kept.count; ++square) {
                    const int row = share.row + square / Tiles::wide * 16,
                              column = share.column + square % Tiles::wide * 16;
                    if (share.is_cut && row < column) continue;
                    for (int group = 0; group < Tiles::groups; ++group) {
                        const auto two = square_of<Tiles>(numbers, share, group, square);
                        for (int lane = 0; lane < 32; ++lane)
                            for (int e = 0; e < 8; ++e) {
                                const int i = row + Tiles::result_row(lane, e % 4),
                                          j = column + Tiles::result_column(lane, e / 4, e % 4);
                                if (j > i) continue;
                                c[i * n + j] += two[e / 4].c[lane][e % 4];
                                if (group == 0) ++written[i * n + j];
                            }
                    }
                }
            }
        }
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            QCOMPARE(written[i * n + j], 1);
            double sum = 0;
            for (int k = 0; k < Tiles::slice; ++k) sum += number_of(k, i) * number_of(k, j);
            QCOMPARE(c[i * n + j], sum);
        }
}
template <int side> void check_boxes() {
    for (const int across : {1, 2, 5}) check_boxes<side>(across, 1);
    check_boxes<side>(2, 2);
}

template <int side> void check_banks_and_sectors_of_boxes() {
    using Tiles = tc::Boxes<side>;
    for (int k = 0; k < Tiles::slice; k += tc::step)
        for (int lane = 0; lane < 32; lane += 8) {
            std::set<int> banks;
            for (int l = lane; l < lane + 8; ++l) {
                QCOMPARE(Tiles::place(l, k) % 2, 0); // aligned to 16 bytes
                banks.insert(Tiles::place(l, k) / 2 % 8);
            }
            QCOMPARE(banks.size(), 8u);
        }
    // The stores of one instruction in write(): 16 bytes per lane, along rows of C and along rows of its mirror image.
    for (int e = 0; e < 4; ++e) {
        std::map<std::pair<int, int>, int> here, mirrored; // number of lanes per row and sector
        for (int lane = 0; lane < 32; ++lane) {
            const int half = e % 2, other = e / 2;
            QCOMPARE(Tiles::result_column(lane, 1, half), Tiles::result_column(lane, 0, half) + 1);
            QCOMPARE(Tiles::result_row(lane, 2), Tiles::result_row(lane, 0) + 1);
            ++here[{Tiles::result_row(lane, 2 * other), Tiles::result_column(lane, 0, half) / 4}];
            ++mirrored[{Tiles::result_column(lane, other, half), Tiles::result_row(lane, 0) / 4}];
        }
        QCOMPARE(here.size(), 16u);
        QCOMPARE(mirrored.size(), 16u);
        for (const auto& sectors : {here, mirrored})
            for (const auto& [sector, lanes] : sectors) QCOMPARE(lanes, 2);
    }
}

/// Returns the right panel of a slice as the splitting threads store it in shared memory, with four rows of a column
/// together.
std::vector<double> panel_of_splitters(int first) {
    using Tiles = tc::WideTiles;
    std::vector<double> numbers(Tiles::panel_bytes / 4, 1e300);
    for (int thread = 0; thread < Tiles::splitters; ++thread)
        for (int c = 0; c < 4; ++c)
            for (int r = 0; r < 4; ++r)
                numbers[Tiles::place(c * 32 + thread % 32, thread / 32) / 4 + r] =
                    number_of(thread / 32 * 4 + r, first + thread % 32 * 4 + c);
    return numbers;
}
/// Returns the value that the instruction reads: rows of 128 bytes, with 16-byte units permuted by ^ row % 8 (PTX,
/// wgmma).
double number_in_panel(const std::vector<double>& panel, int k, int column) {
    const unsigned plain = static_cast<unsigned>(column * 128 + k * 4);
    return panel[(plain ^ (plain >> 7 & 7) << 4) / 4];
}

void check_wide_tile(int first_row, int first_column) {
    using Tiles = tc::WideTiles;
    const auto panel = panel_of_splitters(first_column);
    std::set<std::pair<int, int>> written;
    for (int warp = 0; warp < Tiles::multipliers / 32; ++warp)
        for (int lane = 0; lane < 32; ++lane)
            for (int j = 0; j < 16; ++j)
                for (int v = 0; v < 4; ++v) {
                    const int row = Tiles::result_row(warp, lane, v), column = Tiles::result_column(lane, j, v);
                    double sum = 0, expected = 0;
                    for (int k = 0; k < Tiles::slice; ++k) {
                        sum += number_of(k, first_row + row) * number_in_panel(panel, k, 8 * j + lane % 4 * 2 + v % 2);
                        expected += number_of(k, first_row + row) * number_of(k, first_column + column);
                    }
                    QCOMPARE(sum, expected);
                    QVERIFY(written.insert({row, column}).second);
                }
    QCOMPARE(written.size(), std::size_t{128 * 128});
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

    /// Accesses of 8 bytes per lane are processed per half-warp: 16 lanes must access 16 different pairs of banks.
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

    /// One block per multiprocessor of an H200.
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

    void boxes_give_the_lower_triangle_once() {
        check_boxes<64>();
        check_boxes<96>();
        check_boxes<128>();
    }

    void lanes_read_boxes_without_conflicts_and_write_whole_sectors() {
        check_banks_and_sectors_of_boxes<64>();
        check_banks_and_sectors_of_boxes<96>();
        check_banks_and_sectors_of_boxes<128>();
    }

    void wide_instructions_give_a_tile_once() {
        check_wide_tile(0, 0);
        check_wide_tile(384, 128);
    }
    /// Accesses of 16 bytes per lane are processed per quarter-warp, here and where a lane stores four adjacent
    /// elements of C.
    void splitting_lanes_write_to_different_banks_and_results_are_neighbours() {
        using Tiles = tc::WideTiles;
        for (int lane = 0; lane < 32; lane += 8) {
            std::set<int> banks;
            for (int l = lane; l < lane + 8; ++l) banks.insert(Tiles::place(64 + l, 5) / 16 % 8);
            QCOMPARE(banks.size(), 8u);
        }
        for (int lane = 0; lane < 32; ++lane)
            for (int j = 0; j < 4; ++j)
                for (int c = 0; c < 4; ++c)
                    QCOMPARE(Tiles::result_column(lane, j + 4 * c, 0), Tiles::result_column(lane, j, 0) + c);
    }
    void a_wide_plan_covers_each_slice_of_each_tile_once() {
        for (const qint64 m : {1, 32, 33, 4096})
            for (const qint64 n : {1, 128, 129, 2000, 4096}) {
                const tc::Plan plan = tc::wide_plan(m, n, 132);
                const auto across = static_cast<int>((n + 127) / 128), slices = static_cast<int>((m + 31) / 32);
                std::map<std::pair<int, int>, int> next;
                for (const tc::Work& w : plan.work) {
                    QVERIFY(w.column >= 0 && w.column <= w.row && w.row < across);
                    int& slice = next[{w.row, w.column}];
                    QCOMPARE(w.first_slice, slice);
                    slice += w.slices;
                }
                QCOMPARE(static_cast<int>(next.size()), across * (across + 1) / 2);
                for (const auto& [tile, count] : next) QCOMPARE(count, slices);
            }
    }
    void each_shape_goes_its_quickest_way_in_float() {
        using tc::FloatWay;
        for (const bool has : {false, true}) {
            const auto way = [=](qint64 m, qint64 n) { return tc::way_in_float(m, n, 132, has); };
            QVERIFY(way(250, 250) == FloatWay::smallest_tiles && way(2000, 250) == FloatWay::smallest_tiles);
            const FloatWay for_many = has ? FloatWay::wide : FloatWay::slices;
            QVERIFY(way(1000, 1000) == for_many && way(4096, 4096) == for_many && way(100000, 512) == for_many);
            QVERIFY(way(0, 16) == FloatWay::slices && way(5, 0) == FloatWay::slices);
        }
    }

    void a_number_in_a_triangle_tells_its_row() {
        int t = 0;
        for (int row = 0; row < 700; ++row)
            for (int column = 0; column <= row; ++column) QCOMPARE(tc::triangle_row(t++), row);
        for (const int row : {5000, 20000, 40000}) { // where float does not represent the number exactly
            QCOMPARE(tc::triangle_row(row * (row + 1) / 2), row);
            QCOMPARE(tc::triangle_row(row * (row + 1) / 2 - 1), row - 1);
        }
    }

    void boxes_take_the_tiles_that_fill_rounds() {
        const auto check = [](qint64 n, int side, int parts) {
            const tc::BoxesPlan plan = tc::best_boxes(n, n, 132);
            QCOMPARE(plan.side, side);
            QCOMPARE(plan.parts, parts);
        };
        for (const qint64 n : {520, 600, 700}) check(n, 64, 2);
        for (const qint64 n : {750, 900, 1000, 1024}) check(n, 64, 1);
        for (const qint64 n : {1500, 1536, 2500}) check(n, 96, 1);
        for (const qint64 n : {2000, 2048, 4500}) check(n, 128, 1);
        QCOMPARE(tc::best_boxes(100, 600, 132).parts, 1); // too few rows to split
    }

    /// The smallest tiles if one round of them is enough; slices if there are many rows and few tiles, if rows have an
    /// odd length, or if the matrix is empty.
    void each_shape_goes_its_quickest_way() {
        using tc::Way;
        for (const bool with_copies : {false, true}) {
            const auto way = [=](qint64 m, qint64 n) { return tc::way_of(m, n, 132, with_copies); };
            for (const qint64 n : {2, 48, 250, 500}) QCOMPARE(way(n, n), Way::smallest_tiles);
            QVERIFY(way(250, 500) == Way::smallest_tiles && way(500, 250) == Way::smallest_tiles);
            QVERIFY(way(500, 501) == Way::slices && way(1001, 1001) == Way::slices);
            QVERIFY(way(0, 16) == Way::slices && way(5, 0) == Way::slices && way(0, 0) == Way::slices);
            QVERIFY(way(1000000, 64) == Way::slices && way(100000, 512) == Way::slices);
            QVERIFY(way(10000, 100) == Way::slices && way(10000000, 8) == Way::slices);
            const Way for_many = with_copies ? Way::boxes : Way::slices;
            for (const qint64 n : {640, 1000, 1500, 8500}) QCOMPARE(way(n, n), for_many);
            QVERIFY(way(20, 2000) != Way::smallest_tiles && way(3000, 1000) == for_many);
        }
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
        QCOMPARE(tc::best_parts<tc::LargeTiles>(132, 281, 132), 1); // a full round gains nothing
        QVERIFY(tc::best_parts<tc::LargeTiles>(6, 281, 132) > 10);
        QVERIFY(tc::best_parts<tc::LargeTiles>(100, 281, 132) > 1);
        QCOMPARE(tc::best_parts<tc::LargeTiles>(6, 2, 132), 1); // too short to gain anything
        QCOMPARE(tc::best_parts<tc::LargeTiles>(0, 281, 132), 1);
    }
    void tiles_of_the_diagonal_are_paired_where_that_gives_each_multiprocessor_one_block() {
        QCOMPARE(tc::pairs_of_smallest_tiles(250, 132), 8); // 120 and 8 blocks, while 136 would be too many
        QCOMPARE(tc::pairs_of_smallest_tiles(240, 132), 0); // 120 tiles
        QCOMPARE(tc::pairs_of_smallest_tiles(258, 132), 0); // 136 and 9 blocks are too many
        QCOMPARE(tc::pairs_of_smallest_tiles(250, 108), 0);
    }
};

WARPLOOM_TEST(TensorCorePlanTest);
#include "tensor_core_plan_test.moc"
