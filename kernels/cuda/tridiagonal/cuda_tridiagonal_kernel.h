#pragma once

#include "kernels/cuda/gpu/cuda_gpu.h"
#include "kernels/cuda/tridiagonal/cuda_tridiagonal.h"
#include "kernels/tridiagonal/system.h"

// How a solver written in the vocabulary becomes a BoundTridiagonal on a real GPU.

namespace warploom::kernels::WARPLOOM_TARGET {

template <class Kernel, class T> class TridiagonalKernel final : public CudaTridiagonal<T> {
public:
    using Input = TridiagonalInput;
    TridiagonalKernel(std::shared_ptr<cuda::Device> device, const TridiagonalInput& input, int block_size)
        : CudaTridiagonal<T>(device, input), gpu_(device, Kernel::info.id, block_size) {
        system_.n = static_cast<int>(this->n_);
        system_.a.data = this->a_.data();
        system_.b.data = this->b_.data();
        system_.c.data = this->c_.data();
        system_.d.data = this->d_.data();
        system_.systems = input.system->systems;
        x_view_.data = this->x_.data();
        zero_view_.data = this->zero_pivot_.data();
        if constexpr (requires { Kernel::template prepare<T>(gpu_, system_); }) {
            this->preprocess_ns = elapsed_ns([&] {
                Kernel::template prepare<T>(gpu_, system_);
                this->device_->finish();
            });
        }
    }

    /// New numbers have to be laid out again where the solver reads them in another layout.
    void upload() override {
        CudaTridiagonal<T>::upload();
        if constexpr (requires { Kernel::template prepare<T>(gpu_, system_); })
            Kernel::template prepare<T>(gpu_, system_);
    }
    void enqueue() override {
        this->device_->use();
        Kernel::template solve<T>(gpu_, system_, x_view_, zero_view_);
    }

private:
    Gpu gpu_;
    System<T> system_;
    Out<T> x_view_;
    Out<int> zero_view_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
