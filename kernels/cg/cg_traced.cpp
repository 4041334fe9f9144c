#define WARPLOOM_TARGET on_traced
#define WARPLOOM_TRACED 1
#include "kernels/cg/simulated_cg.h"

namespace warploom::kernels {

std::unique_ptr<BoundCg> bind_traced_cg(std::unique_ptr<BoundSpmv>, const CgInput&, simulated::Tracer*);

std::unique_ptr<BoundCg> bind_traced_cg(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                        simulated::Tracer* tracer) {
    return on_traced::bind_cg(std::move(product), input, tracer);
}

} // namespace warploom::kernels
