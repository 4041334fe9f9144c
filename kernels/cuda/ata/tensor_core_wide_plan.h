#pragma once

#include "kernels/cuda/ata/tensor_core_plan.h"

// Thread mapping for Hopper's warpgroup matrix instructions (tensor_core_wide.cu), in plain C++.

namespace warploom::kernels::tensor_core {

/// Constants for computing C in tiles of 128 x 128 floats. Two warpgroups multiply; each computes 64 rows of the tile.
/// Two other warpgroups split the values of the right panel and store the parts to shared memory in column-major order,
/// as the instructions require.
struct WideTiles {
    using Real = float;
    static constexpr int tile = 128, blocks_at_once = 1;
    static constexpr int slice = 32; ///< number of rows of A loaded at a time (128 bytes per column)
    static constexpr int multipliers = 256, splitters = 256;
    static constexpr int threads = multipliers + splitters;
    static constexpr int stages = 4;
    /// Number of bytes for the large (or small) parts of a panel.
    static constexpr int panel_bytes = tile * slice * 4;
    /// Number of bytes per stage: the large parts, then the small parts.
    static constexpr int stage_bytes = 2 * panel_bytes;
    static constexpr int alignment = 1024; ///< alignment in bytes that the swizzle pattern requires
    static constexpr int filled = stages * stage_bytes, emptied = filled + 8 * stages;
    static constexpr int shared_bytes = alignment + emptied + 8 * stages;
    /// Time per slice and fixed time per block in units of 10 ns, as in Tiling. Measured on an H100, where 4096 x 4096
    /// takes 600 us for four rounds of 128 slices.
    static constexpr int cost = 113, once = 700;

    /// Returns the byte offset, within a panel, of four rows of a column (16 bytes), starting at row 4 * `four`.
    WARPLOOM_BOTH static constexpr int place(int column, int four) { return column * 128 + (four ^ column % 8) * 16; }
    /// Return the row or column, within the tile, of a lane's result 4 j + v in warp 0 .. 7. Rows g and g + 8 of a
    /// matrix instruction (g = lane / 4) are neighbors in A.
    WARPLOOM_BOTH static constexpr int result_row(int warp, int lane, int v) {
        return 16 * warp + 2 * (lane / 4) + v / 2;
    }
    WARPLOOM_BOTH static constexpr int result_column(int lane, int j, int v) {
        return column_of(8 * j + 2 * (lane % 4) + v % 2);
    }
    /// Returns the tile column for column `i` of a warpgroup matrix instruction. A thread that splits four neighboring
    /// columns stores one in each quarter, so the lanes of a warp write to different banks.
    WARPLOOM_BOTH static constexpr int column_of(int i) { return i % 32 * 4 + i / 32; }
};

/// Returns a plan for the lower triangle of C, including the diagonal. Tiles that are computed at the same time form a
/// square in C. Tiles of the last round are split along the rows of A.
inline Plan wide_plan(std::int64_t m, std::int64_t n, int multiprocessors) {
    using Tiles = WideTiles;
    constexpr int band = 12;
    const int across = static_cast<int>((n + Tiles::tile - 1) / Tiles::tile);
    const int slices = static_cast<int>((m + Tiles::slice - 1) / Tiles::slice);
    std::vector<Work> whole;
    for (int first = 0; first < across; first += band)
        for (int column = 0; column < std::min(across, first + band); ++column)
            for (int row = std::max(first, column); row < std::min(across, first + band); ++row)
                whole.push_back({row, column, 0, slices, 0, 1, 0, 0});
    return plan_of<Tiles>(whole, slices, multiprocessors);
}

/// Versions of the kernel `tensor-core` in float, except for few columns (tensor_core_tall.cu).
enum class FloatWay {
    slices,         ///< asynchronous copies of slices of A to shared memory (tensor_core_kernel.h)
    smallest_tiles, ///< direct loads of A to registers (tensor_core_small_float.cu)
    wide            ///< warpgroup matrix instructions (tensor_core_wide.cu)
};
/// Returns the float version with the shortest estimated time.
inline FloatWay way_in_float(std::int64_t m, std::int64_t n, int multiprocessors, bool has_wide_instructions) {
    if (m == 0 || n == 0) return FloatWay::slices;
    FloatWay way = FloatWay::slices;
    std::int64_t time = best_plan<float>(m, n, multiprocessors).time;
    const auto take_if_earlier = [&](FloatWay other, std::int64_t its_time) {
        if (its_time < time) way = other, time = its_time;
    };
    if (has_wide_instructions) take_if_earlier(FloatWay::wide, wide_plan(m, n, multiprocessors).time);
    if (n % 2 == 0) take_if_earlier(FloatWay::smallest_tiles, time_of_smallest_float_tiles(m, n, multiprocessors));
    return way;
}

} // namespace warploom::kernels::tensor_core
