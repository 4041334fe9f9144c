#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

#include <cstdint>
#include <memory>

namespace warploom::kernels {

/// z = (L Lᵀ)⁻¹ r in two launches, one for each triangle, in which rows wait for each other. Rows are solved level
/// by level (LevelSets), but no thread waits for a whole level: a thread waits for the few numbers that its row needs,
/// and a number that is there says so itself, because until then all its bits are set, which no result is. So a level
/// costs the way of one number through the L2 cache, and neither a launch nor a barrier of all blocks.
template <class T> class WaitingSolves {
public:
    /// Whether levels are wide enough for warps: a level fills up whole ones.
    static bool suits(const IncompleteCholesky& l);
    /// Errors: "memory.limit".
    WaitingSolves(std::shared_ptr<cuda::Device> device, const IncompleteCholesky& l, const T* r, T* z);

    void enqueue();
    int levels() const { return levels_; }

private:
    /// One triangle on the device: its rows in the order in which they are solved, with empty places behind each level.
    struct Triangle {
        std::int64_t places = 0;
        cuda::Buffer<int> row;         ///< row at each position; -1: empty
        cuda::Buffer<int> source;      ///< index of the right-hand side of each position
        cuda::Buffer<int> row_pointer; ///< places + 1
        cuda::Buffer<int> needed;      ///< place of each number that a row needs
        cuda::Buffer<T> value;
        cuda::Buffer<T> inverse_diagonal;
        cuda::Buffer<T> solved; ///< by place; all bits set: not yet
    };

    std::shared_ptr<cuda::Device> device_;
    const T* r_;
    T* z_;
    int levels_ = 0;
    unsigned blocks_ = 0;
    Triangle forward_, backward_;
};

} // namespace warploom::kernels
