#pragma once

#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_plan.h"

#include <string>

namespace warploom::kernels {

/// Computes AᵀA from a list of tiles of C, with one or more blocks per tile. `Arguments` is the kernel's parameter
/// type.
template <class T, class Arguments> class PlannedAta : public CudaAta<T> {
public:
    void enqueue() override {
        this->device_->use();
        if (blocks_ == 0) return;
        const Arguments arguments{this->a_.data(), this->m_,        this->n_,       work_.data(),
                                  this->c_.data(), partial_.data(), arrived_.data()};
        kernel_<<<blocks_, threads_, shared_bytes_, this->device_->stream()>>>(arguments);
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

protected:
    using CudaAta<T>::CudaAta;

    /// Uploads the plan, which assigns tiles to blocks. `detail` starts with `way`, a description of the instructions.
    void take_plan(const tensor_core::Plan& plan, const std::string& way) {
        blocks_ = static_cast<unsigned>(plan.work.size());
        const auto work_size = static_cast<std::int64_t>(plan.work.size());
        const cudaStream_t stream = this->device_->stream();
        work_ = cuda::Buffer<tensor_core::Work>(work_size, "The list of tiles");
        work_.upload(plan.work.data(), work_size, stream);
        constexpr int together = sizeof(Partial) / sizeof(T);
        partial_ = cuda::Buffer<Partial>(
            std::int64_t{plan.split_tiles} * plan.parts * (plan.tile * plan.tile / together), "Partial sums");
        arrived_ = cuda::Buffer<unsigned>(plan.counters(), "Counters");
        arrived_.fill(0, stream);
        const std::string side = std::to_string(plan.tile);
        this->detail = way + ", " + std::to_string(plan.tiles) + " tiles of " + side + " x " + side;
        if (plan.split_tiles > 0)
            this->detail +=
                ", the last " + std::to_string(plan.split_tiles) + " in " + std::to_string(plan.parts) + " parts each";
        this->detail += ", mirror included";
    }
    template <class Tiles> void take_kernel(void (*kernel)(Arguments)) {
        kernel_ = kernel;
        threads_ = Tiles::threads;
        shared_bytes_ = Tiles::shared_bytes;
        WARPLOOM_CUDA_CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes_));
    }

private:
    using Partial = typename Arguments::Partial;

    void (*kernel_)(Arguments) = nullptr;
    int threads_ = 0, shared_bytes_ = 0;
    unsigned blocks_ = 0;
    cuda::Buffer<tensor_core::Work> work_;
    cuda::Buffer<Partial> partial_;
    cuda::Buffer<unsigned> arrived_;
};

} // namespace warploom::kernels
