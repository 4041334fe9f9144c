#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

// Thread mapping of the kernel `tensor-core`, in plain C++ that can be tested without a GPU.

#if defined(__CUDACC__)
#define WARPLOOM_BOTH __host__ __device__
#else
#define WARPLOOM_BOTH
#endif

namespace warploom::kernels::tensor_core {

constexpr int slice = 16; ///< number of rows of A loaded to shared memory at a time
constexpr int step = 4;   ///< number of rows of A per matrix instruction (in double precision)

// A matrix instruction computes 16 x 8 results. Any column of A can be assigned to any row of an instruction, as long
// as the results are stored accordingly. Here, rows g and g + 8 are neighboring columns of A, and so are columns g of
// two adjacent instructions. A lane therefore reads two values at once (16 bytes) and computes 2 x 4 neighboring
// elements of C. Throughout this file, g = lane / 4 and q = lane % 4 (PTX, "Matrix fragments for mma.m16n8k4").

// In float (mma.m16n8k8), an instruction multiplies 8 rows of A. Rows k .. k + 3 and rows k + 4 .. k + 7 are arranged
// like the rows of two double-precision instructions.

/// Constants for computing C in tiles of `side` x `side`. Large tiles read A fewer times; small tiles keep all
/// multiprocessors busy even if C is small. A tile is computed by 8 warps (2 x 4), two for each of the four warp
/// schedulers of a multiprocessor. With 6 warps (2 x 3), two schedulers would have twice as much work as the others.
template <int side, class Number = double> struct Tiling {
    using Real = Number;
    static constexpr int tile = side, across = 4;
    static constexpr int threads = 2 * across * 32;
    static constexpr int warp_rows = tile / 2, warp_columns = tile / across;
    static constexpr int high = warp_rows / 16, wide = warp_columns / 8;
    /// Row pitch of A in shared memory, in elements. Four lanes read different rows of the same column. The pitch
    /// is 32 bytes more than a multiple of 128 bytes, so that these lanes and their neighbors access different
    /// banks.
    static constexpr int stride = tile + 32 / static_cast<int>(sizeof(Real));
    static constexpr int panel = slice * stride; ///< number of elements per panel: slice rows and tile columns of A
    /// Number of slices in shared memory: one slice is multiplied while the other slices are loaded.
    static constexpr int stages = 4;
    static constexpr int shared_bytes = stages * 2 * panel * static_cast<int>(sizeof(Real));
    static constexpr int blocks_at_once = tile == 64 ? 2 : 1;
    /// Time per slice in units of 10 ns, measured on an H200 with all multiprocessors busy. In double precision, four
    /// small slices take more than 1.5 times as long as a large one, because they read twice as much of A through the
    /// L2 cache.
    static constexpr int cost = sizeof(Real) == sizeof(float) ? (tile == 128  ? 130
                                                                 : tile == 96 ? 115
                                                                              : 57)
                                                              : (tile == 128  ? 117
                                                                 : tile == 96 ? 73
                                                                              : 48);
    /// Fixed time per block in units of 10 ns. It includes loading the first slices before anything is multiplied, and
    /// writing the results twice.
    static constexpr int once = tile == 128 ? 1060 : tile == 96 ? 680 : 400;

    /// Returns the position of two values of a lane's first operand in its warp's part of a panel: rows g and g + 8 (g
    /// = lane / 4) of instruction row `i`, in row k + lane % 4 of the slice. k is a multiple of 4.
    WARPLOOM_BOTH static constexpr int left_place(int lane, int i, int k) {
        return (k + lane % 4) * stride + 16 * i + 2 * (lane / 4);
    }
    /// Returns the position of two values of a lane's right operand. They belong to column lane / 4 of instructions 2 p
    /// and 2 p + 1. If the number of instructions is odd, a lane reads only one value for the last one.
    WARPLOOM_BOTH static constexpr int right_place(int lane, int p, int k) {
        return (k + lane % 4) * stride + 16 * p + (is_alone(2 * p) ? 1 : 2) * (lane / 4);
    }
    /// Return the row or column, within the warp's part of the tile, of a lane's result v (0 .. 3) of instruction (i,
    /// j).
    WARPLOOM_BOTH static constexpr int result_row(int lane, int i, int v) { return 16 * i + 2 * (lane / 4) + v / 2; }
    WARPLOOM_BOTH static constexpr int result_column(int lane, int j, int v) {
        const int first = 16 * (j / 2);
        return is_alone(j) ? first + 2 * (lane % 4) + v % 2 : first + 4 * (lane % 4) + 2 * (v % 2) + j % 2;
    }
    /// Returns whether column j of instructions has no neighboring column with which it could share a 16-byte read.
    WARPLOOM_BOTH static constexpr bool is_alone(int j) { return j == wide - 1 && wide % 2 == 1; }
};
using LargeTiles = Tiling<128>;
using MiddleTiles = Tiling<96>;
using SmallTiles = Tiling<64>;

/// The work of one block: a tile of the lower triangle of C, for all or some of the slices of A. Only three quarters of
/// a diagonal tile are in the triangle. These quarters are numbered along the diagonal, and a block computes four
/// consecutive quarters. If C consists of 16 x 16 tiles, this takes 132 blocks instead of 136, and an H200 has 132
/// multiprocessors.
struct Work {
    int row, column;         ///< tile with row > column; for diagonal quarters 4 row .. 4 row + 3, column is -1
    int first_slice, slices; ///< first slice and number of slices along the rows of A
    int part, parts;         ///< index of this part of the tile, and number of parts; part 0 of 1 is a whole tile
    int partial;             ///< index of the tile's first partial sum, in tiles
    int counter;             ///< index of the tile's arrival counters: one for all groups, then one per group

    WARPLOOM_BOTH constexpr bool is_diagonal() const { return column < 0; }
    /// Return the tile columns of the left and the right panel of A. Four consecutive quarters are in two adjacent
    /// diagonal tiles.
    WARPLOOM_BOTH constexpr int left_panel() const { return is_diagonal() ? 4 * row / 3 : row; }
    WARPLOOM_BOTH constexpr int right_panel() const { return is_diagonal() ? 4 * row / 3 + 1 : column; }
};

/// The part of a tile that one warp computes, given by its start in the left panel, in the right panel, and in C (row
/// and column).
struct Share {
    int left, right, row, column;
    bool is_cut; ///< whether the diagonal crosses this part; elements above it are ignored
};
template <class Tiles> WARPLOOM_BOTH constexpr Share share_of(const Work& work, int warp) {
    constexpr int tile = Tiles::tile, rows = Tiles::warp_rows, columns = Tiles::warp_columns;
    if (!work.is_diagonal()) {
        const int down = warp / Tiles::across * rows, right = warp % Tiles::across * columns;
        return {down, Tiles::panel + right, work.row * tile + down, work.column * tile + right, false};
    }
    // Number of warps per quarter (upper left, lower left or lower right) of a diagonal tile: one or two.
    constexpr int of_quarter = Tiles::across / 2;
    const int quarter = 4 * work.row + warp / of_quarter, of_tile = quarter / 3, corner = quarter % 3;
    const int down = corner > 0 ? rows : 0, right = (corner > 1 ? rows : 0) + warp % of_quarter * columns;
    const int panel = (of_tile - work.left_panel()) * Tiles::panel, first = of_tile * tile;
    return {panel + down, panel + right, first + down, first + right, corner != 1};
}

/// Returns the number of parts per group. The partial sums of a tile are added within groups first, so that the last
/// block need not read all of them.
WARPLOOM_BOTH constexpr int parts_a_group(int parts) {
    int size = 8;
    while (size * size < parts) ++size;
    return size;
}
WARPLOOM_BOTH constexpr int groups_of(int parts) { return (parts + parts_a_group(parts) - 1) / parts_a_group(parts); }

/// The arguments of a kernel that computes tiles of C. `Group` is the type of stored partial sums.
template <class Real, class Group> struct TileArguments {
    using Partial = Group;
    const Real* a;
    int m, n;
    const Work* work;
    Real* c;           ///< the result, an n x n matrix
    Group* partial;    ///< partial sums of split tiles, one tile per part
    unsigned* arrived; ///< arrival counters of split tiles; 0 before and after a launch
};

struct Plan {
    std::vector<Work> work; ///< work of each block, in the order in which the GPU starts them
    int tile = 0;
    int tiles = 0; ///< number of tiles; four quarters of diagonal tiles count as one tile
    /// number of split tiles, which are last in the list, and number of blocks per split tile
    int split_tiles = 0, parts = 1;
    std::int64_t time = 0; ///< estimated time in the unit of Tiling::cost (10 ns)

    int counters() const { return split_tiles * (1 + groups_of(parts)); }
};

/// Launch latency in the unit of Tiling::cost (10 ns).
constexpr std::int64_t start_of_launch = 290;

/// Returns the time for `tiles` tiles of `slices` slices, split into `parts` parts each, in the unit of Tiling::cost
/// (10 ns). Includes the time for writing the partial sums, waiting for them, and adding them.
template <class Tiles>
std::int64_t time_of_parts(std::int64_t tiles, std::int64_t slices, std::int64_t multiprocessors, std::int64_t parts) {
    // Number of blocks per multiprocessor.
    const std::int64_t blocks = (tiles * parts + multiprocessors - 1) / multiprocessors;
    const int count = static_cast<int>(parts), groups = groups_of(count);
    const std::int64_t members = groups == 1 ? count : parts_a_group(count) + groups;
    const std::int64_t gather = parts == 1 ? 0 : 175 + Tiles::cost * members;
    const std::int64_t in_turn = (blocks + Tiles::blocks_at_once - 1) / Tiles::blocks_at_once;
    return blocks * ((slices + parts - 1) / parts) * Tiles::cost + in_turn * Tiles::once + start_of_launch + gather;
}

/// Returns how many parts to split each tile of the last round into, so that no multiprocessor is idle.
template <class Tiles> int best_parts(std::int64_t tiles, std::int64_t slices, std::int64_t multiprocessors) {
    std::int64_t best = 1;
    const auto time = [&](std::int64_t parts) { return time_of_parts<Tiles>(tiles, slices, multiprocessors, parts); };
    // minimum number of slices per part; with fewer, adding the partial sums would take longer than multiplying
    constexpr std::int64_t least_slices = 6;
    for (std::int64_t parts = 2; parts <= std::min(slices / least_slices, 4 * multiprocessors); ++parts)
        if (time(parts) < time(best)) best = parts;
    return static_cast<int>(best);
}

/// Returns a plan for the given tiles, in order. Tiles of the last round are split along the rows of A, so that no
/// multiprocessor is idle.
template <class Tiles> Plan plan_of(const std::vector<Work>& whole, int slices, int multiprocessors) {
    Plan plan;
    plan.tile = Tiles::tile;
    plan.tiles = static_cast<int>(whole.size());
    const int last_round = plan.tiles % multiprocessors;
    plan.parts = best_parts<Tiles>(last_round, slices, multiprocessors);
    const std::int64_t rounds = plan.tiles / multiprocessors;
    plan.time =
        rounds * slices * Tiles::cost + (rounds + Tiles::blocks_at_once - 1) / Tiles::blocks_at_once * Tiles::once;
    // If there is a single round of whole tiles and two blocks fit on a multiprocessor, split tiles run concurrently.
    if (rounds > 0 && rounds < Tiles::blocks_at_once)
        plan.time += start_of_launch + std::int64_t{last_round} * slices * Tiles::cost / multiprocessors;
    else plan.time += time_of_parts<Tiles>(last_round, slices, multiprocessors, plan.parts);
    plan.split_tiles = plan.parts > 1 ? last_round : 0;
    const auto unsplit = static_cast<std::ptrdiff_t>(plan.tiles - plan.split_tiles);
    plan.work.assign(whole.begin(), whole.begin() + unsplit);
    for (int t = 0; t < plan.split_tiles; ++t)
        for (int part = 0; part < plan.parts; ++part) {
            Work w = whole[unsplit + t];
            w.first_slice = static_cast<int>(static_cast<std::int64_t>(slices) * part / plan.parts);
            w.slices = static_cast<int>(static_cast<std::int64_t>(slices) * (part + 1) / plan.parts) - w.first_slice;
            w.part = part;
            w.parts = plan.parts;
            w.partial = t * plan.parts;
            w.counter = t * (1 + groups_of(plan.parts));
            plan.work.push_back(w);
        }
    return plan;
}

/// Returns a plan for the lower triangle, for an m x n matrix A. Tiles that are computed at the same time form a square
/// in C with a side of 12 tiles, so that they share columns of A.
template <class Tiles> Plan make_plan(std::int64_t m, std::int64_t n, int multiprocessors) {
    constexpr int band = 12, tile = Tiles::tile;
    const int across = static_cast<int>((n + tile - 1) / tile);
    const int slices = static_cast<int>((m + slice - 1) / slice);
    std::vector<Work> whole;
    for (int first = 0; first < across; first += band)
        for (int column = 0; column < std::min(across, first + band); ++column)
            for (int row = std::max(first, column + 1); row < std::min(across, first + band); ++row)
                whole.push_back({row, column, 0, slices, 0, 1, 0, 0});
    for (int four = 0; 4 * four < 3 * across; ++four) whole.push_back({four, -1, 0, slices, 0, 1, 0, 0});
    return plan_of<Tiles>(whole, slices, multiprocessors);
}

/// Returns the fastest plan over all tile sizes.
template <class Number> Plan best_plan(std::int64_t m, std::int64_t n, int multiprocessors) {
    Plan best = make_plan<Tiling<128, Number>>(m, n, multiprocessors);
    for (Plan other :
         {make_plan<Tiling<96, Number>>(m, n, multiprocessors), make_plan<Tiling<64, Number>>(m, n, multiprocessors)})
        if (other.time < best.time) best = std::move(other);
    return best;
}

/// Side of the tiles if C is too small for loading slices to shared memory.
constexpr int smallest_tile = 16;

/// Returns the time for computing C in 16 x 16 tiles, in the unit of Tiling::cost (10 ns). This version
/// (tensor_core_small.cu) is for a small C. Blocks load A directly from global memory to registers. n must be even,
/// because each read takes 16 bytes. The warps of a block divide the rows of A and synchronize only once. A is read n /
/// 16 times, mostly from the L1 and L2 caches, with 256 bytes per tile and row. The following costs were measured on an
/// H200. Each round of four blocks per multiprocessor takes 400 units. Every 342 rows (counted for each tile) take 1
/// unit, and 128 rows of a block, which are requested together, take at least 70 units. This version is best for up to
/// 512 columns, where one round of blocks is sufficient.
inline std::int64_t time_of_smallest_tiles(std::int64_t m, std::int64_t n, int multiprocessors) {
    const std::int64_t across = (n + smallest_tile - 1) / smallest_tile, tiles = across * (across + 1) / 2;
    const std::int64_t a_round = 4 * std::int64_t{multiprocessors}, rounds = (tiles + a_round - 1) / a_round;
    return 400 * rounds + std::max(tiles * m * 132 / (342 * std::int64_t{multiprocessors}), 70 * m / 128);
}

/// Returns the number of blocks that compute two diagonal 16 x 16 tiles each. Diagonal tiles are combined only if this
/// reduces the number of blocks to at most one per multiprocessor; otherwise, the result is 0. A diagonal tile needs
/// half as many columns of A as other tiles.
inline int pairs_of_smallest_tiles(std::int64_t n, int multiprocessors) {
    const std::int64_t across = (n + smallest_tile - 1) / smallest_tile, tiles = across * (across + 1) / 2;
    const std::int64_t pairs = (across + 1) / 2;
    return tiles > multiprocessors && tiles - across + pairs <= multiprocessors ? static_cast<int>(pairs) : 0;
}
/// Returns the number of warps that divide the rows of A for a 16 x 16 tile in float. A warp requests more rows at a
/// time in float than in double precision.
inline int warps_of_smallest_tiles(std::int64_t m) { return m < 1024 ? 8 : 16; }
/// Returns the time for computing C in 16 x 16 tiles in float (see time_of_smallest_tiles). Half as many bytes are
/// read. A multiprocessor holds four blocks of 8 warps, or two blocks of 16 warps.
inline std::int64_t time_of_smallest_float_tiles(std::int64_t m, std::int64_t n, int multiprocessors) {
    const std::int64_t across = (n + smallest_tile - 1) / smallest_tile, tiles = across * (across + 1) / 2;
    const std::int64_t warps = warps_of_smallest_tiles(m), a_round = 32 / warps * std::int64_t{multiprocessors};
    const std::int64_t rounds = (tiles + a_round - 1) / a_round;
    return 400 * rounds +
           std::max(tiles * m * 132 / (684 * std::int64_t{multiprocessors}), rounds * 70 * m / (32 * warps));
}

/// Returns the row of element `t` of a lower triangle, counted row by row. Its column is t - row (row + 1) / 2.
WARPLOOM_BOTH inline int triangle_row(int t) {
    int row = static_cast<int>((sqrtf(8.0F * static_cast<float>(t) + 1.0F) - 1.0F) / 2.0F);
    while ((row + 1) * (row + 2) / 2 <= t) ++row;
    while (row * (row + 1) / 2 > t) --row;
    return row;
}

} // namespace warploom::kernels::tensor_core
