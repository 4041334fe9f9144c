#pragma once

#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/wait.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warploom::cuda {

/// Returns the number of available CUDA devices. Without a driver, returns 0 and sets `*why` (if not null) to the
/// reason.
int device_count(std::string* why = nullptr);

/// Returns the name of a GPU without creating a CUDA context, so that listing devices is fast.
std::string device_name(int ordinal);
std::vector<std::pair<std::string, std::string>> device_facts(int ordinal);

/// A GPU and a CUDA stream. All code that measures kernels on this GPU shares the stream.
class Device {
public:
    /// Returns the shared object of a device, creating it on first use. Errors: "device.fault".
    static std::shared_ptr<Device> open(int ordinal);
    /// Creates a device object that is not shared and has its own stream. Use it when several ranks share a GPU.
    /// Errors: "device.fault".
    static std::shared_ptr<Device> separate(int ordinal);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    int ordinal() const { return ordinal_; }
    cudaStream_t stream() const { return stream_; }
    /// Makes this device the current device of the calling thread (cudaSetDevice). Each thread must call it before its
    /// first CUDA call.
    void use() const { WARPLOOM_CUDA_CHECK(cudaSetDevice(ordinal_)); }
    /// Waits until all work on the stream is complete. Throws if a kernel on the stream failed.
    void finish() const {
        const Wait wait;
        WARPLOOM_CUDA_CHECK(cudaStreamSynchronize(stream_));
    }

    std::string architecture() const; ///< returns the GPU architecture, such as "sm_90"
    /// Returns whether the device supports programmatic dependent launch (compute capability 9.0 and later), which
    /// allows a kernel to start before the previous one has finished.
    bool can_start_early() const { return major_ >= 9; }
    int multiprocessors() const { return multiprocessors_; }
    std::int64_t l2_bytes() const { return l2_bytes_; }
    double default_clock_mhz() const { return default_clock_mhz_; }

private:
    explicit Device(int ordinal);

    int ordinal_;
    int major_ = 0;
    int multiprocessors_ = 0;
    std::int64_t l2_bytes_ = 0;
    double default_clock_mhz_ = 0;
    cudaStream_t stream_ = nullptr;
};

} // namespace warploom::cuda
