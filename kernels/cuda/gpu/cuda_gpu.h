#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/check.h"
#include "engine/cuda/device.h"
#include "engine/error.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

// The CUDA twin of simulated_gpu.h: what a kernel's host part calls.

namespace warploom::kernels::WARPLOOM_TARGET {

/// Registers that a thread may have. The fewer, the more threads a multiprocessor holds, and only many threads hide the
/// latency of memory; but what does not fit goes to memory. A phase that knows better says `registers`.
template <class Phase> constexpr int registers_of() {
    if constexpr (requires { Phase::registers; }) return Phase::registers;
    else return 32;
}

/// A phase says that it starts early by `static constexpr bool starts_early = true;` (kernels/vocabulary/early_start.h).
template <class Phase> constexpr bool phase_starts_early() {
    if constexpr (requires { Phase::starts_early; }) return Phase::starts_early;
    else return false;
}

/// A phase says by `static constexpr int shared_percent = 58;` how much of the memory that L1 and shared memory have in common
/// is to be shared memory. Else as much as the most blocks need, and reads on their way may find no room in the rest.
template <class Phase> constexpr int shared_percent_of() {
    if constexpr (requires { Phase::shared_percent; }) return Phase::shared_percent;
    else return 0;
}

#if CUDART_VERSION >= 12040
#define WARPLOOM_REGISTERS(n) __maxnreg__(n)
#else
#define WARPLOOM_REGISTERS(n) __launch_bounds__(1024)
#endif

/// The one __global__ function. Everything in it is inlined, so what the compiler sees is a plain kernel.
template <class Phase, class... Arguments>
__global__ void WARPLOOM_REGISTERS(registers_of<Phase>()) entry(Arguments... arguments) {
    Phase::run(Thread{}, arguments...);
}

/// Launches and scratch memory on a real GPU, with the same words as the simulated one.
class Gpu {
public:
    Gpu(std::shared_ptr<cuda::Device> device, const char* kernel, int block_size)
        : device_(std::move(device)), kernel_(kernel), block_size_(block_size) {}

    int block_size() const { return block_size_; }

    /// Runs Phase::run(thread, arguments...) in as many blocks as `threads` need.
    template <class Phase, class... Arguments> void launch(std::int64_t threads, const Arguments&... arguments) {
        launch_blocks<Phase>((threads + block_size_ - 1) / block_size_, arguments...);
    }

    template <class Phase, class... Arguments> void launch_blocks(std::int64_t blocks, const Arguments&... arguments) {
        launch_grid<Phase>(blocks, block_size_, arguments...);
    }
    /// For a phase that is written for a block of a size of its own.
    template <class Phase, class... Arguments>
    void launch_grid(std::int64_t blocks, int block_size, const Arguments&... arguments) {
        if (blocks == 0) return;
        if (blocks > std::numeric_limits<int>::max())
            throw Error("kernel.block",
                        std::string(kernel_) + " would need " + std::to_string(blocks) + " blocks of " +
                            std::to_string(block_size) + " threads; a launch has at most 2147483647.",
                        "Choose larger blocks.");
        if constexpr (shared_percent_of<Phase>() > 0)
            cuda::check(cudaFuncSetAttribute(entry<Phase, Arguments...>, cudaFuncAttributePreferredSharedMemoryCarveout,
                                             shared_percent_of<Phase>()),
                        kernel_, __FILE__, __LINE__);
        if (phase_starts_early<Phase>() && can_start_early()) {
            cudaLaunchConfig_t launch{};
            launch.gridDim = dim3(static_cast<unsigned>(blocks));
            launch.blockDim = dim3(static_cast<unsigned>(block_size));
            launch.stream = device_->stream();
            cudaLaunchAttribute early{};
            early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
            early.val.programmaticStreamSerializationAllowed = 1;
            launch.attrs = &early;
            launch.numAttrs = 1;
            cuda::check(cudaLaunchKernelEx(&launch, entry<Phase, Arguments...>, arguments...), kernel_, __FILE__,
                        __LINE__);
            return;
        }
        entry<Phase, Arguments...><<<static_cast<unsigned>(blocks), block_size, 0, device_->stream()>>>(arguments...);
        cuda::check(cudaGetLastError(), kernel_, __FILE__, __LINE__);
    }

    /// y[0..n) = 0, as kernels that add with atomics need it.
    template <class T> void zero(Out<T> y, std::int64_t n) {
        if (n > 0)
            WARPLOOM_CUDA_CHECK(cudaMemsetAsync(y.data, 0, static_cast<std::size_t>(n) * sizeof(T), device_->stream()));
    }

    /// n elements that keep their place and content from launch to launch; made at the first call.
    template <class T> Out<T> scratch(const std::string& name, std::int64_t n) {
        auto& bytes = scratch_[name];
        const std::int64_t needed = n * static_cast<std::int64_t>(sizeof(T));
        if (bytes.size() < needed) bytes = cuda::Buffer<char>(needed, "Scratch memory");
        Out<T> out;
        out.data = reinterpret_cast<T*>(bytes.data());
        return out;
    }
    /// The same memory for reading in a later phase.
    template <class T> static In<T> read(Out<T> array) {
        In<T> in;
        in.data = array.data;
        return in;
    }

    /// The first n elements on the host, when all that was launched is done: for a kernel that looks before it chooses.
    template <class T> std::vector<T> fetch(Out<T> array, std::int64_t n) {
        std::vector<T> values(static_cast<std::size_t>(n));
        if (n > 0)
            WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(values.data(), array.data, static_cast<std::size_t>(n) * sizeof(T),
                                                cudaMemcpyDeviceToHost, device_->stream()));
        device_->finish();
        return values;
    }
    /// A number that the host part of a kernel keeps from `prepare` on; 0 at first.
    std::int64_t& kept(const std::string& name) { return kept_[name]; }

private:
    bool can_start_early() {
        if (major_ == 0)
            WARPLOOM_CUDA_CHECK(cudaDeviceGetAttribute(&major_, cudaDevAttrComputeCapabilityMajor, device_->ordinal()));
        return major_ >= 9;
    }

    std::shared_ptr<cuda::Device> device_;
    const char* kernel_;
    int block_size_;
    int major_ = 0; ///< of the compute capability; 0: not asked yet
    std::map<std::string, cuda::Buffer<char>> scratch_;
    std::map<std::string, std::int64_t> kept_;
};

/// Work<Kernel, T>(device, input, block size), as cuda_*_kernel.h have it, in the precision of the input.
template <template <class, class> class Work, class Kernel>
std::unique_ptr<Bound> bind(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<typename Work<Kernel, double>::Input>();
    if (precision_of(input) == Precision::float32)
        return std::make_unique<Work<Kernel, float>>(place.device, input, request.block_size);
    return std::make_unique<Work<Kernel, double>>(place.device, input, request.block_size);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
