#define WARPLOOM_TARGET on_traced
#define WARPLOOM_TRACED 1
#include "kernels/bicgstab/simulated_bicgstab.h"

namespace warploom::kernels {

std::unique_ptr<BoundCg> bind_traced_bicgstab(std::unique_ptr<BoundSpmv>, const CgInput&, simulated::Tracer*);

std::unique_ptr<BoundCg> bind_traced_bicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                              simulated::Tracer* tracer) {
    return on_traced::bind_bicgstab(std::move(product), input, tracer);
}

} // namespace warploom::kernels
