#pragma once

#include "engine/cuda/device.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// A moment of a stream that other streams, of any device, can wait for. Belongs to the device that was current.
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

/// One rank: a GPU, or a share of one, with a stream for its work and another one for what travels meanwhile.
class RankGpu {
public:
    /// Errors: "device.fault".
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

/// The ranks that share a matrix. One host thread queues the work of all of them, in an order in which every event is
/// recorded before anybody waits for it.
class RankGroup {
public:
    /// One rank for each ordinal; the same ordinal may stand there several times. Errors: "device.fault".
    explicit RankGroup(const std::vector<int>& ordinals);

    int size() const { return static_cast<int>(ranks_.size()); }
    const RankGpu& operator[](int rank) const { return *ranks_[rank]; }
    /// Whether kernels of one rank may write into the memory of the other.
    bool reaches(int from, int to) const;
    bool all_reach_all() const;
    /// Whether no two ranks are on one GPU.
    bool has_gpus_of_their_own() const;

    /// What others queue from now on runs after what rank 0 has queued, and the reverse. Between the two, the streams
    /// of all ranks can be recorded or timed as if they were one.
    void others_follow_first();
    void first_follows_others();
    /// Waits for all of them. A fault of a kernel comes out here.
    void finish() const;

private:
    std::vector<std::unique_ptr<RankGpu>> ranks_;
    std::vector<char> reaches_; ///< from * size + to
    std::vector<RankEvent> events_;
};

} // namespace warploom::kernels
