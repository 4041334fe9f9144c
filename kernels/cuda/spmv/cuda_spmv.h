#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "engine/elapsed.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <vector>

namespace warploom::kernels {

/// Base class of the CUDA SpMV kernels, with x and y in device memory.
template <class T> class CudaSpmv : public BoundSpmv {
public:
    /// Allocates x and y, optionally rounded up to a multiple of a block size. The additional elements of x are zero.
    CudaSpmv(std::shared_ptr<cuda::Device> device, std::shared_ptr<const HostFormat> format, int multiple_of = 1)
        : device_(std::move(device)), format_(std::move(format)) {
        const auto rounded = [&](std::int64_t n) { return (n + multiple_of - 1) / multiple_of * multiple_of; };
        device_->use();
        x_ = cuda::Buffer<T>(rounded(format_->cols), "x");
        y_ = cuda::Buffer<T>(rounded(format_->rows), "y");
        host_.resize(x_.size());
        transfer_ns += elapsed_ns([&] { x_.upload(host_.data(), x_.size(), device_->stream()); });
        host_.resize(y_.size());
        y_.fill(0xff, device_->stream()); // NaN reveals elements that are not written
        transfer_ns += elapsed_ns([&] { y_.download(host_.data(), y_.size(), device_->stream()); });
    }

    void set_x(const std::vector<double>& x) override {
        check_x(x, format_->cols);
        device_->use();
        host_.assign(x.begin(), x.end());
        x_.upload(host_.data(), format_->cols, device_->stream());
    }
    void poison() override {
        device_->use();
        y_.fill(0xff, device_->stream());
    }
    void finish() override {
        device_->use();
        device_->finish();
    }
    VectorPlaces places() override { return {x_.data(), y_.data()}; }
    std::vector<double> y() const override {
        device_->use();
        return y_.values(format_->rows, device_->stream());
    }

protected:
    /// Frees x and y. Iterative solvers call this if the product uses their vectors instead.
    void give_vectors_back() {
        finish();
        x_ = cuda::Buffer<T>();
        y_ = cuda::Buffer<T>();
    }

    /// Copies a host array to the device and adds the duration to the transfer time.
    template <class E> cuda::Buffer<E> upload(const E* data, std::int64_t n, const char* name) {
        cuda::Buffer<E> buffer(n, name);
        transfer_ns += elapsed_ns([&] { buffer.upload(data, n, device_->stream()); });
        return buffer;
    }

    std::shared_ptr<cuda::Device> device_;
    std::shared_ptr<const HostFormat> format_;
    cuda::Buffer<T> x_, y_;

private:
    std::vector<T> host_; ///< host buffer for converting x and y between double and T
};

} // namespace warploom::kernels
