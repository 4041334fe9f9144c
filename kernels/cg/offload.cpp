#include "kernels/cg/methods.h"
#include "kernels/cg/requirements.h"
#include "kernels/cg/travelling_product.h"

#include <cstring>

namespace warploom::kernels {

namespace {

/// Copies bytes between two host arrays, because the simulated GPU stores its arrays in host memory.
struct PlainCopies {
    void in(void* to, const void* from, std::size_t bytes) const { std::memcpy(to, from, bytes); }
    void out(void* to, const void* from, std::size_t bytes) const { std::memcpy(to, from, bytes); }
};

template <class T> std::unique_ptr<BoundSpmv> travelling(std::unique_ptr<BoundSpmv> product, std::int64_t n) {
    return std::make_unique<HostResidentSpmv<T, PlainCopies>>(std::move(product), n, n, PlainCopies());
}

} // namespace

std::unique_ptr<BoundCg> bind_simulated_offload(std::unique_ptr<BoundSpmv> product, const CgInput& input) {
    const std::int64_t n = require_cg_input(input);
    return bind_host_cg(input.precision == Precision::float32 ? travelling<float>(std::move(product), n)
                                                              : travelling<double>(std::move(product), n),
                        input);
}

} // namespace warploom::kernels
