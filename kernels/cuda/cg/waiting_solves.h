#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

#include <cstdint>
#include <memory>

namespace warploom::kernels {

/// Computes z = (L Lᵀ)⁻¹ r in two kernel launches, one per triangular solve, where threads wait for the results of
/// other rows. Rows are processed level by level (LevelSets), but a thread waits only for the values its row needs, not
/// for a whole level. Until a value is available, all bits of its location are set; no result has this pattern. Each
/// level therefore only takes the latency of one value through the L2 cache, without a launch or a grid-wide barrier.
template <class T> class WaitingSolves {
public:
    /// Returns whether the levels of the factor are wide enough for WaitingSolves, which pads each level to whole
    /// warps.
    static bool suits(const IncompleteCholesky& l);
    /// Uploads the IC(0) factor. Errors: "memory.limit".
    WaitingSolves(std::shared_ptr<cuda::Device> device, const IncompleteCholesky& l, const T* r, T* z);

    void enqueue();
    int levels() const { return levels_; }

private:
    /// A triangular matrix on the device. Rows are stored in solving order, with empty positions after each level.
    struct Triangle {
        std::int64_t places = 0;
        cuda::Buffer<int> row; ///< row at each position; -1 if the position is empty
        cuda::Buffer<int> source;
        cuda::Buffer<int> row_pointer; ///< index of the first entry at each position (places + 1 elements)
        cuda::Buffer<int> needed;      ///< position of the value that each entry is multiplied by
        cuda::Buffer<T> value;
        cuda::Buffer<T> inverse_diagonal;
        cuda::Buffer<T> solved; ///< results by position; all bits are set until a row has been solved
    };

    std::shared_ptr<cuda::Device> device_;
    const T* r_;
    T* z_;
    int levels_ = 0;
    unsigned blocks_ = 0;
    Triangle forward_, backward_;
};

} // namespace warploom::kernels
