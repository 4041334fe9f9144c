#include "kernels/cg/launched_cg.h"
#include "kernels/cg/methods.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

#include <optional>
#include <string>

// The conjugate gradient method on the simulated GPU.

namespace warploom::kernels {

namespace {

template <class T> class SimulatedCg final : public LaunchedCg<T> {
public:
    SimulatedCg(std::unique_ptr<BoundSpmv> product, const CgInput& input, std::unique_ptr<NamedKernels> kernels)
        : LaunchedCg<T>(std::move(product), input, std::move(kernels)) {
        std::vector<double> inverse;
        if (input.preconditioner == Preconditioner::jacobi)
            inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
        if (input.preconditioner == Preconditioner::ic0) {
            solves_.emplace(incomplete_cholesky(*input.matrix));
            this->detail += std::string(this->detail.empty() ? "" : "; ") +
                            "the triangular solves of IC(0) are host code between the launches";
        }
        this->allocate_vectors(inverse);
        if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix, false);
        this->start_with_ones();
    }

protected:
    void solve_preconditioner() override {
        if (solves_) solves_->solve(this->vectors_.r, this->vectors_.z);
        else LaunchedCg<T>::solve_preconditioner();
    }

private:
    std::optional<TriangularSolves<T>> solves_;
};

} // namespace

std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                           simulated::Tracer* tracer) {
    const bool is_double = input.precision == Precision::float64;
    auto kernels = kernels_beside("cg.cu", *product, input, tracer);
    if (is_double) return std::make_unique<SimulatedCg<double>>(std::move(product), input, std::move(kernels));
    return std::make_unique<SimulatedCg<float>>(std::move(product), input, std::move(kernels));
}

} // namespace warploom::kernels
