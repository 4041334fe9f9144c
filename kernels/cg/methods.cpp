#include "kernels/cg/methods.h"

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/cg/bicgstab.h"
#include "kernels/cg/requirements.h"

namespace warploom::kernels {

namespace {

constexpr KernelInfo launched_cg{
    "cg",
    "product",
    sentence_pattern("Conjugate gradients with separate launches"),
    sentence_pattern("The product and three launches for dot products and updates. The host launches "
                     "each of them."),
    "prata2010 4.3",
    RunsOn::anywhere};

constexpr KernelInfo offload_cg{
    "cg-offload",
    "product",
    sentence_pattern("Conjugate gradients with only the product on the GPU"),
    sentence_pattern("Every iteration copies p to the GPU and A p back. Dot products and updates run on "
                     "the host."),
    "prata2010 3.2",
    RunsOn::gpu};

constexpr KernelInfo launched_bicgstab{
    "bicgstab",
    "product",
    sentence_pattern("BiCGSTAB with separate launches"),
    sentence_pattern("Two products per iteration. For nonsymmetric matrices, such as reservoir simulation matrices."),
    "van der Vorst 1992; next step of rossignon2013",
    RunsOn::anywhere};

/// Binds a solver to its matrix-vector product on the simulated GPU. Traces launches if `tracer` is not null.
std::unique_ptr<Bound> bind_over_product(const BindRequest& request, simulated::Tracer* tracer) {
    const auto& input = request.as<CgInput>();
    const BindRequest product{input.product, SpmvInput{input.format}, request.block_size, request.card};
    std::unique_ptr<Bound> bound = find_simulated_entry(Operation::spmv, input.product)->bind(product, tracer);
    return bind_simulated_method(request.kernel, std::unique_ptr<BoundSpmv>(static_cast<BoundSpmv*>(bound.release())),
                                 input, tracer);
}

std::unique_ptr<Bound> bind_host_method(const BindRequest& request, Machine& host) {
    const auto& input = request.as<CgInput>();
    auto product = host.bind(input.product, input.format, request.block_size);
    if (request.kernel == launched_bicgstab.id) return bind_host_bicgstab(std::move(product), input);
    return bind_host_cg(std::move(product), input);
}

} // namespace

std::unique_ptr<BoundCg> bind_simulated_method(const std::string& method, std::unique_ptr<BoundSpmv> product,
                                               const CgInput& input, simulated::Tracer* tracer) {
    if (method == launched_bicgstab.id) return bind_simulated_bicgstab(std::move(product), input, tracer);
    if (method == offload_cg.id) return bind_simulated_offload(std::move(product), input);
    return bind_simulated_cg(std::move(product), input, tracer);
}

std::unique_ptr<SimulatedKernels> kernels_beside(const char* text, BoundSpmv& product, const CgInput& input,
                                                 simulated::Tracer* tracer) {
    auto kernels = std::make_unique<SimulatedKernels>(text, input.precision == Precision::float64, tracer);
    const std::int64_t n = require_cg_input(input);
    const VectorPlaces places = product.places();
    kernels->know("x", places.x, n);
    kernels->know("y", places.y, n);
    return kernels;
}

std::vector<HostEntry> host_cg_entries() {
    return {{Operation::cg, launched_cg, bind_host_method}, {Operation::cg, launched_bicgstab, bind_host_method}};
}

std::vector<SimulatedEntry> simulated_cg_entries() {
    return {{Operation::cg, launched_cg, bind_over_product},
            {Operation::cg, offload_cg, bind_over_product},
            {Operation::cg, launched_bicgstab, bind_over_product}};
}

namespace {

bool takes_product(const KernelInfo& method) { return std::string(method.format) == "product"; }

std::string list_of(const std::vector<KernelInfo>& infos) {
    std::string list;
    for (const auto& info : infos) add_item(list, std::string(info.id));
    return list;
}

} // namespace

CgKernelName parse_cg_kernel(const std::string& name) {
    const auto colon = name.find(':');
    CgKernelName parsed{name.substr(0, colon), colon == std::string::npos ? "" : name.substr(colon + 1)};
    const KernelInfo* const method = find_kernel(Operation::cg, parsed.method);
    if (method == nullptr)
        throw Error("kernel.unknown",
                    sentence("There is no conjugate gradient method named '{method}'.", {{"method", parsed.method}}),
                    sentence("Available methods: {methods}. Write method:product, for example cg:csr-vector.",
                             {{"methods", list_of(kernels_of(Operation::cg))}}));
    if (takes_product(*method) && find_spmv_kernel(parsed.spmv) == nullptr)
        throw Error("kernel.unknown",
                    parsed.spmv.empty()
                        ? sentence("The method '{method}' needs a product.", {{"method", parsed.method}})
                        : sentence("There is no product named '{product}'.", {{"product", parsed.spmv}}),
                    sentence("Write {method}:PRODUCT, where PRODUCT is one of {products}.",
                             {{"method", parsed.method}, {"products", list_of(spmv_kernels())}}));
    if (!takes_product(*method) && colon != std::string::npos)
        throw Error("kernel.unknown",
                    sentence("The method '{method}' has its own product, so '{product}' cannot be used with it.",
                             {{"method", parsed.method}, {"product", parsed.spmv}}),
                    sentence("Write only {method}.", {{"method", parsed.method}}));
    return parsed;
}

std::string to_string(const CgKernelName& name) {
    return name.spmv.empty() ? name.method : name.method + ":" + name.spmv;
}

} // namespace warploom::kernels
