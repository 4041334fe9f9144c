#pragma once

// The figures of a conjugate gradient iteration that stay where the vectors are, so that no iteration waits for the
// host. Each is written by one phase and read by later ones: threads of one launch never read what it writes.

namespace warploom::kernels::cg {

// Slots of `scalar`, numbers of the solver's precision.
constexpr int rz = 0;        ///< (r, z) of the present residual; written by the direction
constexpr int rz_before = 1; ///< the same one residual ago; written by the residual
constexpr int alpha = 2;     ///< written by the residual
constexpr int p_ap = 3;      ///< (p, A p); written by the residual
constexpr int rr = 4;        ///< (r, r) of the present residual; written by the direction
constexpr int threshold = 5; ///< the iteration stops where (r, r) is not above it; negative: never
constexpr int omega = 6;     ///< of BiCGSTAB; written by its residual
constexpr int scalars = 7;

// Slots of `flag`.
constexpr int done = 0;    ///< iterations since the stretch began
constexpr int limit = 1;   ///< iterations of the stretch
constexpr int stopped = 2; ///< nothing more is done; written by the direction
constexpr int halted = 3;  ///< this iteration does nothing; written by the residual
constexpr int broken = 4;  ///< p·Ap was not positive, or something was not finite
constexpr int flags = 5;

/// (r, r) after each iteration of a stretch is kept for so many iterations; a longer stretch is cut.
constexpr int history_size = 4096;
/// Threads a block of the vector phases, whatever the product takes.
constexpr int block_size = 256;
/// Blocks of the vector phases at most: all of them add up one sum of every block.
constexpr int most_blocks = 1024;

} // namespace warploom::kernels::cg
