#pragma once

#include "engine/cuda/device.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// A captured CUDA graph; empty if the work could not be captured.
class CgGraph {
public:
    /// Captures the work enqueued by `work`, which must have run before, because capture does not allow allocating
    /// memory.
    CgGraph(const cuda::Device& device, const std::function<void()>& work,
            cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal);
    /// Captures `times` calls to `work`.
    CgGraph(const cuda::Device& device, const std::function<void()>& work, int times);
    CgGraph(CgGraph&& other) noexcept;
    CgGraph& operator=(CgGraph&&) = delete;
    ~CgGraph();

    bool is_recorded() const { return exec_ != nullptr; }
    void launch(cudaStream_t stream) const;

private:
    cudaGraphExec_t exec_ = nullptr;
};

/// Captures CG iterations in CUDA graphs of 32, 8 and 1 iterations and launches these. If capturing fails, iterations
/// are launched without graphs.
class CgGraphs {
public:
    CgGraphs(std::shared_ptr<cuda::Device> device, std::function<void()> iteration);
    void run(std::int64_t count);
    /// Launches each graph once to upload it to the device.
    void run_each();
    std::string detail() const;

private:
    static constexpr std::array<int, 3> portions{32, 8, 1};
    std::shared_ptr<cuda::Device> device_;
    std::function<void()> iteration_;
    std::vector<CgGraph> graphs_; ///< graphs of 32, 8 and 1 iterations; empty if capturing failed
};

/// Runs `work` `count` times back to back from a CUDA graph, and returns the device time per call in ns.
double graphed_ns(const cuda::Device& device, const std::function<void()>& work, int count);

} // namespace warploom::kernels
