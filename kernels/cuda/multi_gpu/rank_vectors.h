#pragma once

#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_kernels.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/preconditioners/incomplete_cholesky.h"
#include "kernels/preconditioners/level_solves.h"

#include <memory>
#include <optional>
#include <string>
#include <type_traits>

// One rank's data for the conjugate gradient method: its vectors, and the IC(0) or ILU(0) factors of its diagonal
// block.

namespace warploom::kernels {

/// Three views of one rank's vectors. All views use the same members for the sums that a kernel reads, whether they are
/// the sums of this rank's blocks or the sums of all ranks.
template <class T> struct RankVectors {
    CgVectors<T> of_blocks{}; ///< view for kernels that only write block sums: p·Ap, the start, and b - A x
    /// View for the residual kernel, which reads the p·Ap of all ranks and writes other block sums.
    CgVectors<T> residual{};
    CgVectors<T> of_ranks{}; ///< view for kernels that read the sums of all ranks
    T* r = nullptr;          ///< residual r of the rank's own rows
    cuda::Buffer<T> x, r_memory, kept, b, inverse_diagonal, sums, gathered, history;
    cuda::Buffer<CgScalars<T>> scalar;
    cuda::Buffer<CgFlags> flag;
};

/// Computes z = M⁻¹ r with triangular solves on one rank.
template <class T> class RankSolves {
public:
    /// Constructs the solver. `a` is the rank's diagonal block. The rank's device must be current. Errors:
    /// "cg.preconditioner", "memory.limit".
    RankSolves(const std::shared_ptr<cuda::Device>& device, const CsrMatrix& a, Preconditioner preconditioner, T* r)
        : z_(a.rows, "z"), r_(r) {
        if (a.rows == 0) return;
        if (preconditioner == Preconditioner::ilu0) {
            kernels_ = std::make_unique<CudaKernels>(device, std::is_same_v<T, double>);
            levels_.emplace(*kernels_, a);
        } else triangles_ = std::make_unique<CudaTriangularSolves<T>>(device, a, r, z_.data(), false);
    }
    void enqueue() const {
        if (levels_) levels_->enqueue(*kernels_, r_, z_.data());
        if (triangles_) triangles_->enqueue();
    }
    T* z() const { return z_.data(); }
    /// Returns the number of launches per enqueue(): one per level.
    int levels() const { return levels_ ? levels_->levels() : 0; }
    std::string detail() const {
        return levels_ ? levels_->detail() : triangles_ ? triangles_->detail() : std::string();
    }

private:
    cuda::Buffer<T> z_;
    T* r_;
    std::unique_ptr<CudaKernels> kernels_;
    std::optional<LevelSolves<T>> levels_;
    std::unique_ptr<CudaTriangularSolves<T>> triangles_;
};

/// Returns the block with rows and columns first .. last - 1 of `a`.
inline CsrMatrix diagonal_block(const CsrMatrix& a, std::int64_t first, std::int64_t last) {
    CsrMatrix block;
    block.rows = block.cols = last - first;
    block.row_pointer.assign(1, 0);
    for (std::int64_t row = first; row < last; ++row) {
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            if (a.column[k] >= first && a.column[k] < last) {
                block.column.push_back(a.column[k] - static_cast<std::int32_t>(first));
                block.value.push_back(a.value[k]);
            }
        block.row_pointer.push_back(static_cast<std::int64_t>(block.column.size()));
    }
    return block;
}

} // namespace warploom::kernels
