#include "engine/cuda/device.h"

#include "engine/sentence.h"

#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>

namespace warploom::cuda {

namespace {

int attribute(cudaDeviceAttr which, int ordinal) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, ordinal) != cudaSuccess) cudaGetLastError();
    return value;
}

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string with_unit(double value, const char* unit) {
    char text[48];
    std::snprintf(text, sizeof text, "%.4g %s", value, unit);
    return text;
}

/// Returns the NVIDIA driver version reported by the kernel module, such as "580.159.04", or an empty string if it is
/// not available.
std::string kernel_module_version() {
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;)
        if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos)
            return word;
    return {};
}

} // namespace

int device_count(std::string* why) {
    int count = 0;
    const cudaError_t result = cudaGetDeviceCount(&count);
    if (result == cudaSuccess && count > 0) return count;
    cudaGetLastError();
    if (why != nullptr) {
        if (result == cudaErrorNoDevice || result == cudaSuccess) *why = sentence("The NVIDIA driver found no device.");
        else if (result == cudaErrorInsufficientDriver)
            *why = sentence("There is no NVIDIA driver, or it is older than the CUDA runtime of this program.");
        else *why = sentence("The CUDA runtime reported the error '{error}'.", {{"error", cudaGetErrorString(result)}});
    }
    return 0;
}

std::string device_name(int ordinal) {
    cudaDeviceProp properties{};
    WARPLOOM_CUDA_CHECK(cudaGetDeviceProperties(&properties, ordinal));
    return properties.name;
}

std::vector<std::pair<std::string, std::string>> device_facts(int ordinal) {
    cudaDeviceProp p{};
    WARPLOOM_CUDA_CHECK(cudaGetDeviceProperties(&p, ordinal));
    int driver = 0, runtime = 0;
    WARPLOOM_CUDA_CHECK(cudaDriverGetVersion(&driver));
    WARPLOOM_CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    const std::string module = kernel_module_version();
    return {
        {"compute capability", std::to_string(p.major) + "." + std::to_string(p.minor)},
        {"multiprocessors", std::to_string(p.multiProcessorCount)},
        {"device memory", with_unit(static_cast<double>(p.totalGlobalMem) / (1 << 30), "GiB")},
        {"L2 cache", with_unit(static_cast<double>(p.l2CacheSize) / (1 << 20), "MiB")},
        {"shared memory per multiprocessor",
         with_unit(static_cast<double>(p.sharedMemPerMultiprocessor) / 1024, "KiB")},
        {"default SM clock", with_unit(attribute(cudaDevAttrClockRate, ordinal) / 1e3, "MHz")},
        {"memory clock", with_unit(attribute(cudaDevAttrMemoryClockRate, ordinal) / 1e3, "MHz")},
        {"memory bus", std::to_string(p.memoryBusWidth) + " bits"},
        {"ECC", p.ECCEnabled != 0 ? "on" : "off"},
        {"driver", module.empty() ? "CUDA " + version_text(driver) : module + " (CUDA " + version_text(driver) + ")"},
        {"CUDA runtime", version_text(runtime)},
        {"toolkit", version_text(CUDART_VERSION)},
    };
}

Device::Device(int ordinal) : ordinal_(ordinal) {
    use();
    major_ = attribute(cudaDevAttrComputeCapabilityMajor, ordinal);
    multiprocessors_ = attribute(cudaDevAttrMultiProcessorCount, ordinal);
    l2_bytes_ = attribute(cudaDevAttrL2CacheSize, ordinal);
    default_clock_mhz_ = attribute(cudaDevAttrClockRate, ordinal) / 1e3;
    WARPLOOM_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

Device::~Device() {
    if (cudaStreamDestroy(stream_) != cudaSuccess) cudaGetLastError();
}

std::string Device::architecture() const {
    return "sm_" + std::to_string(attribute(cudaDevAttrComputeCapabilityMajor, ordinal_)) +
           std::to_string(attribute(cudaDevAttrComputeCapabilityMinor, ordinal_));
}

std::shared_ptr<Device> Device::separate(int ordinal) { return std::shared_ptr<Device>(new Device(ordinal)); }

std::shared_ptr<Device> Device::open(int ordinal) {
    static std::mutex mutex;
    static std::map<int, std::weak_ptr<Device>> opened;
    const std::lock_guard lock(mutex);
    auto device = opened[ordinal].lock();
    if (device == nullptr) {
        device.reset(new Device(ordinal));
        opened[ordinal] = device;
    }
    return device;
}

} // namespace warploom::cuda
