#pragma once

#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/multi_gpu/split_matrix.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Conjugate gradients over ranks in two launches an iteration (kernels/headers/cg_rank_diagonals.cuh).
class RankDiagonals {
public:
    virtual ~RankDiagonals() = default;
    /// Called before and after a batch of iterations, whose limits are in `flag` and `scalar`.
    virtual void begin() = 0;
    virtual void end() = 0;
    virtual void launch_iteration() = 0;
    /// The product alone, again and again: before the first residual has been launched, or behind one.
    virtual void launch_products() = 0;
    /// Whether launches wait for those of other ranks themselves. Then run() has a graph for each rank, and there is
    /// nothing to record over all.
    virtual bool waits_in_launches() const = 0;
    virtual void run(std::int64_t count) = 0;
    virtual std::string detail() const = 0;
};

/// Whether there is such a way: a matrix of few diagonals, and ranks that can give each other what launches leave.
bool has_rank_diagonals(const RankGroupState& crew, const SplitMatrix& matrix);
/// `places` of all ranks; those of other processes are empty. r has room for the halo, as the product's x has.
/// `product` holds p and q. Collective: every process makes it.
template <class T>
std::unique_ptr<RankDiagonals> rank_diagonals(std::shared_ptr<RankGroupState> crew,
                                              std::shared_ptr<const SplitMatrix> matrix, MultiGpuSpmv<T>& product,
                                              const std::vector<CgVectors<T>>& places);

} // namespace warploom::kernels
