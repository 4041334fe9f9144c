#define WARPLOOM_TARGET on_simulated
#include "kernels/cg/simulated_cg.h"

#include "kernels/cg/methods.h"

namespace warploom::kernels {

std::unique_ptr<BoundCg> bind_traced_cg(std::unique_ptr<BoundSpmv>, const CgInput&, simulated::Tracer*);

std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv> product, const CgInput& input,
                                           simulated::Tracer* tracer) {
    if (tracer != nullptr) return bind_traced_cg(std::move(product), input, tracer);
    return on_simulated::bind_cg(std::move(product), input, nullptr);
}

} // namespace warploom::kernels
