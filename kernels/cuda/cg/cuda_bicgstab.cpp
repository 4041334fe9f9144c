#include "kernels/cg/launched_bicgstab.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/cuda_kernels.h"
#include "kernels/cuda/gpu/elapsed.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

// BiCGSTAB on CUDA, one launch after the other.

namespace warploom::kernels {

namespace {

template <class T> class CudaBicgstab final : public LaunchedBicgstab<T> {
    using Base = LaunchedBicgstab<T>;

public:
    CudaBicgstab(std::shared_ptr<cuda::Device> device, std::unique_ptr<BoundSpmv> product, const CgInput& input)
        : Base(std::move(product), input, std::make_unique<CudaKernels>(device, std::is_same_v<T, double>)),
          device_(std::move(device)) {
        device_->use();
        this->iterations_per_launch = 32;
        std::vector<double> inverse;
        if (input.preconditioner == Preconditioner::jacobi)
            inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
        this->preprocess_ns += elapsed_ns([&] {
            this->allocate_vectors(inverse);
            this->allocate_more();
            if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix);
            this->start_with_ones();
            device_->finish();
        });
    }

    // Each of these may be the first that a thread calls.
    void set_right_side(const std::vector<double>& b) override {
        device_->use();
        Base::set_right_side(b);
    }
    void set_state(const CgState& state) override {
        device_->use();
        Base::set_state(state);
    }
    CgState state() const override {
        device_->use();
        return Base::state();
    }
    std::vector<double> x() const override {
        device_->use();
        return Base::x();
    }
    CgStretch iterate(std::int64_t count, double tolerance) override {
        device_->use();
        return Base::iterate(count, tolerance);
    }
    double true_residual() override {
        device_->use();
        return Base::true_residual();
    }
    void restart() override {
        device_->use();
        Base::restart();
    }
    void enqueue() override {
        device_->use();
        Base::enqueue();
    }

protected:
    std::int64_t chunk() const override { return 16; }
    void run_iterations(std::int64_t count) override {
        if (this->n_ > 0) Base::run_iterations(count);
    }

private:
    std::shared_ptr<cuda::Device> device_;
};

} // namespace

std::unique_ptr<BoundCg> bind_cuda_bicgstab(std::shared_ptr<cuda::Device> device, std::unique_ptr<BoundSpmv> product,
                                            const CgInput& input) {
    if (input.precision == Precision::float32)
        return std::make_unique<CudaBicgstab<float>>(std::move(device), std::move(product), input);
    return std::make_unique<CudaBicgstab<double>>(std::move(device), std::move(product), input);
}

} // namespace warploom::kernels
