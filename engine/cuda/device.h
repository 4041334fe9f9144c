#pragma once

#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/wait.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warploom::cuda {

/// How many devices answer; 0 where there is no driver, and then `why` (may be null) receives a sentence.
int device_count(std::string* why = nullptr);

/// Name and facts of a device for the environment block. Makes no context, so listing devices is quick.
std::string device_name(int ordinal);
std::vector<std::pair<std::string, std::string>> device_facts(int ordinal);

/// One GPU with the stream that this program's work runs on. Everything that measures with it shares it.
class Device {
public:
    /// The device, made at first use and shared while anybody holds it. Errors: "device.fault".
    static std::shared_ptr<Device> open(int ordinal);
    /// The device with a stream of its own, shared with no other owner: for one of several ranks on it. Errors:
    /// "device.fault".
    static std::shared_ptr<Device> separate(int ordinal);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    int ordinal() const { return ordinal_; }
    cudaStream_t stream() const { return stream_; }
    /// Makes it the calling thread's device: to be called wherever a thread may come in for the first time.
    void use() const { WARPLOOM_CUDA_CHECK(cudaSetDevice(ordinal_)); }
    /// Waits for the stream. A fault of a kernel that ran on it comes out here.
    void finish() const {
        const Wait wait;
        WARPLOOM_CUDA_CHECK(cudaStreamSynchronize(stream_));
    }

    std::string architecture() const; ///< "sm_90"
    /// Whether a launch may begin while the one before runs: from compute capability 9.0 on.
    bool can_start_early() const { return major_ >= 9; }
    int multiprocessors() const { return multiprocessors_; }
    std::int64_t l2_bytes() const { return l2_bytes_; }
    double default_clock_mhz() const { return default_clock_mhz_; }

private:
    explicit Device(int ordinal);

    int ordinal_;
    int major_ = 0; ///< of the compute capability
    int multiprocessors_ = 0;
    std::int64_t l2_bytes_ = 0;
    double default_clock_mhz_ = 0;
    cudaStream_t stream_ = nullptr;
};

} // namespace warploom::cuda
