#pragma once

#include "kernels/cuda/gpu/cuda_gpu.h"
#include "kernels/cuda/spmv/cuda_spmv.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/formats/arrays.h"

// How a product written in the vocabulary becomes a BoundSpmv on a real GPU.

namespace warploom::kernels::WARPLOOM_TARGET {

/// A kernel with one launch needs only `threads` and `run`; one with several writes its own `spmv`,
/// and one that studies the matrix first writes `prepare`.
template <class Kernel, class T> class SpmvKernel final : public CudaSpmv<T> {
public:
    using Input = SpmvInput;
    using Host = typename Kernel::template Format<T, HostArray>;
    using View = typename Kernel::template Format<T, In>;

    SpmvKernel(std::shared_ptr<cuda::Device> device, const SpmvInput& input, int block_size)
        : CudaSpmv<T>(device, input.format), gpu_(device, Kernel::info.id, block_size) {
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
        if constexpr (requires { Kernel::describe(gpu_); }) this->detail = Kernel::describe(gpu_);
    }

    void enqueue() override {
        this->device_->use();
        if constexpr (requires { Kernel::template spmv<T>(gpu_, view_, x_view_, y_view_); })
            Kernel::template spmv<T>(gpu_, view_, x_view_, y_view_);
        else gpu_.template launch<Kernel>(Kernel::template threads<T>(view_), view_, x_view_, y_view_);
    }

    bool use_places(const VectorPlaces& places) override {
        this->give_vectors_back();
        x_view_.data = static_cast<const T*>(places.x);
        y_view_.data = static_cast<T*>(places.y);
        return true;
    }

private:
    Gpu gpu_;
    std::shared_ptr<const UploadedFormat> arrays_;
    View view_;
    In<T> x_view_;
    Out<T> y_view_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
