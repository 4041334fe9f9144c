#pragma once

#include "engine/walkthrough/kernel_lines.h"
#include "engine/walkthrough/tridiagonal_steps.h"

#include <string>
#include <vector>

// C = AᵀA by tiles in shared memory, as kernels/ata/tiled.cu does it: a block of side x side threads computes a tile
// of C of side * each rows and columns, `each` x `each` results a thread, and walks down A in slices of `side` rows.

namespace warploom::walkthrough {

struct AtaShape {
    int rows = 6, cols = 12; ///< of A
    int side = 2;            ///< threads across a block, and rows of a slice
    int each = 3;            ///< results of a thread across
    bool padding = true, prefetch = true, symmetric = true;
    int element_bytes = 8;

    int tile() const { return side * each; }
    int across() const { return (cols + tile() - 1) / tile(); } ///< blocks
    int slices() const { return (rows + side - 1) / side; }
    int stride() const { return padding ? side + 1 : side; } ///< between rows of the transposed slice
};

enum class AtaAction {
    skip,     ///< a block below the diagonal leaves at once
    fetch,    ///< every thread reads its elements of a slice from global memory into registers
    store,    ///< and puts them into shared memory
    multiply, ///< one row of the slice: `each` x `each` products a thread
    write,    ///< the results, and their mirror
};

struct AtaStep {
    AtaAction action = AtaAction::fetch;
    int block_row = 0, block_column = 0; ///< of the tile in C
    int slice = 0;                       ///< which is fetched, stored or multiplied
    int k = 0;                           ///< row within the slice, of a multiplication
    bool overlaps = false;               ///< while the slice before it is being multiplied
    KernelLine line = quote::ata_fetch;
};

/// The registers of one thread after a step.
struct AtaRegisters {
    int x = 0, y = 0;                          ///< the thread in its block
    std::vector<double> left, right;           ///< `each` of Aᵀ and of A, of the multiplication; empty in other steps
    std::vector<double> next_left, next_right; ///< on the way from global memory
    std::vector<double> sum;                   ///< each x each, row by row
    int products = 0;                          ///< added into every sum so far
};

/// One access to shared memory by the first warp.
struct AtaAccess {
    std::string name; ///< "write Aᵀ"
    SharedAccess access;
};

/// An interval in the timeline of one block. Lengths are chosen for the picture, not measured.
struct AtaSpan {
    AtaAction action = AtaAction::fetch;
    int slice = 0;
    double begin = 0, end = 0;
};

struct AtaSteps {
    AtaShape shape;
    std::vector<AtaStep> steps;

    double a(int row, int col) const; ///< small whole numbers; 0 beyond the edges
    AtaRegisters registers(int step, int thread) const;
    std::vector<AtaAccess> accesses(int step) const;
    /// Elements of A (row, column) that `thread` reads when it fetches `slice` for Aᵀ, then for A.
    std::vector<std::pair<int, int>> fetched_left(const AtaStep& step, int thread) const;
    std::vector<std::pair<int, int>> fetched_right(const AtaStep& step, int thread) const;
};

AtaSteps ata_steps(const AtaShape& shape);

/// Returns the timeline of a block, with or without prefetching.
std::vector<AtaSpan> ata_time_line(const AtaShape& shape, bool prefetch);

} // namespace warploom::walkthrough
