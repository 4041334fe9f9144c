#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/cuda/spmv/device_csr.h"

// The way of each x, for csr-propagation (csr_propagation.cu says why). Made once for a matrix, of its indices alone:
// values may change afterwards.

namespace warploom::kernels {

/// How a block shares out its threads, in the order of their numbers: producers, consumers, and a warp for each group of
/// consumers that keeps watch. Found by trial on an H200; a group is as many threads as its own barrier has.
template <class T> struct PropagationShape {
    static constexpr int producers = 96, producer_groups = 2;
    static constexpr int consumers = 384, consumer_groups = 2;
    static constexpr int items =
        sizeof(T) == 4 ? 13 : 11; ///< entries of a consumer; odd, for the banks of shared memory
    static constexpr int tile_entries = items * consumers;
    static constexpr int watches_from = producers * producer_groups + consumers * consumer_groups;
    static constexpr int threads = watches_from + 32 * consumer_groups;
    static constexpr int depth = 4; ///< steps that producers may be ahead of consumers, plus one
};

/// Four neighbouring columns belong to one owner, the next four to the next one: rows and columns that are asked for often
/// are shared out among all.
struct PropagationColumn {
    int owner, local; ///< the block, and the place in its slice of x
    __host__ __device__ PropagationColumn(int column, int owners)
        : owner(column / 4 % owners), local(column / 4 / owners * 4 + column % 4) {}
};

/// The entries stand in tiles of equal size, whatever the rows; tile t belongs to block t % owners, and `owners` tiles are
/// a step. What one owner brings to one tile is rounded up to fours of numbers: 16 or 32 bytes, which travel together.
struct PropagationPlan {
    int owners = 0, tiles = 0, steps = 0;
    int slice = 0;                         ///< columns of an owner, rounded up to fours
    int most_fours = 0;                    ///< of a tile
    const int* first_four = nullptr;       ///< of each step and owner, and one behind the last
    const unsigned short* local = nullptr; ///< four of each four: where the owner finds them in its slice
    const int* to = nullptr;               ///< of each four: its place among those of all tiles of the step
    const int* fours = nullptr;            ///< of each tile
    const unsigned short* place =
        nullptr; ///< most_fours * 4 of each tile: which of its entries that is; tile_entries: none
    /// Of each consumer of each tile: a bit for each of its entries that ends its row, and above the lower 16 how many
    /// rows end in the tile before.
    const unsigned* ends = nullptr;
    const int* first_end = nullptr; ///< of each tile, and one behind the last: how many rows have ended before
    const int* end_row = nullptr;   ///< the rows that have entries, and behind them the number of rows
    bool has_empty_rows = false;
};

/// The arrays of a plan and what makes them.
class PropagationArrays {
public:
    /// For `owners` blocks, at most 1024. Errors: "memory.limit", "device.fault".
    template <class T>
    PropagationArrays(const cuda::Device& device, const DeviceCsr<T>& a, int owners)
        : PropagationArrays(device, a.row_pointer, a.column, a, PropagationShape<T>::items,
                            PropagationShape<T>::consumers, owners) {}

    const PropagationPlan& plan() const { return plan_; }

private:
    PropagationArrays(const cuda::Device&, const int* row_pointer, const int* column, const EntriesSize&, int items,
                      int consumers, int owners);

    PropagationPlan plan_;
    cuda::Buffer<int> first_four_, to_, fours_, first_end_, end_row_;
    cuda::Buffer<unsigned short> local_, place_;
    cuda::Buffer<unsigned> ends_;
};

} // namespace warploom::kernels
