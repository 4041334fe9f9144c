#pragma once

#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/multi_gpu/split_matrix.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Conjugate gradients over ranks for a matrix with few diagonals, with two launches per iteration
/// (kernels/headers/cg_rank_diagonals.cuh).
class RankDiagonals {
public:
    virtual ~RankDiagonals() = default;
    /// Called before and after each batch of iterations. `flag` and `scalar` contain the limits of the batch.
    virtual void begin() = 0;
    virtual void end() = 0;
    virtual void launch_iteration() = 0;
    /// Launches only the product, any number of times in a row. After a residual, the product also computes p.
    virtual void launch_products() = 0;
    /// Returns whether kernels wait for kernels of other ranks. If so, run() uses one CUDA graph per rank, and no graph
    /// may span several ranks.
    virtual bool waits_in_launches() const = 0;
    virtual void run(std::int64_t count) = 0;
    virtual std::string detail() const = 0;
};

/// Returns whether the method for few diagonals is possible for this matrix and these ranks.
bool has_rank_diagonals(const RankGroupState& crew, const SplitMatrix& matrix);
/// Binds the conjugate gradient method for few diagonals. `places` contains the vectors of all ranks (empty for other
/// processes). Like the product's x, r has space for the halo. `product` holds p and q. Collective: must be called on
/// every process.
template <class T>
std::unique_ptr<RankDiagonals> rank_diagonals(std::shared_ptr<RankGroupState> crew,
                                              std::shared_ptr<const SplitMatrix> matrix, MultiGpuSpmv<T>& product,
                                              const std::vector<CgVectors<T>>& places);

} // namespace warploom::kernels
