#pragma once

#include "kernels/machine/simulated_gpu.h"

#include "kernels/cg/incomplete_cholesky.h"
#include "kernels/cg/launched_cg.h"

#include <cstring>
#include <optional>
#include <string>

// The conjugate gradient method on the simulated GPU, plain or traced.

namespace warploom::kernels::WARPLOOM_TARGET {

template <class T> class SimulatedCg final : public LaunchedCg<T, Number<T>> {
public:
    using N = Number<T>;

    SimulatedCg(std::unique_ptr<BoundSpmv> product, const CgInput& input, [[maybe_unused]] simulated::Tracer* tracer)
        : LaunchedCg<T, N>(std::move(product), input, Gpu("cg", cg::block_size)), tracer_(tracer) {
        std::vector<double> inverse;
        if (input.preconditioner == Preconditioner::jacobi)
            inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
        if (input.preconditioner == Preconditioner::ic0) {
            solves_.emplace(incomplete_cholesky(*input.matrix));
            this->detail += std::string(this->detail.empty() ? "" : "; ") +
                            "the triangular solves of IC(0) are host code between the launches";
        }
        this->iterations_per_launch = 1;
#ifdef WARPLOOM_TRACED
        this->gpu_.set_tracer(tracer_, nullptr);
#endif
        const VectorPlaces places = this->product_->places();
        // By their names in the product, so that a trace knows them as the same memory.
        const auto view = [&](const char* name, void* memory) {
            return this->gpu_.template named<Out<N>>(name, static_cast<N*>(memory), this->n_);
        };
        this->allocate_vectors(view("x", places.x), view("y", places.y), inverse);
        if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix);
        this->start_with_ones();
    }

protected:
    void copy_in(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void copy_out(void* to, const void* from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }
    void solve_preconditioner() override {
        if (!solves_) return LaunchedCg<T, N>::solve_preconditioner();
        solves_->solve(static_cast<const T*>(static_cast<const void*>(this->vectors_.r.data)),
                       static_cast<T*>(static_cast<void*>(this->vectors_.z.data)));
    }
    /// Only iterations are traced, not what happens before and between.
    void run_iterations(std::int64_t count) override {
#ifdef WARPLOOM_TRACED
        this->gpu_.set_tracer(tracer_, tracer_);
#endif
        LaunchedCg<T, N>::run_iterations(count);
#ifdef WARPLOOM_TRACED
        this->gpu_.set_tracer(tracer_, nullptr);
#endif
    }

private:
    simulated::Tracer* tracer_;
    std::optional<TriangularSolves<T>> solves_;
};

inline std::unique_ptr<BoundCg> bind_cg(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                        simulated::Tracer* tracer) {
    if (input.precision == Precision::float32)
        return std::make_unique<SimulatedCg<float>>(std::move(product), input, tracer);
    return std::make_unique<SimulatedCg<double>>(std::move(product), input, tracer);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
