#pragma once

#include "engine/cuda/device.h"
#include "kernels/multi_gpu/world.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::kernels {

/// An event, created on the current device, that streams of any device can wait for.
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

/// A rank with its own or a shared GPU. It has one stream for computation and another one for concurrent transfers.
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

/// The ranks that share a matrix. A single host thread enqueues the work of all local ranks, and records every event
/// before enqueueing work that waits for it.
class RankGroup {
public:
    /// Creates one rank per device ordinal. Ordinals can repeat. Errors: "device.fault".
    explicit RankGroup(const std::vector<int>& ordinals);
    /// Creates one rank per process of `world`. The rank of this process uses the given GPU.
    RankGroup(RankWorld& world, int ordinal);

    /// Returns the number of ranks in all processes.
    int size() const { return static_cast<int>(ranks_.size()); }
    /// Returns the ranks in this process, in ascending order: all of them or a single one.
    const std::vector<int>& here() const { return here_; }
    bool is_here(int rank) const { return ranks_[rank] != nullptr; }
    int first() const { return here_.front(); }
    /// Returns a rank in this process.
    const RankGpu& operator[](int rank) const { return *ranks_[rank]; }
    /// Returns the processes, or null if all ranks are in one process.
    RankWorld* world() const { return world_; }
    /// Collective operations, which every process must call. slowest() returns the time of the slowest rank, all()
    /// whether a condition holds on all ranks, and join() the concatenated parts. A failure on any rank is a failure on
    /// all ranks (RankWorld::all_or_none).
    double slowest(double ns) const { return world_ != nullptr ? world_->greatest(ns) : ns; }
    bool all(bool own) const { return world_ != nullptr ? world_->all(own) : own; }
    std::vector<double> join(std::vector<double> own) const { return world_ != nullptr ? world_->join(own) : own; }
    void all_or_none(const std::function<void()>& work) const {
        if (world_ != nullptr) world_->all_or_none(work);
        else work();
    }
    /// Returns whether kernels of rank `from` can write to the memory of rank `to`.
    bool reaches(int from, int to) const;
    bool all_reach_all() const;
    /// Returns whether every rank has a GPU of its own.
    bool has_gpus_of_their_own() const;

    /// Make the other local ranks wait for the first one, or vice versa. Between the two calls, the streams of all
    /// local ranks can be captured or timed like a single stream.
    void others_follow_first();
    void first_follows_others();
    void finish() const;

private:
    void add(int rank, int ordinal);

    RankWorld* world_ = nullptr;
    std::vector<int> here_;
    std::vector<std::unique_ptr<RankGpu>> ranks_; ///< the ranks; null for ranks in other processes
    std::vector<char> reaches_;                   ///< whether peer access is possible, at index from * size + to
    std::vector<std::optional<RankEvent>> events_;
};

/// Measures a large copy from the first rank's GPU to another GPU of this process, in bytes per second. Returns 0 if
/// there is only one GPU.
double measure_link_bandwidth(const RankGroup& group);

} // namespace warploom::kernels
