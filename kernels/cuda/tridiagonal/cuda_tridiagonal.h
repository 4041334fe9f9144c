#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/device.h"
#include "engine/elapsed.h"
#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/formats/arrays.h"
#include "kernels/operations/tridiagonal.h"

#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

namespace warploom::kernels {

/// Base class of the cuSPARSE tridiagonal solvers, with the systems and x in device memory.
template <class T> class CudaTridiagonal : public BoundTridiagonal {
public:
    CudaTridiagonal(std::shared_ptr<cuda::Device> device, const TridiagonalInput& input)
        : device_(std::move(device)), system_(input.system), n_(checked_int(input.system->n(), "unknowns")),
          systems_(system_->systems), length_(static_cast<int>(n_ / systems_)) {
        device_->use();
        handle_ = cusparse_on(*device_);
        a_ = cuda::Buffer<T>(n_, "a");
        b_ = cuda::Buffer<T>(n_, "b");
        c_ = cuda::Buffer<T>(n_, "c");
        d_ = cuda::Buffer<T>(n_, "d");
        x_ = cuda::Buffer<T>(n_, "x");
        zero_pivot_ = cuda::Buffer<int>(1, "zero_pivot");
        const int none = std::numeric_limits<int>::max();
        zero_pivot_.upload(&none, 1, device_->stream());
        if constexpr (!std::is_same_v<T, double>)
            for (const auto* values : {&system_->a, &system_->b, &system_->c, &system_->d})
                rounded_.emplace_back(values->begin(), values->end());
        transfer_ns = elapsed_ns([&] {
            upload();
            device_->finish();
        });
        CudaTridiagonal::poison();
        transfer_ns += elapsed_ns([&] { download(); });
    }

    void poison() override {
        device_->use();
        x_.fill(0xff, device_->stream());
    }
    void upload() override {
        device_->use();
        if (n_ == 0) return;
        const auto send = [&](cuda::Buffer<T>& to, [[maybe_unused]] std::size_t which,
                              const std::vector<double>& from) {
            if constexpr (std::is_same_v<T, double>) to.upload(from.data(), n_, device_->stream());
            else to.upload(rounded_[which].data(), n_, device_->stream());
        };
        send(a_, 0, system_->a);
        send(b_, 1, system_->b);
        send(c_, 2, system_->c);
        send(d_, 3, system_->d);
        // Elements outside the matrix are 0 (all bits clear).
        WARPLOOM_CUDA_CHECK(cudaMemsetAsync(a_.data(), 0, sizeof(T), device_->stream()));
        WARPLOOM_CUDA_CHECK(cudaMemsetAsync(c_.data() + (n_ - 1), 0, sizeof(T), device_->stream()));
    }
    void download() override {
        device_->use();
        host_.resize(n_);
        x_.download(host_.data(), n_, device_->stream());
    }
    void finish() override {
        device_->use();
        device_->finish();
    }
    std::vector<double> x() const override {
        device_->use();
        return x_.values(n_, device_->stream());
    }
    std::optional<std::int64_t> zero_pivot() const override {
        device_->use();
        int row = 0;
        zero_pivot_.download(&row, 1, device_->stream());
        if (row == std::numeric_limits<int>::max()) return std::nullopt;
        return row;
    }

protected:
    /// Allocates the workspace and sets `detail`. `copies` names the arrays overwritten by cuSPARSE.
    void take_buffer(std::size_t bytes, const std::string& call, const std::string& copies) {
        // cuSPARSE requires an alignment of 128 bytes; cudaMalloc aligns to at least 256 bytes.
        buffer_ =
            cuda::Buffer<char>(std::max<std::int64_t>(static_cast<std::int64_t>(bytes), 128), "cuSPARSE's buffer");
        detail = call + " of cuSPARSE " + cusparse_version() + ", " + copies + " each time, buffer of " +
                 std::to_string(bytes) + " bytes";
    }
    void copy(cuda::Buffer<T>& to, const cuda::Buffer<T>& from) {
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), static_cast<std::size_t>(from.bytes()),
                                            cudaMemcpyDeviceToDevice, device_->stream()));
    }

    std::shared_ptr<cuda::Device> device_;
    std::shared_ptr<const TridiagonalSystem> system_;
    std::int64_t n_;
    int systems_, length_;
    CusparseHandle handle_;
    cuda::Buffer<char> buffer_;
    cuda::Buffer<T> a_, b_, c_, d_, x_;
    cuda::Buffer<int> zero_pivot_;

private:
    std::vector<std::vector<T>> rounded_; ///< a, b, c and d rounded to T, unless T is double
    std::vector<T> host_;                 ///< host buffer of download()
};

} // namespace warploom::kernels
