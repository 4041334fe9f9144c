#pragma once

#include "engine/cuda/device.h"
#include "kernels/multi_gpu/world.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::kernels {

/// An event for which streams of any device can wait. An event is created on the current device.
class RankEvent {
public:
    explicit RankEvent(unsigned flags = cudaEventDisableTiming) {
        WARPLOOM_CUDA_CHECK(cudaEventCreateWithFlags(&event_, flags));
    }
    RankEvent(RankEvent&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    RankEvent& operator=(RankEvent&&) = delete;
    ~RankEvent() {
        if (event_ != nullptr && cudaEventDestroy(event_) != cudaSuccess) cudaGetLastError();
    }

    void record(cudaStream_t stream) const { WARPLOOM_CUDA_CHECK(cudaEventRecord(event_, stream)); }
    void await(cudaStream_t stream) const { WARPLOOM_CUDA_CHECK(cudaStreamWaitEvent(stream, event_, 0)); }
    cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

/// A rank, which uses a GPU or shares it with other ranks. A rank has one stream for computation and another stream for
/// concurrent transfers.
class RankGpu {
public:
    /// Creates the streams of a rank. Errors: "device.fault".
    explicit RankGpu(int ordinal);
    ~RankGpu();
    RankGpu(const RankGpu&) = delete;
    RankGpu& operator=(const RankGpu&) = delete;

    void use() const { device_->use(); }
    const std::shared_ptr<cuda::Device>& device() const { return device_; }
    int ordinal() const { return device_->ordinal(); }
    cudaStream_t stream() const { return device_->stream(); }
    cudaStream_t travel() const { return travel_; }

private:
    std::shared_ptr<cuda::Device> device_;
    cudaStream_t travel_ = nullptr;
};

/// The ranks that share a matrix. A single host thread enqueues the work of all local ranks in such an order that every
/// event is recorded before anything waits for it.
class RankGroup {
public:
    /// Creates one rank for each device ordinal in the list. The list can contain duplicates. Errors: "device.fault".
    explicit RankGroup(const std::vector<int>& ordinals);
    /// Creates one rank per process of `world`. One of the ranks is in this process and uses the given GPU.
    RankGroup(RankWorld& world, int ordinal);

    /// Returns the total number of ranks, including ranks in other processes.
    int size() const { return static_cast<int>(ranks_.size()); }
    /// Returns the ranks in this process in ascending order: either all ranks or a single rank.
    const std::vector<int>& here() const { return here_; }
    bool is_here(int rank) const { return ranks_[rank] != nullptr; }
    int first() const { return here_.front(); }
    /// Returns a rank in this process.
    const RankGpu& operator[](int rank) const { return *ranks_[rank]; }
    /// Returns the group of processes, or null if all ranks are in one process.
    RankWorld* world() const { return world_; }
    /// Collective operations, which every process must call. slowest() returns the time of the slowest rank, all()
    /// returns whether a condition holds on all ranks, and join() returns the concatenated parts. The concatenation
    /// fails on all ranks if it fails on any rank (RankWorld::all_or_none).
    double slowest(double ns) const { return world_ != nullptr ? world_->greatest(ns) : ns; }
    bool all(bool own) const { return world_ != nullptr ? world_->all(own) : own; }
    std::vector<double> join(std::vector<double> own) const { return world_ != nullptr ? world_->join(own) : own; }
    void all_or_none(const std::function<void()>& work) const {
        if (world_ != nullptr) world_->all_or_none(work);
        else work();
    }
    /// Returns whether kernels of one rank can write to the memory of the other rank.
    bool reaches(int from, int to) const;
    bool all_reach_all() const;
    /// Returns whether every rank has a GPU of its own.
    bool has_gpus_of_their_own() const;

    /// Make the other ranks wait for the first rank in this process, or vice versa. Between these two calls, the
    /// streams of all local ranks can be captured or timed like a single stream.
    void others_follow_first();
    void first_follows_others();
    /// Waits for all ranks. Throws if one of their kernels failed.
    void finish() const;

private:
    void add(int rank, int ordinal);

    RankWorld* world_ = nullptr;
    std::vector<int> here_;
    std::vector<std::unique_ptr<RankGpu>> ranks_; ///< all ranks; null for ranks in other processes
    std::vector<char> reaches_; ///< whether peer access between two ranks is possible, at index from * size + to
    std::vector<std::optional<RankEvent>> events_;
};

/// Measures the bandwidth of a large copy from the first rank's GPU to another GPU of this process, in bytes per
/// second. Returns 0 if this process has only one GPU.
double measure_link_bandwidth(const RankGroup& group);

} // namespace warploom::kernels
