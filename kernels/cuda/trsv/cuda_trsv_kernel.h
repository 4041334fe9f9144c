#pragma once

#include "kernels/cuda/gpu/cuda_gpu.h"
#include "kernels/cuda/trsv/cuda_trsv.h"
#include "kernels/trsv/lower.h"

// How a solver of L x = b written in the vocabulary becomes a BoundTrsv on a real GPU.

namespace warploom::kernels::WARPLOOM_TARGET {

template <class Kernel, class T> class TrsvKernel final : public CudaTrsv<T> {
public:
    using Input = TrsvInput;

    TrsvKernel(std::shared_ptr<cuda::Device> device, const TrsvInput& input, int block_size)
        : CudaTrsv<T>(device, input), gpu_(device, Kernel::info.id, block_size), order_(this->rows_, "order") {
        using Host = Csr<T, HostArray>;
        static_cast<typename Host::Shape&>(lower_) = *static_cast<const Host*>(input.format->object());
        std::size_t next = 0;
        lower_.arrays([&]<class E>(const char*, In<E>& array) {
            array.data = static_cast<const E*>(this->arrays_->array(next++));
        });
        this->transfer_ns +=
            elapsed_ns([&] { order_.upload(input.levels->order.data(), this->rows_, this->device_->stream()); });
        order_view_.data = order_.data();
        b_view_.data = this->b_.data();
        x_view_.data = this->x_.data();
    }

    void enqueue() override {
        this->device_->use();
        Kernel::template trsv<T>(gpu_, lower_, *this->input_.levels, order_view_, b_view_, x_view_);
    }

private:
    Gpu gpu_;
    cuda::Buffer<int> order_;
    Lower<T> lower_;
    In<int> order_view_;
    In<T> b_view_;
    Out<T> x_view_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
