#include "kernels/cg/methods.h"

#include "engine/error.h"

namespace warploom::kernels {

const std::vector<KernelInfo>& cg_methods() {
    static const std::vector<KernelInfo> infos{
        {"cg", "product", "Conjugate gradients, one launch after the other",
         "The product, then three launches for dot products and updates; the host starts each of them.",
         "prata2010 4.3", RunsOn::anywhere},
        {"cg-fused", "product", "Conjugate gradients in a CUDA graph",
         "The same launches recorded once and replayed many at a time: the gaps between them shrink.", "reference",
         RunsOn::cuda},
        {"cg-persistent", "own", "Conjugate gradients in one cooperative kernel",
         "One launch for all iterations: blocks keep their rows on chip and meet at barriers of the whole grid.",
         "reference", RunsOn::cuda, false},
        {"cg-cusparse", "own", "Conjugate gradients of library calls",
         "The textbook's loop over cuSPARSE and cuBLAS; the host waits for every dot product.", "library peer",
         RunsOn::cuda, false},
    };
    return infos;
}

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
                    "Known are: " + list_of(cg_methods()) + "; write one as cg:csr-vector, method and product.");
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
