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
/// queued all launches before the clock starts: gaps between the launches of one product are those of the device, not
/// of the host. After the second event a probe counts SM cycles over 20 us of the device's own clock, which gives the
/// SM clock that the work ran at.
class Timer {
public:
    explicit Timer(std::shared_ptr<Device> device);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// The caches hold nothing of the work when it starts: four times the L2 is read before it. Reading,
    /// because lines that were written would have to go back to memory while the work is being timed.
    measure::Sample cold(const std::function<void()>& enqueue);
    /// `batch` times back to back, time per launch.
    measure::Sample warm(const std::function<void()>& enqueue, int batch);

    /// Bytes per second of a device-to-device copy of 4 GiB (less where the memory is small), read plus
    /// written; the median of 11 copies. Measured at the first call.
    double copy_bandwidth();

    // The parts of a sample, to time several devices together. Each only queues its work.
    void flush();                    ///< reads four times the L2
    void hold(double nanoseconds);   ///< a kernel that spins
    void probe_clock();              ///< counts SM cycles over 20 us
    double probed_clock_mhz() const; ///< once the probe has run

private:
    measure::Sample timed(const std::function<void()>& enqueue, int batch);

    std::shared_ptr<Device> device_;
    cudaEvent_t start_ = nullptr, stop_ = nullptr;
    double* probe_ = nullptr; ///< pinned: cycles per nanosecond, written by the device
    Buffer<float4> flush_buffer_;
    std::optional<double> copy_bandwidth_;
};

} // namespace warploom::cuda
