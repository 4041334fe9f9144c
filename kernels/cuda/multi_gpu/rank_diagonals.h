#pragma once

#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/multi_gpu/split_matrix.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Conjugate gradients for a matrix with few diagonals over ranks, with two kernel launches per iteration
/// (kernels/headers/cg_rank_diagonals.cuh).
class RankDiagonals {
public:
    virtual ~RankDiagonals() = default;
    /// Functions to be called before and after each batch of iterations. The limits of the batch are in `flag` and
    /// `scalar`.
    virtual void begin() = 0;
    virtual void end() = 0;
    virtual void launch_iteration() = 0;
    /// Repeatedly launch only the matrix-vector product, either in the variant before the first residual or in the
    /// variant after a residual.
    virtual void launch_products() = 0;
    /// Returns whether kernels wait for kernels of other ranks. If they do, run() uses one CUDA graph per rank, and no
    /// graph may span several ranks.
    virtual bool waits_in_launches() const = 0;
    virtual void run(std::int64_t count) = 0;
    virtual std::string detail() const = 0;
};

/// Returns whether the conjugate gradient method for few diagonals can be used, which requires a suitable matrix and
/// ranks whose kernels can exchange results.
bool has_rank_diagonals(const RankGroupState& crew, const SplitMatrix& matrix);
/// Binds the conjugate gradient method for a matrix with few diagonals. `places` contains the vectors of all ranks;
/// vectors of other processes are empty. Like the product's x, r has space for the halo. `product` holds p and q.
/// Collective: must be called on every process.
template <class T>
std::unique_ptr<RankDiagonals> rank_diagonals(std::shared_ptr<RankGroupState> crew,
                                              std::shared_ptr<const SplitMatrix> matrix, MultiGpuSpmv<T>& product,
                                              const std::vector<CgVectors<T>>& places);

} // namespace warploom::kernels
