#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "engine/measure/statistics.h"

#include <functional>
#include <memory>
#include <optional>

namespace warploom::cuda {

/// Measures times on a device. Not thread-safe.
///
/// Every sample is an event pair around the work. A spinning kernel runs before the first event, so that the host has
/// queued all launches before timing starts: gaps between the launches of one product are then caused by the device,
/// not by the host. After the second event a probe counts SM cycles over 20 us of the device's own clock, which gives
/// the SM clock rate during the work.
class Timer {
public:
    explicit Timer(std::shared_ptr<Device> device);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Flushes the caches before the work by reading four times the size of L2. Reads are used because dirty lines
    /// would be written back while the work is timed.
    measure::Sample cold(const std::function<void()>& enqueue);
    /// Times `batch` consecutive runs; the result is the time of one run.
    measure::Sample warm(const std::function<void()>& enqueue, int batch);

    /// Returns the bandwidth in bytes per second of a device-to-device copy of 4 GiB (less if memory is small), read
    /// plus write; the median of 11 copies. Measured on the first call.
    double copy_bandwidth();

    // The steps of a sample, for timing several devices together. Each only enqueues its work.
    void flush();                    ///< reads four times the size of L2
    void hold(double nanoseconds);   ///< launches a spinning kernel
    void probe_clock();              ///< counts SM cycles over 20 us
    double probed_clock_mhz() const; ///< valid after the probe has run

private:
    measure::Sample timed(const std::function<void()>& enqueue, int batch);

    std::shared_ptr<Device> device_;
    cudaEvent_t start_ = nullptr, stop_ = nullptr;
    double* probe_ = nullptr; ///< pinned; clock cycles per nanosecond, written by the device
    Buffer<float4> flush_buffer_;
    std::optional<double> copy_bandwidth_;
};

} // namespace warploom::cuda
