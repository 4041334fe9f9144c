#pragma once

#include "engine/cuda/buffer.h"
#include "engine/cuda/device.h"
#include "kernels/machine/named_kernels.h"

#include <deque>
#include <memory>

namespace warploom::kernels {

/// The kernels in kernels/cg/cg.cu and kernels/cg/bicgstab.cu on a real GPU, compiled by nvcc. Each function sets the
/// current device, because it may make the first CUDA call on its thread.
class CudaKernels final : public NamedKernels {
public:
    CudaKernels(std::shared_ptr<cuda::Device> device, bool is_double)
        : device_(std::move(device)), is_double_(is_double) {}

    void copy_in(void* to, const void* from, std::size_t bytes) override;
    void copy_out(void* to, const void* from, std::size_t bytes) const override;

protected:
    void* make_array(const char* name, simt::Element element, std::int64_t n) override;
    void start(const simt::Launch& launch) override;

private:
    std::shared_ptr<cuda::Device> device_;
    bool is_double_;
    std::deque<cuda::Buffer<char>> memory_;
};

} // namespace warploom::kernels
