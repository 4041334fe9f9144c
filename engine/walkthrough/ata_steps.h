#pragma once

#include "engine/walkthrough/kernel_lines.h"
#include "engine/walkthrough/tridiagonal_steps.h"

#include <string>
#include <vector>

// C = AᵀA with tiles in shared memory, as in kernels/ata/tiled.cu. A block of side x side threads computes a square
// tile of C with side * each rows and columns. Each thread computes `each` x `each` results. The block moves down A in
// slices of `side` rows.

namespace warploom::walkthrough {

struct AtaShape {
    int rows = 6, cols = 12; ///< dimensions of A
    int side = 2;            ///< number of threads in each dimension of a block, and number of rows in a slice
    int each = 3;            ///< number of results of a thread in each dimension
    bool padding = true, prefetch = true, symmetric = true;
    int element_bytes = 8;

    int tile() const { return side * each; }
    int across() const { return (cols + tile() - 1) / tile(); } ///< blocks
    int slices() const { return (rows + side - 1) / side; }
    int stride() const { return padding ? side + 1 : side; } ///< distance between rows of the transposed slice
};

enum class AtaAction {
    skip,     ///< a block below the diagonal exits immediately
    fetch,    ///< every thread reads its elements of a slice from global memory into registers
    store,    ///< every thread writes these elements to shared memory
    multiply, ///< multiplies one row of the slice: `each` x `each` products per thread
    write,    ///< writes the results and their mirror images
};

struct AtaStep {
    AtaAction action = AtaAction::fetch;
    int block_row = 0, block_column = 0; ///< the position of the tile in C
    int slice = 0;                       ///< the slice that is being fetched, stored or multiplied
    int k = 0;                           ///< for a multiplication, the row within the slice
    bool overlaps = false;               ///< whether the previous slice is being multiplied at the same time
    KernelLine line = quote::ata_fetch;
};

/// The registers of one thread after a step.
struct AtaRegisters {
    int x = 0, y = 0;                ///< the index of the thread in its block
    std::vector<double> left, right; ///< `each` elements of Aᵀ and of A for the multiplication; empty in other steps
    std::vector<double> next_left, next_right; ///< elements that are being loaded from global memory
    std::vector<double> sum;                   ///< each x each sums in row-major order
    int products = 0;                          ///< number of products that have been added to every sum so far
};

/// An access to shared memory by the first warp.
struct AtaAccess {
    std::string name; ///< for example "write Aᵀ"
    SharedAccess access;
};

/// An interval in the timeline of a block. Durations are chosen for display and not measured.
struct AtaSpan {
    AtaAction action = AtaAction::fetch;
    int slice = 0;
    double begin = 0, end = 0;
};

struct AtaSteps {
    AtaShape shape;
    std::vector<AtaStep> steps;

    double a(int row, int col) const; ///< returns small integers; 0 outside A
    AtaRegisters registers(int step, int thread) const;
    std::vector<AtaAccess> accesses(int step) const;
    /// Returns the elements of A (row, column) that `thread` reads when it fetches `slice`: first those for Aᵀ, and
    /// then those for A.
    std::vector<std::pair<int, int>> fetched_left(const AtaStep& step, int thread) const;
    std::vector<std::pair<int, int>> fetched_right(const AtaStep& step, int thread) const;
};

AtaSteps ata_steps(const AtaShape& shape);

/// Returns the timeline of a block, with or without prefetching.
std::vector<AtaSpan> ata_time_line(const AtaShape& shape, bool prefetch);

} // namespace warploom::walkthrough
