#pragma once

#include "kernels/cuda/ata/tensor_core_plan.h"

// Thread mapping for the `tensor-core` version with tensor copies (tensor_core_boxes.cu), and the selection of a
// version, in plain C++ without CUDA.

namespace warploom::kernels::tensor_core {

/// Number of columns per box. They occupy 128 bytes of a row of A, the largest width that can be swizzled.
constexpr int box_columns = 16;

/// Constants for computing C in tiles of `side` x `side`. A panel is a row of boxes, each with `slice` rows and 16
/// columns of A. Two adjacent instructions compute a square of 16 x 16 results.
template <int side> struct Boxes {
    /// Side length of a tile in columns of A, and number of boxes per panel.
    static constexpr int tile = side, boxes = side / box_columns;
    static constexpr int warps = 8, threads = 32 * warps;
    /// Number of rows of A per slice. With 128 columns, only three slices of 32 rows would fit in shared memory.
    static constexpr int slice = side == 128 ? 16 : 32;
    static constexpr int stages = side == 64 ? 5 : side == 96 ? 4 : 6;
    /// Number of groups of warps. Each group computes the whole tile for some rows of a slice. With two groups, each
    /// warp computes a square part of the tile, so a third less is read from shared memory. For tiles of 128 x 128, the
    /// sums of two groups would not fit in registers.
    static constexpr int groups = side == 128 ? 1 : 2;
    /// Number of warps in each row of a group. A group has two rows of warps.
    static constexpr int across = 4 / groups;
    static constexpr int warp_rows = tile / 2, warp_columns = tile / across;
    static constexpr int high = warp_rows / 16, wide = warp_columns / 16, squares = high * wide;
    static constexpr int panel = tile; ///< first column of the second panel, for share_of()
    /// Number of steps per warp and slice. Each step multiplies four rows of A.
    static constexpr int steps = slice / step / groups;
    static constexpr int box_bytes = slice * box_columns * static_cast<int>(sizeof(double));
    static constexpr int stage_bytes = 2 * boxes * box_bytes;
    /// Time per slice and fixed time per block, in units of 10 ns, as in Tiling. The corresponding times on an H200
    /// with tiles of 64 are 26 us for 1000 x 1000 and 58 us for 1250 x 1250. Tiles of 96 take 69 us for 1500 x 1500 and
    /// 315 us for 2500 x 2500, and tiles of 128 take 149 us for 2000 x 2000.
    static constexpr int cost = side == 64 ? 58 : side == 96 ? 119 : 104;
    static constexpr int once = side == 64 ? 450 : side == 96 ? 900 : 1600;

    /// Returns the index, within a row of a box, of the 16-byte group for row or column `i` (0 .. 7) of a matrix
    /// instruction. With this mapping, the lanes of a warp write whole sectors of C.
    WARPLOOM_BOTH static constexpr int pair_of(int i) { return i / 2 + i % 2 * 4; }
    /// Returns the position of a 16-byte group in a box, in elements. The tensor copy stores group `pair` of row r at
    /// group r % 8 ^ pair (PTX, "128B swizzle mode").
    WARPLOOM_BOTH static constexpr int place_in_box(int row, int pair) {
        return row * box_columns + 2 * (row % 8 ^ pair);
    }
    /// Returns the position in a box of a lane's operands for rows k .. k + 3: two adjacent columns of row k + lane %
    /// 4. They belong to rows g and g + 8 of the left operand, or to column g of two instructions (g = lane / 4).
    WARPLOOM_BOTH static constexpr int place(int lane, int k) { return place_in_box(k + lane % 4, pair_of(lane / 4)); }
    /// Returns the first row of step `s` for a group of warps. Two groups take alternating steps, so the first rows of
    /// all steps of a group are equal modulo 8.
    WARPLOOM_BOTH static constexpr int first_row(int group, int s) { return step * (groups * s + group); }
    /// Return the row or column, within a 16 x 16 square, of a lane's result v (0 .. 3) of instruction j (0 or 1).
    WARPLOOM_BOTH static constexpr int result_row(int lane, int v) { return 2 * pair_of(lane / 4) + v / 2; }
    WARPLOOM_BOTH static constexpr int result_column(int lane, int j, int v) {
        return 2 * pair_of(2 * (lane % 4) + v % 2) + j;
    }
};

/// A range of 16 x 16 squares in a warp's part of the tile, counted row by row.
struct Squares {
    int first, count;
};
/// Number of squares that a warp keeps at the end. Two warps in different groups have partial sums of the same squares,
/// so each of them adds and keeps half of the squares. Two blocks that share the rows of A divide their squares in the
/// same way.
template <class Tiles> constexpr int kept_in_group = Tiles::groups == 2 ? (Tiles::squares + 1) / 2 : Tiles::squares;
template <class Tiles> constexpr int kept_in_part = (kept_in_group<Tiles> + 1) / 2;
template <class Tiles> WARPLOOM_BOTH constexpr Squares kept_squares(int group, int part, int parts) {
    constexpr int half = kept_in_group<Tiles>;
    Squares kept{group == 0 ? 0 : half, group == 0 ? half : Tiles::squares - half};
    if (parts == 1) return kept;
    const int low = kept.count < kept_in_part<Tiles> ? kept.count : kept_in_part<Tiles>;
    return part == 0 ? Squares{kept.first, low} : Squares{kept.first + low, kept.count - low};
}

WARPLOOM_BOTH constexpr int tiles_of_triangle(int across) {
    return across * (across - 1) / 2 + (3 * across + 3) / 4; // four diagonal quarters count as one tile
}
/// Returns the tile of C that a block computes, for all or some rows of A. Tiles below the diagonal come first, row by
/// row, followed by quarters of the diagonal tiles.
WARPLOOM_BOTH inline Work work_of(int tile, int across) {
    const int below = across * (across - 1) / 2;
    Work work{};
    work.parts = 1;
    work.row = tile < below ? triangle_row(tile) + 1 : tile - below;
    work.column = tile < below ? tile - work.row * (work.row - 1) / 2 : -1;
    return work;
}

struct BoxesPlan {
    /// Side of a tile, and number of blocks per tile (2 for a cluster that shares the rows of A).
    int side = 0, parts = 1;
    std::int64_t time = 0; ///< estimated time in the unit of Tiling::cost (10 ns)
};
template <int side>
BoxesPlan boxes_plan(std::int64_t m, std::int64_t n, std::int64_t multiprocessors, std::int64_t parts) {
    using Tiles = Boxes<side>;
    const std::int64_t slices = (m + Tiles::slice - 1) / Tiles::slice, of_part = (slices + parts - 1) / parts;
    const std::int64_t blocks = parts * tiles_of_triangle(static_cast<int>((n + side - 1) / side));
    const std::int64_t rounds = (blocks + multiprocessors - 1) / multiprocessors;
    return {side, static_cast<int>(parts), start_of_launch + rounds * (Tiles::once + of_part * Tiles::cost)};
}
/// Returns the fastest plan with boxes. Two blocks per tile are considered only for the smallest tiles, because larger
/// tiles exchange more data.
inline BoxesPlan best_boxes(std::int64_t m, std::int64_t n, int multiprocessors) {
    BoxesPlan best = boxes_plan<128>(m, n, multiprocessors, 1);
    constexpr std::int64_t least_rows_to_share = 4 * Boxes<64>::slice;
    for (const BoxesPlan& other : {boxes_plan<96>(m, n, multiprocessors, 1), boxes_plan<64>(m, n, multiprocessors, 1),
                                   boxes_plan<64>(m, n, multiprocessors, m >= least_rows_to_share ? 2 : 1)})
        if (other.time < best.time) best = other;
    return best;
}

/// Versions of the kernel `tensor-core` in double precision, except for few columns (tensor_core_tall.cu).
enum class Way {
    slices,         ///< asynchronous copies of slices of A to shared memory (tensor_core_kernel.h)
    smallest_tiles, ///< direct loads of A to registers (tensor_core_small.cu)
    boxes           ///< tensor copies of boxes to shared memory (tensor_core_boxes.cu)
};
/// Returns the version with the shortest estimated time. Tensor copies need rows of A that are aligned to 16 bytes,
/// that is, an even number of columns. They are fastest if there are enough tiles for all multiprocessors. If A has few
/// columns and many rows, `slices` can be faster, because it can split a tile into more than two parts.
inline Way way_of(std::int64_t m, std::int64_t n, int multiprocessors, bool has_tensor_copies) {
    if (m == 0 || n == 0) return Way::slices;
    Way way = Way::slices;
    std::int64_t time = best_plan<double>(m, n, multiprocessors).time;
    const auto take_if_earlier = [&](Way other, std::int64_t its_time) {
        if (its_time < time) way = other, time = its_time;
    };
    if (n % 2 == 0) {
        if (has_tensor_copies) take_if_earlier(Way::boxes, best_boxes(m, n, multiprocessors).time);
        take_if_earlier(Way::smallest_tiles, time_of_smallest_tiles(m, n, multiprocessors));
    }
    return way;
}

} // namespace warploom::kernels::tensor_core
