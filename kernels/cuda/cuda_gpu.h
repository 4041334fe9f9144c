#pragma once

#include "kernels/cuda/cuda_spmv.h"
#include "kernels/cuda/uploaded_format.h"
#include "kernels/formats/arrays.h"
#include "kernels/vocabulary.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>

// The CUDA twin of simulated_gpu.h: what a kernel's host part calls, and how a kernel becomes a BoundSpmv.

namespace warploom::kernels::WARPLOOM_TARGET {

/// Registers that a thread may have. The fewer, the more threads a multiprocessor holds, and only many threads hide the
/// latency of memory; but what does not fit goes to memory. A phase that knows better says `registers`.
template <class Phase> constexpr int registers_of() {
    if constexpr (requires { Phase::registers; }) return Phase::registers;
    else return 32;
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
        if (blocks == 0) return;
        if (blocks > std::numeric_limits<int>::max())
            throw Error("kernel.block",
                        std::string(kernel_) + " would need " + std::to_string(blocks) + " blocks of " +
                            std::to_string(block_size_) + " threads; a launch has at most 2147483647.",
                        "Choose larger blocks.");
        entry<Phase, Arguments...><<<static_cast<unsigned>(blocks), block_size_, 0, device_->stream()>>>(arguments...);
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

private:
    std::shared_ptr<cuda::Device> device_;
    const char* kernel_;
    int block_size_;
    std::map<std::string, cuda::Buffer<char>> scratch_;
};

/// A kernel with one launch needs only `threads` and `run`; one with several writes its own `spmv`,
/// and one that studies the matrix first writes `prepare`.
template <class Kernel, class T> class BoundKernel final : public CudaSpmv<T> {
public:
    using Host = typename Kernel::template Format<T, HostArray>;
    using View = typename Kernel::template Format<T, In>;

    BoundKernel(std::shared_ptr<cuda::Device> device, std::shared_ptr<const HostFormat> format, int block_size)
        : CudaSpmv<T>(device, std::move(format)), gpu_(device, Kernel::info.id, block_size) {
        const Host& host = *static_cast<const Host*>(this->format_->object());
        static_cast<typename Host::Shape&>(view_) = host;
        arrays_ = UploadedFormat::of(*this->device_, this->format_);
        this->transfer_ns += arrays_->transfer_ns();
        std::size_t next = 0;
        view_.arrays(
            [&]<class E>(const char*, In<E>& array) { array.data = static_cast<const E*>(arrays_->array(next++)); });
        x_view_.data = this->x_.data();
        y_view_.data = this->y_.data();
        if constexpr (requires { Kernel::template prepare<T>(gpu_, view_); }) {
            this->preprocess_ns = elapsed_ns([&] {
                Kernel::template prepare<T>(gpu_, view_);
                this->device_->finish();
            });
        }
    }

    void enqueue() override {
        this->device_->use();
        if constexpr (requires { Kernel::template spmv<T>(gpu_, view_, x_view_, y_view_); })
            Kernel::template spmv<T>(gpu_, view_, x_view_, y_view_);
        else gpu_.template launch<Kernel>(Kernel::template threads<T>(view_), view_, x_view_, y_view_);
    }

private:
    Gpu gpu_;
    std::shared_ptr<const UploadedFormat> arrays_;
    View view_;
    In<T> x_view_;
    Out<T> y_view_;
};

template <class Kernel>
std::unique_ptr<BoundSpmv> bind_spmv(std::shared_ptr<cuda::Device> device, std::shared_ptr<const HostFormat> format,
                                     int block_size) {
    if (format->precision == Precision::float32)
        return std::make_unique<BoundKernel<Kernel, float>>(std::move(device), std::move(format), block_size);
    return std::make_unique<BoundKernel<Kernel, double>>(std::move(device), std::move(format), block_size);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
