#pragma once

#include "engine/cuda/buffer.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/multi_gpu/rank_graph.h"
#include "kernels/cuda/multi_gpu/traffic.h"
#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/split_matrix.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The GPUs of this process in a machine with several ranks, and the exchange method that they use. All kernels of the
/// machine share this state.
struct RankGroupState {
    RankGroupState(std::shared_ptr<RankGroup> ranks, std::unique_ptr<Traffic> exchange)
        : owner(std::move(ranks)), group(*owner), traffic(std::move(exchange)) {}

    std::shared_ptr<RankGroup> owner;
    RankGroup& group;
    std::unique_ptr<Traffic> traffic;
};
/// Rank state of each working exchange method, all on the same GPUs.
using RankCrews = std::vector<std::shared_ptr<RankGroupState>>;

/// Computes y = A x with rows distributed over ranks. During the transfer of x, every rank computes the rows that need
/// no remote elements. The other rows are computed on a separate stream, so that they can start as soon as their remote
/// elements have arrived. If nearly every row needs remote elements, a rank first computes the product with its own
/// elements of x, and then adds the product with the remote elements.
template <class T> class MultiGpuSpmv final : public BoundSpmv {
public:
    /// Binds the product. Errors: all binding errors; "kernel.machine" if the kernel cannot write only a part of y.
    MultiGpuSpmv(std::shared_ptr<RankGroupState> crew, std::shared_ptr<const SplitMatrix> matrix,
                 const CudaEntry& entry, int block_size);

    void set_x(const std::vector<double>& x) override;
    void poison() override;
    std::vector<double> y() const override;
    /// Returns an empty result, because x and y are distributed and have no single location.
    VectorPlaces places() override { return {}; }
    void enqueue() override;
    void finish() override { crew_->group.finish(); }

    /// Enqueues individual launches instead of a CUDA graph, so that another graph can capture them.
    void enqueue_launches();
    /// Enqueues only the transfer of the halo of x (remote elements).
    void enqueue_halo();
    /// Captures a CUDA graph of the product, and keeps it if it is faster than individual launches. Call it once,
    /// before other work is bound to the vectors.
    void choose_way();
    /// Computes products back to back and returns the time per product in ns, including launches.
    double time_once();

    T* own_x(int rank) const { return x_[rank].data() + lead_[rank] + rows(rank).halo_below; }
    /// Return the layout of x on a rank. Vectors with space for the halo have the same layout, so that the rank's own
    /// elements have the same alignment within a cache line.
    std::int64_t local_entries(int rank) const { return lead_[rank] + rows(rank).local_cols(); }
    std::int64_t own_place(int rank) const { return lead_[rank] + rows(rank).halo_below; }
    T* own_y(int rank) const { return y_[rank].data(); }
    const RankRows& rows(int rank) const { return matrix_->split.ranks[rank]; }
    int ranks() const { return crew_->group.size(); }
    const std::vector<int>& here() const { return crew_->group.here(); }

private:
    void allocate(const CudaEntry& entry, int block_size);
    /// The partial products of a rank. If no row can be computed before the halo arrives, the waiting rows use the
    /// stream of the rank.
    struct RankProducts {
        std::vector<std::unique_ptr<BoundSpmv>> inner, waiting;
        cuda::Buffer<T> addend; ///< product with the remote elements; empty if not computed separately
        /// Stream that processes the rows that depend on the halo; null to use the rank's own stream.
        std::shared_ptr<cuda::Device> aside;
        std::optional<RankEvent> begun, done;
    };
    void make_paths(std::vector<HaloPath>& paths);
    std::string describe() const;

    std::shared_ptr<RankGroupState> crew_;
    std::shared_ptr<const SplitMatrix> matrix_;
    /// Number of unused elements before the local x of each rank, so that the rank's own elements start at a cache
    /// line.
    std::vector<std::int64_t> lead_;
    std::vector<cuda::Buffer<T>> x_, y_; ///< x and y of each rank; empty for ranks in other processes
    /// Indices of the elements to send in each message; empty if they are contiguous.
    std::vector<cuda::Buffer<std::int32_t>> index_;
    std::unique_ptr<HaloTransfer> halo_;
    std::vector<RankProducts> products_;
    std::optional<RankGraph> graph_;
};

/// Calls `work` `count` times and waits for all ranks. Returns the time per call in ns on the slowest process.
double paced_ns(const RankGroup& group, const std::function<void()>& work, int count);

} // namespace warploom::kernels
