#include "engine/cuda/cuda_errors.h"
#include "kernels/cg/methods.h"
#include "kernels/cg/requirements.h"
#include "kernels/cg/travelling_product.h"
#include "kernels/cuda/cg/cuda_cg.h"

namespace warploom::kernels {

namespace {

/// Copies bytes on the CUDA stream of the matrix-vector product, so that copies and products run in order. Host memory
/// is pageable, so the driver copies through its staging buffers, as in most programs without pinned memory.
class StreamCopies {
public:
    explicit StreamCopies(std::shared_ptr<cuda::Device> device) : device_(std::move(device)) {}

    void in(void* to, const void* from, std::size_t bytes) const {
        device_->use();
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, device_->stream()));
    }
    void out(void* to, const void* from, std::size_t bytes) const {
        WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, device_->stream()));
        device_->finish();
    }

private:
    std::shared_ptr<cuda::Device> device_;
};

template <class T> using StreamProduct = HostResidentSpmv<T, StreamCopies>;

} // namespace

std::unique_ptr<BoundCg> bind_cuda_offload(std::shared_ptr<cuda::Device> device, std::unique_ptr<BoundSpmv> product,
                                           const CgInput& input) {
    const std::int64_t n = require_cg_input(input);
    return bind_host_cg(
        made_in<BoundSpmv, StreamProduct>(input.precision, std::move(product), n, n, StreamCopies(std::move(device))),
        input);
}

} // namespace warploom::kernels
