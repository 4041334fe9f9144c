#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "engine/measure/statistics.h"

#include <functional>
#include <memory>
#include <optional>

namespace warploom::cuda {

/// Measures the time of GPU work. Not thread-safe.
///
/// For each sample, a pair of events encloses the work. A kernel spins before the first event until the host has
/// enqueued all launches. Any gaps between kernels are then caused by the device, not by the host. After the second
/// event, a probe kernel counts SM cycles over 20 us of device time, which gives the SM clock rate during the work.
class Timer {
public:
    explicit Timer(std::shared_ptr<Device> device);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Flushes the caches by reading a buffer four times the size of L2, and then times the work. The flush does not
    /// write to memory, because dirty cache lines would be written back while the work is being timed.
    measure::Sample cold(const std::function<void()>& enqueue);
    /// Times `batch` consecutive runs of the work without flushing the caches, and returns the time of a single run.
    measure::Sample warm(const std::function<void()>& enqueue, int batch);

    /// Returns the bandwidth of device-to-device copies of 4 GiB (less if memory is small) in bytes per second,
    /// counting both reads and writes. The result is the median of 11 copies, which are made on the first call.
    double copy_bandwidth();

    // The individual steps of taking a sample, for callers that time several devices together. Each function only
    // enqueues work and does not wait.
    void flush();                    ///< flushes the caches by reading a buffer four times the size of L2
    void hold(double nanoseconds);   ///< launches a kernel that spins until the host has enqueued all launches
    void probe_clock();              ///< counts SM cycles over 20 us to determine the SM clock rate
    double probed_clock_mhz() const; ///< returns the SM clock rate; valid after the clock probe has run

private:
    measure::Sample timed(const std::function<void()>& enqueue, int batch);

    std::shared_ptr<Device> device_;
    cudaEvent_t start_ = nullptr, stop_ = nullptr;
    double* probe_ = nullptr; ///< SM cycles per nanosecond, written by the device to pinned memory
    Buffer<float4> flush_buffer_;
    std::optional<double> copy_bandwidth_;
};

} // namespace warploom::cuda
