#pragma once

namespace warploom::kernels {

/// Rows that a block solves in shared memory: five arrays of 1024 doubles are 40 KB, of the 48 KB that a block may
/// have.
constexpr int shared_rows = 1024;
/// Of these, cr-pcr leaves at most so many to parallel cyclic reduction: two warps, none of whose lanes is ever idle.
constexpr int parallel_rows = 64;

/// Rows that nested-partitions solves in one block: 8 in each of 640 threads, in registers.
constexpr int block_rows = 5120;

} // namespace warploom::kernels
