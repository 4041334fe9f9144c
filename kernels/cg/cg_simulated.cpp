#include "engine/sentence.h"
#include "kernels/cg/launched_bicgstab.h"
#include "kernels/cg/methods.h"

#include <optional>
#include <string>

// Binds conjugate gradients and BiCGSTAB on the simulated GPU.

namespace warploom::kernels {

namespace {

template <class T> class SimulatedCg final : public LaunchedCg<T> {
public:
    SimulatedCg(std::unique_ptr<BoundSpmv> product, const CgInput& input, std::unique_ptr<NamedKernels> kernels)
        : LaunchedCg<T>(std::move(product), input, std::move(kernels)) {
        if (input.preconditioner == Preconditioner::ic0) {
            solves_.emplace(incomplete_cholesky(*input.matrix));
            this->detail += (this->detail.empty() ? "" : "; ") +
                            sentence("the triangular solves of IC(0) run on the host between the launches");
        }
        this->allocate_vectors(this->scaling_numbers(input));
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

template <class T> class SimulatedBicgstab final : public LaunchedBicgstab<T> {
public:
    SimulatedBicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input, std::unique_ptr<NamedKernels> kernels)
        : LaunchedBicgstab<T>(std::move(product), input, std::move(kernels)) {
        this->allocate_vectors(this->scaling_numbers(input));
        this->allocate_more();
        if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix, false);
        this->start_with_ones();
    }
};

} // namespace

std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                           simulated::Tracer* tracer) {
    auto kernels = kernels_beside("cg.cu", *product, input, tracer);
    return made_in<BoundCg, SimulatedCg>(input.precision, std::move(product), input, std::move(kernels));
}

std::unique_ptr<BoundCg> bind_simulated_bicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                                 simulated::Tracer* tracer) {
    auto kernels = kernels_beside("bicgstab.cu", *product, input, tracer);
    return made_in<BoundCg, SimulatedBicgstab>(input.precision, std::move(product), input, std::move(kernels));
}

} // namespace warploom::kernels
