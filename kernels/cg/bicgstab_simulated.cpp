#include "kernels/cg/launched_bicgstab.h"
#include "kernels/cg/methods.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

// BiCGSTAB on the simulated GPU.

namespace warploom::kernels {

namespace {

template <class T> class SimulatedBicgstab final : public LaunchedBicgstab<T> {
public:
    SimulatedBicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input, std::unique_ptr<NamedKernels> kernels)
        : LaunchedBicgstab<T>(std::move(product), input, std::move(kernels)) {
        std::vector<double> inverse;
        if (input.preconditioner == Preconditioner::jacobi)
            inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
        this->allocate_vectors(inverse);
        this->allocate_more();
        if (input.preconditioner == Preconditioner::ilu0) this->make_level_solves(*input.matrix, false);
        this->start_with_ones();
    }
};

} // namespace

std::unique_ptr<BoundCg> bind_simulated_bicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                                 simulated::Tracer* tracer) {
    auto kernels = kernels_beside("bicgstab.cu", *product, input, tracer);
    return made_in<BoundCg, SimulatedBicgstab>(input.precision, std::move(product), input, std::move(kernels));
}

} // namespace warploom::kernels
