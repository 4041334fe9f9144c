#include "kernels/cg/methods.h"

#include "engine/error.h"

namespace warploom::kernels {

const std::vector<KernelInfo>& cg_methods() {
    static const std::vector<KernelInfo> infos{};
    return infos;
}

std::unique_ptr<BoundCg> bind_host_cg(std::unique_ptr<BoundSpmv>, const CgInput&) {
    throw Error("kernel.unknown", "There is no conjugate gradient method yet.");
}
std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv>, const CgInput&, int, simulated::Tracer*) {
    throw Error("kernel.unknown", "There is no conjugate gradient method yet.");
}

} // namespace warploom::kernels
