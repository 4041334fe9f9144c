#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/device.h"
#include "engine/elapsed.h"
#include "kernels/cuda/gpu/fingerprint.h"
#include "kernels/formats/arrays.h"
#include "kernels/operations/ata.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace warploom::kernels {

/// Base class of the CUDA implementations of AᵀA, with A and C in device memory.
template <class T> class CudaAta : public BoundAta {
public:
    CudaAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : device_(std::move(device)), m_(checked_int(input.a->rows, "rows")),
          n_(checked_int(input.a->cols, "columns")) {
        device_->use();
        const std::int64_t size = std::int64_t{m_} * n_;
        cuda::require_device_memory((size + std::int64_t{n_} * n_) * static_cast<std::int64_t>(sizeof(T)),
                                    "A with C = AᵀA");
        a_ = cuda::Buffer<T>(size, "A");
        c_ = cuda::Buffer<T>(std::int64_t{n_} * n_, "C");
        const std::vector<double>& values = input.a->value;
        if constexpr (std::is_same_v<T, double>) {
            transfer_ns = elapsed_ns([&] { a_.upload(values.data(), size, device_->stream()); });
        } else {
            const std::vector<T> rounded(values.begin(), values.end());
            transfer_ns = elapsed_ns([&] { a_.upload(rounded.data(), size, device_->stream()); });
        }
    }

    void poison() override {
        device_->use();
        c_.fill(0xff, device_->stream());
    }
    void finish() override {
        device_->use();
        device_->finish();
    }
    std::vector<double> c() const override {
        std::vector<double> values;
        read_c(values);
        return values;
    }
    void read_c(std::vector<double>& into) const override {
        device_->use();
        if constexpr (std::is_same_v<T, double>) {
            into.resize(static_cast<std::size_t>(c_.size()));
            c_.download(into.data(), c_.size(), device_->stream());
        } else {
            std::vector<T> values(static_cast<std::size_t>(c_.size()));
            c_.download(values.data(), c_.size(), device_->stream());
            into.assign(values.begin(), values.end());
        }
    }
    std::optional<std::uint64_t> fingerprint() const override {
        device_->use();
        return fingerprint_of(c_.data(), c_.size(), device_->stream());
    }

protected:
    std::shared_ptr<cuda::Device> device_;
    int m_, n_;
    cuda::Buffer<T> a_, c_;
};

} // namespace warploom::kernels
