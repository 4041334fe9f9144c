#include "engine/error.h"
#include "kernels/cuda/registry.h"

namespace warploom::kernels {

std::unique_ptr<BoundCg> bind_cuda_cg(std::shared_ptr<cuda::Device>, const CgKernelName&, std::unique_ptr<BoundSpmv>,
                                      const CgInput&, int) {
    throw Error("kernel.unknown", "There is no conjugate gradient method yet.");
}

} // namespace warploom::kernels
