#pragma once

#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/multi_gpu/split_matrix.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Conjugate gradients over ranks with two launches per iteration (kernels/headers/cg_rank_diagonals.cuh).
class RankDiagonals {
public:
    virtual ~RankDiagonals() = default;
    /// Must be called before and after each batch of iterations. The limits of the batch are in `flag` and `scalar`.
    virtual void begin() = 0;
    virtual void end() = 0;
    virtual void launch_iteration() = 0;
    /// Repeatedly launch only the product, in the variant before the first residual or the variant after a residual.
    virtual void launch_products() = 0;
    /// Returns whether launches wait for launches of other ranks. If so, run() uses one graph per rank, and no graph
    /// may span several ranks.
    virtual bool waits_in_launches() const = 0;
    virtual void run(std::int64_t count) = 0;
    virtual std::string detail() const = 0;
};

/// Returns whether this method is applicable, that is, whether the matrix has few diagonals and ranks can exchange the
/// results of launches.
bool has_rank_diagonals(const RankGroupState& crew, const SplitMatrix& matrix);
/// `places` contains the vectors of all ranks; vectors of other processes are empty. Like the product's x, r has space
/// for the halo. `product` holds p and q. Collective: must be called on every process.
template <class T>
std::unique_ptr<RankDiagonals> rank_diagonals(std::shared_ptr<RankGroupState> crew,
                                              std::shared_ptr<const SplitMatrix> matrix, MultiGpuSpmv<T>& product,
                                              const std::vector<CgVectors<T>>& places);

} // namespace warploom::kernels
