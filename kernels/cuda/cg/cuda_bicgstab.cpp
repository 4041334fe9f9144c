#include "engine/elapsed.h"
#include "kernels/cg/launched_bicgstab.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_kernels.h"

// BiCGSTAB on CUDA with individual kernel launches.

namespace warploom::kernels {

namespace {

template <class T> class CudaBicgstab final : public LaunchedBicgstab<T> {
    using Base = LaunchedBicgstab<T>;

public:
    CudaBicgstab(const std::shared_ptr<cuda::Device>& device, std::unique_ptr<BoundSpmv> product, const CgInput& input)
        : Base(std::move(product), input, std::make_unique<CudaKernels>(device, std::is_same_v<T, double>)) {
        this->iterations_per_launch = 32;
        const std::vector<double> inverse = this->scaling_numbers(input);
        this->preprocess_ns += elapsed_ns([&] {
            this->allocate_vectors(inverse);
            this->allocate_more();
            if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix, true);
            this->start_with_ones();
            device->finish();
        });
    }

protected:
    std::int64_t chunk() const override { return 16; }
    void run_iterations(std::int64_t count) override {
        if (this->n_ > 0) Base::run_iterations(count);
    }
};

} // namespace

std::unique_ptr<BoundCg> bind_cuda_bicgstab(std::shared_ptr<cuda::Device> device, std::unique_ptr<BoundSpmv> product,
                                            const CgInput& input) {
    return made_in<BoundCg, CudaBicgstab>(input.precision, device, std::move(product), input);
}

} // namespace warploom::kernels
