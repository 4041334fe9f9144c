#pragma once

#include "kernels/machine/simulated_gpu.h"

#include "kernels/bicgstab/launched_bicgstab.h"
#include "kernels/cg/incomplete_cholesky.h"

#include <cstring>

// BiCGSTAB on the simulated GPU, plain or traced.

namespace warploom::kernels::WARPLOOM_TARGET {

template <class T> class SimulatedBicgstab final : public LaunchedBicgstab<T, Number<T>> {
public:
    using N = Number<T>;

    SimulatedBicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                      [[maybe_unused]] simulated::Tracer* tracer)
        : LaunchedBicgstab<T, N>(std::move(product), input, Gpu("bicgstab", cg::block_size)), tracer_(tracer) {
        std::vector<double> inverse;
        if (input.preconditioner == Preconditioner::jacobi)
            inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
#ifdef WARPLOOM_TRACED
        this->gpu_.set_tracer(tracer_, nullptr);
#endif
        const VectorPlaces places = this->product_->places();
        const auto view = [&](const char* name, void* memory) {
            return this->gpu_.template named<Out<N>>(name, static_cast<N*>(memory), this->n_);
        };
        this->allocate_vectors(view("x", places.x), view("y", places.y), inverse);
        this->allocate_more();
        if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix);
        this->start_with_ones();
    }

protected:
    void copy_in(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void copy_out(void* to, const void* from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }
    /// Only iterations are traced, not what happens before and between.
    void run_iterations(std::int64_t count) override {
#ifdef WARPLOOM_TRACED
        this->gpu_.set_tracer(tracer_, tracer_);
#endif
        LaunchedBicgstab<T, N>::run_iterations(count);
#ifdef WARPLOOM_TRACED
        this->gpu_.set_tracer(tracer_, nullptr);
#endif
    }

private:
    simulated::Tracer* tracer_;
};

inline std::unique_ptr<BoundCg> bind_bicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                              simulated::Tracer* tracer) {
    if (input.precision == Precision::float32)
        return std::make_unique<SimulatedBicgstab<float>>(std::move(product), input, tracer);
    return std::make_unique<SimulatedBicgstab<double>>(std::move(product), input, tracer);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
