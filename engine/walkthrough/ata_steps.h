#pragma once

#include "engine/walkthrough/kernel_lines.h"
#include "engine/walkthrough/tridiagonal_steps.h"

#include <string>
#include <vector>

// Computes C = AᵀA with tiles in shared memory, as in kernels/ata/tiled.cu. A thread block has `side` x `side` threads,
// and each thread computes `each` x `each` elements of C. The block therefore computes a square tile of C with side *
// each rows and columns. The block iterates over A in slices of `side` rows.

namespace warploom::walkthrough {

struct AtaShape {
    int rows = 6, cols = 12; ///< dimensions of A
    int side = 2;            ///< number of threads along each dimension of a block, and rows per slice
    int each = 3;
    bool padding = true, prefetch = true, symmetric = true;
    int element_bytes = 8;

    int tile() const { return side * each; }
    int across() const { return (cols + tile() - 1) / tile(); }
    int slices() const { return (rows + side - 1) / side; }
    /// Returns the row pitch of the Aᵀ slice in shared memory.
    int stride() const { return padding ? side + 1 : side; }
};

enum class AtaAction {
    skip,     ///< the block is below the diagonal of C and exits immediately
    fetch,    ///< each thread reads its elements of a slice of A from global memory into registers
    store,    ///< each thread writes its elements of the slice to shared memory
    multiply, ///< each thread multiplies its elements in one row of the slice, and adds `each` x `each` products
    write,    ///< each thread writes its results and their mirror images to C
};

struct AtaStep {
    AtaAction action = AtaAction::fetch;
    int block_row = 0, block_column = 0;
    int slice = 0; ///< index of the slice being fetched, stored or multiplied
    int k = 0;
    bool overlaps = false; ///< whether the previous slice is multiplied while this slice is fetched (prefetching)
    KernelLine line = quote::ata_fetch;
};

/// The registers of a thread after a step of the AᵀA kernel.
struct AtaRegisters {
    int x = 0, y = 0;
    /// Elements of Aᵀ and A that the thread multiplies in this step, `each` values of both. Empty in other steps.
    std::vector<double> left, right;
    std::vector<double> next_left, next_right; ///< elements that are being prefetched from global memory
    std::vector<double> sum;                   ///< the thread's `each` x `each` sums in row-major order
    int products = 0;                          ///< number of products added to each sum so far
};

struct AtaAccess {
    std::string name; ///< description of the access, such as "write Aᵀ"
    SharedAccess access;
};

/// An interval on the timeline of a block. The durations are illustrative, not measured.
struct AtaSpan {
    AtaAction action = AtaAction::fetch;
    int slice = 0;
    double begin = 0, end = 0;
};

struct AtaSteps {
    AtaShape shape;
    std::vector<AtaStep> steps;

    double a(int row, int col) const; ///< returns an element of A, a small integer; 0 outside of A
    AtaRegisters registers(int step, int thread) const;
    std::vector<AtaAccess> accesses(int step) const;
    /// These functions return the elements of A, as (row, column), that a thread fetches for a slice: fetched_left()
    /// for the tile of Aᵀ, and fetched_right() for the tile of A.
    std::vector<std::pair<int, int>> fetched_left(const AtaStep& step, int thread) const;
    std::vector<std::pair<int, int>> fetched_right(const AtaStep& step, int thread) const;
};

AtaSteps ata_steps(const AtaShape& shape);

/// Returns the timeline of a block, with or without prefetching.
std::vector<AtaSpan> ata_time_line(const AtaShape& shape, bool prefetch);

} // namespace warploom::walkthrough
