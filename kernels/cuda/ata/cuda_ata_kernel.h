#pragma once

#include "kernels/ata/dense_view.h"
#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/gpu/cuda_gpu.h"

// How an AᵀA kernel written in the vocabulary becomes a BoundAta on a real GPU.

namespace warploom::kernels::WARPLOOM_TARGET {

template <class Kernel, class T> class AtaKernel final : public CudaAta<T> {
public:
    using Input = AtaInput;
    AtaKernel(std::shared_ptr<cuda::Device> device, const AtaInput& input, int block_size)
        : CudaAta<T>(device, input, lies_by_columns<Kernel>), gpu_(device, Kernel::info.id, block_size),
          switches_(input.switches) {
        view_.m = this->m_;
        view_.n = this->n_;
        view_.value.data = this->a_.data();
        c_view_.data = this->c_.data();
    }

    void enqueue() override {
        this->device_->use();
        Kernel::template ata<T>(gpu_, view_, switches_, c_view_);
    }

private:
    Gpu gpu_;
    AtaSwitches switches_;
    Dense<T> view_;
    Out<T> c_view_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
