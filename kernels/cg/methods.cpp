#include "kernels/cg/methods.h"

#include "engine/error.h"

namespace warploom::kernels {

namespace {

constexpr KernelInfo launched_cg{"cg",
                                 "product",
                                 "Conjugate gradients, one launch after the other",
                                 "The product, then three launches for dot products and updates; the host starts each "
                                 "of them.",
                                 "prata2010 4.3",
                                 RunsOn::anywhere};

/// The product that the method runs over, bound on the simulated GPU: traced where there is a tracer.
std::unique_ptr<Bound> bind_over_product(const BindRequest& request, simulated::Tracer* tracer) {
    const auto& input = request.as<CgInput>();
    const BindRequest product{input.product, SpmvInput{input.format}, request.block_size};
    std::unique_ptr<Bound> bound;
    if (tracer != nullptr) bound = bind_traced(product, *tracer);
    else bound = find_simulated_entry(Operation::spmv, input.product)->bind_simulated(product, nullptr);
    return bind_simulated_cg(std::unique_ptr<BoundSpmv>(static_cast<BoundSpmv*>(bound.release())), input, tracer);
}

} // namespace

HostEntry host_cg_entry() {
    return {Operation::cg, launched_cg, [](const BindRequest& request, Machine& host) -> std::unique_ptr<Bound> {
                const auto& input = request.as<CgInput>();
                return bind_host_cg(host.bind(input.product, input.format, request.block_size), input);
            }};
}

SimulatedEntry simulated_cg_entry() { return {Operation::cg, launched_cg, bind_over_product, bind_over_product}; }

namespace {

bool takes_product(const KernelInfo& method) { return std::string(method.format) == "product"; }

std::string list_of(const std::vector<KernelInfo>& infos) {
    std::string list;
    for (const auto& info : infos) list += (list.empty() ? "" : ", ") + std::string(info.id);
    return list;
}

} // namespace

CgKernelName parse_cg_kernel(const std::string& name) {
    const auto colon = name.find(':');
    CgKernelName parsed{name.substr(0, colon), colon == std::string::npos ? "" : name.substr(colon + 1)};
    const KernelInfo* const method = find_kernel(Operation::cg, parsed.method);
    if (method == nullptr)
        throw Error("kernel.unknown", "There is no conjugate gradient method '" + parsed.method + "'.",
                    "Known are: " + list_of(kernels_of(Operation::cg)) +
                        "; write one as cg:csr-vector, method and product.");
    if (takes_product(*method) && find_spmv_kernel(parsed.spmv) == nullptr)
        throw Error("kernel.unknown",
                    parsed.spmv.empty() ? "The method '" + parsed.method + "' needs a product."
                                        : "There is no product '" + parsed.spmv + "'.",
                    "Write " + parsed.method + ":PRODUCT with one of " + list_of(spmv_kernels()) + ".");
    if (!takes_product(*method) && colon != std::string::npos)
        throw Error("kernel.unknown",
                    "The method '" + parsed.method + "' has a product of its own and takes no '" + parsed.spmv + "'.",
                    "Write " + parsed.method + " alone.");
    return parsed;
}

std::string to_string(const CgKernelName& name) {
    return name.spmv.empty() ? name.method : name.method + ":" + name.spmv;
}

} // namespace warploom::kernels
