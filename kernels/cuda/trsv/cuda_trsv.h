#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/device.h"
#include "engine/elapsed.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <vector>

namespace warploom::kernels {

/// L, b and x on the device: what every solver of L x = b on CUDA has in common.
template <class T> class CudaTrsv : public BoundTrsv {
public:
    CudaTrsv(std::shared_ptr<cuda::Device> device, const TrsvInput& input)
        : device_(std::move(device)), input_(input), rows_(input.format->rows) {
        device_->use();
        arrays_ = UploadedFormat::of(*device_, input_.format);
        b_ = cuda::Buffer<T>(rows_, "b");
        x_ = cuda::Buffer<T>(rows_, "x");
        const std::vector<T> zeros(rows_);
        transfer_ns = arrays_->transfer_ns() + elapsed_ns([&] { b_.upload(zeros.data(), rows_, device_->stream()); });
        x_.fill(0xff, device_->stream()); // NaN, so that an unwritten entry is seen
        transfer_ns += elapsed_ns([&] { CudaTrsv::x(); });
    }

    void set_right_side(const std::vector<double>& b) override {
        device_->use();
        const std::vector<T> rounded(b.begin(), b.end());
        b_.upload(rounded.data(), rows_, device_->stream());
        device_->finish();
    }
    void poison() override {
        device_->use();
        x_.fill(0xff, device_->stream());
    }
    void finish() override {
        device_->use();
        device_->finish();
    }
    std::vector<double> x() const override {
        device_->use();
        return x_.values(rows_, device_->stream());
    }

protected:
    std::shared_ptr<cuda::Device> device_;
    TrsvInput input_;
    std::int64_t rows_;
    std::shared_ptr<const UploadedFormat> arrays_; ///< row_pointer, column, value
    cuda::Buffer<T> b_, x_;
};

} // namespace warploom::kernels
