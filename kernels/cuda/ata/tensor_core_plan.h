#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

// Who does what in the kernel `tensor-core`: plain figures, so that a host without a GPU can check them.

#if defined(__CUDACC__)
#define WARPLOOM_BOTH __host__ __device__
#else
#define WARPLOOM_BOTH
#endif

namespace warploom::kernels::tensor_core {

constexpr int tile = 128;        ///< C is computed in tiles of tile x tile
constexpr int slice = 16;        ///< rows of A that are brought to shared memory at a time
constexpr int step = 4;          ///< rows of A that one matrix instruction multiplies
constexpr int stages = 4;        ///< slices in shared memory: one is multiplied while the others arrive
constexpr int threads = 256;     ///< 8 warps, 2 x 4, each computes
constexpr int warp_rows = 64;    ///< so many rows
constexpr int warp_columns = 32; ///< and columns of the tile
/// Between rows of A in shared memory, in doubles. The four lanes that read one column of a fragment are rows apart:
/// 4 more than a multiple of 16 puts them, and the eight neighbours of each, on different banks.
constexpr int stride = tile + 4;
constexpr int panel = slice * stride; ///< doubles of one panel: slice rows, tile columns of A
constexpr int shared_bytes = stages * 2 * panel * 8;

// A warp computes its 64 x 32 results as 4 x 4 instructions of 16 x 8. Which column of A stands behind row r of an
// instruction is ours to choose, as long as results are put where they belong. Rows g and g + 8 are neighbours in A, and
// so are columns g of two instructions side by side, so that a lane reads both with one 16-byte read, and has 2 x 4
// neighbours of C at the end. g = lane / 4 and q = lane % 4 throughout (PTX, "Matrix fragments for mma.m16n8k4").

/// Where a lane reads two values of the first operand in a panel: rows g and g + 8 of instruction row `i`, at row `k`
/// (of the slice, a multiple of 4) + q.
WARPLOOM_BOTH constexpr int left_place(int lane, int warp, int i, int k) {
    return (k + lane % 4) * stride + warp / 4 * warp_rows + 16 * i + 2 * (lane / 4);
}
/// The same of the second operand: column g of instructions 2 p and 2 p + 1.
WARPLOOM_BOTH constexpr int right_place(int lane, int warp, int p, int k) {
    return (k + lane % 4) * stride + warp % 4 * warp_columns + 16 * p + 2 * (lane / 4);
}
/// Row and column in the tile of result v (0 .. 3) that a lane gets of instruction (i, j).
WARPLOOM_BOTH constexpr int result_row(int lane, int warp, int i, int v) {
    return warp / 4 * warp_rows + 16 * i + 2 * (lane / 4) + v / 2;
}
WARPLOOM_BOTH constexpr int result_column(int lane, int warp, int j, int v) {
    return warp % 4 * warp_columns + 16 * (j / 2) + 4 * (lane % 4) + 2 * (v % 2) + j % 2;
}

/// What one block does: a tile of the lower triangle, all slices of it or a part.
struct Work {
    int row, column;         ///< of the tile, in tiles; row >= column
    int first_slice, slices; ///< along the rows of A
    int part, parts;         ///< 0 of 1: the whole tile
    int partial;             ///< where the tile's partial sums begin, in tiles
    int counter;             ///< which counter tells that all parts are there
};

struct Plan {
    std::vector<Work> work; ///< in the order in which the device starts blocks
    int tiles = 0;
    int split_tiles = 0, parts = 1; ///< the last tiles, and how many blocks share one
};

/// Into how many parts the tiles of the last round are split, so that no multiprocessor stands idle. Counted in times
/// of a slice: a block starts with about 6, and adding up a part of a tile takes about 1.
inline int best_parts(std::int64_t tiles, std::int64_t slices, std::int64_t multiprocessors) {
    constexpr std::int64_t start = 6;
    std::int64_t best = 1, best_time = (tiles + multiprocessors - 1) / multiprocessors * (slices + start);
    for (std::int64_t parts = 2; parts <= std::min(slices, multiprocessors); ++parts) {
        const std::int64_t rounds = (tiles * parts + multiprocessors - 1) / multiprocessors;
        const std::int64_t time = rounds * ((slices + parts - 1) / parts + start) + parts + 2;
        if (time < best_time) {
            best = parts;
            best_time = time;
        }
    }
    return static_cast<int>(best);
}

/// The tiles of the lower triangle for an A of m x n. Those that run at the same time lie in a square of C, 12 rows high,
/// so that they read the same columns of A; the last round is split along the rows of A.
inline Plan make_plan(std::int64_t m, std::int64_t n, int multiprocessors) {
    constexpr int band = 12;
    const int across = static_cast<int>((n + tile - 1) / tile);
    const int slices = static_cast<int>((m + slice - 1) / slice);
    Plan plan;
    std::vector<Work> whole;
    for (int first = 0; first < across; first += band)
        for (int column = 0; column < std::min(across, first + band); ++column)
            for (int row = std::max(first, column); row < std::min(across, first + band); ++row)
                whole.push_back({row, column, 0, slices, 0, 1, 0, 0});
    plan.tiles = static_cast<int>(whole.size());
    const int last_round = plan.tiles % multiprocessors;
    plan.parts = best_parts(last_round, slices, multiprocessors);
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
            w.counter = t;
            plan.work.push_back(w);
        }
    return plan;
}

} // namespace warploom::kernels::tensor_core
