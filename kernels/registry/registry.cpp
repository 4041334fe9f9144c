#include "kernels/machine/registry.h"
#include "engine/sentence.h"

#include "kernels/cg/methods.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <array>

namespace warploom::kernels {

const std::vector<KernelInfo>& kernels_of(Operation operation) {
    static const auto lists = [] {
        std::array<std::vector<KernelInfo>, operations.size()> made;
        // List a kernel only once, even if several machines have it.
        const auto add = [&](const auto& entries) {
            for (const auto& entry : entries) {
                auto& list = made[static_cast<int>(entry.operation)];
                const auto is_same = [&](const KernelInfo& known) { return std::string(known.id) == entry.info.id; };
                if (std::none_of(list.begin(), list.end(), is_same)) list.push_back(entry.info);
            }
        };
        add(simulated_entries());
        add(cuda_only_kernels());
        add(host_entries());
        return made;
    }();
    return lists[static_cast<int>(operation)];
}

const KernelInfo* find_kernel(Operation operation, const std::string& id) {
    if (is_kernel_file(id)) return &find_kernel_file(operation, id)->info;
    for (const auto& info : kernels_of(operation))
        if (id == info.id) return &info;
    return nullptr;
}

const KernelInfo& require_kernel(Operation operation, const std::string& id, const Machine& machine) {
    const KernelInfo* const info = find_kernel(operation, id);
    if (info == nullptr)
        throw Error("kernel.unknown",
                    sentence("There is no kernel named '{kernel}' for the operation {operation}.",
                             {{"kernel", id}, {"operation", to_string(operation)}}),
                    sentence("`warploom-engine kernels` lists the available kernels."));
    if (!machine.runs(info->runs_on))
        throw Error(
            "kernel.machine",
            sentence("Kernel '{kernel}' does not run on {machine}.", {{"kernel", id}, {"machine", machine.info().id}}),
            info->runs_on == RunsOn::host   ? sentence("Choose the machine cpu.")
            : info->runs_on == RunsOn::cuda ? sentence("Choose a real GPU (cuda:N).")
                                            : sentence("Choose a real (cuda:N) or simulated GPU."));
    return *info;
}

const KernelInfo& require_kernel(const BindRequest& request, const Machine& machine) {
    require_whole(request, machine);
    const KernelInfo& info = require_kernel(request.operation(), request.kernel, machine);
    require_format(request, info.format);
    // An iterative method inherits the requirements of its SpMV kernel.
    const auto* const cg = std::get_if<CgInput>(&request.input);
    if (cg != nullptr && !cg->product.empty())
        require_kernel({cg->product, SpmvInput{cg->format}, request.block_size}, machine);
    return info;
}

const std::vector<SimulatedEntry>& simulated_entries() {
    static const std::vector<SimulatedEntry> all = [] {
        std::vector<SimulatedEntry> list = built_in_texts();
        for (const SimulatedEntry& method : simulated_cg_entries()) list.push_back(method);
        return list;
    }();
    return all;
}

const SimulatedEntry* find_simulated_entry(Operation operation, const std::string& kernel) {
    if (is_kernel_file(kernel)) return find_kernel_file(operation, kernel);
    return find_entry(simulated_entries(), operation, kernel);
}

std::unique_ptr<Bound> bind_traced(const BindRequest& request, simulated::Tracer& tracer) {
    const auto* const entry = find_simulated_entry(request.operation(), request.kernel);
    if (entry == nullptr)
        throw Error("kernel.unknown",
                    sentence("There is no kernel named '{kernel}' that can be traced.", {{"kernel", request.kernel}}));
    return entry->bind(request, &tracer);
}

namespace {

CudaOnlyKernel peer(Operation operation, const char* id, const char* format, const char* title, const char* summary) {
    return {operation, {id, format, title, summary, "library peer", RunsOn::cuda, operation == Operation::spmv}};
}

} // namespace

const std::vector<CudaOnlyKernel>& cuda_only_kernels() {
    static const std::vector<CudaOnlyKernel> kernels{
        {Operation::spmv,
         {"csr-sweep", "csr", sentence_pattern("CSR, swept by columns"),
          sentence_pattern(
              "Each block processes its entries in column order, from a copy that is created once, and accumulates its "
              "row sums in shared memory."),
          "reference", RunsOn::cuda}},
        peer(Operation::spmv, "cusparse-csr", "csr", sentence_pattern("cuSPARSE, CSR"),
             sentence_pattern("cuSPARSE on CSR with preprocessing: the faster of its two algorithms.")),
        peer(Operation::spmv, "cusparse-csr-alg1", "csr", sentence_pattern("cuSPARSE, CSR, first algorithm"),
             sentence_pattern("cuSPARSE on CSR with preprocessing: CUSPARSE_SPMV_CSR_ALG1.")),
        peer(Operation::spmv, "cusparse-csr-alg2", "csr", sentence_pattern("cuSPARSE, CSR, second algorithm"),
             sentence_pattern("cuSPARSE on CSR with preprocessing: CUSPARSE_SPMV_CSR_ALG2, whose results are bitwise "
                              "reproducible.")),
        peer(Operation::spmv, "cusparse-spmvop", "csr", sentence_pattern("cuSPARSE, SpMVOp"),
             sentence_pattern(
                 "A newer cuSPARSE product, compiled for the matrix: the faster of its two algorithms. Requires "
                 "cuSPARSE 12.7.3.")),
        peer(Operation::spmv, "cusparse-coo", "coo", sentence_pattern("cuSPARSE, COO"),
             sentence_pattern("cuSPARSE on COO with preprocessing: the fastest of its algorithms.")),
        peer(Operation::spmv, "cusparse-bsr", "bcsr", sentence_pattern("cuSPARSE, BSR"),
             sentence_pattern("cuSPARSE on dense blocks, which are converted to the BSR format of cuSPARSE.")),
        peer(Operation::spmv, "cusparse-sell", "sell", sentence_pattern("cuSPARSE, sliced ELL"),
             sentence_pattern("cuSPARSE on sliced ELL.")),
        {Operation::cg,
         {"cg-fused", "product", sentence_pattern("Conjugate gradients in a CUDA graph"),
          sentence_pattern(
              "Captures the launches of cg in a CUDA graph once and replays them, which reduces the gaps between "
              "launches."),
          "reference", RunsOn::cuda}},
        {Operation::cg,
         {"cg-persistent", "own", sentence_pattern("Conjugate gradients in one launch"),
          sentence_pattern(
              "One launch for all iterations. The system stays on the chip, in one block, one cluster or all "
              "multiprocessors, and blocks synchronize once per iteration."),
          "reference", RunsOn::cuda, false}},
        peer(Operation::cg, "cg-cusparse", "own", sentence_pattern("Conjugate gradients with library calls"),
             sentence_pattern("The textbook loop over cuSPARSE and cuBLAS. The host waits for every dot product.")),
        peer(Operation::tridiagonal, "cusparse-gtsv2", "arrays", sentence_pattern("cuSPARSE, gtsv2"),
             sentence_pattern(
                 "The cuSPARSE solver with pivoting. It overwrites the right-hand side, so the time includes copying "
                 "it.")),
        peer(
            Operation::tridiagonal, "cusparse-gtsv2-nopivot", "arrays",
            sentence_pattern("cuSPARSE, gtsv2 without pivoting"),
            sentence_pattern(
                "The cuSPARSE solver that combines CR and PCR. It overwrites the right-hand side, so the time includes "
                "copying it.")),
        peer(Operation::tridiagonal, "cusparse-gtsv2-batch", "arrays", sentence_pattern("cuSPARSE, gtsv2StridedBatch"),
             sentence_pattern(
                 "The cuSPARSE solver for many systems of equal size, stored one after another. It overwrites the "
                 "right-hand side, so the time includes copying it.")),
        peer(Operation::tridiagonal, "cusparse-gtsv-interleaved", "arrays",
             sentence_pattern("cuSPARSE, gtsvInterleavedBatch"),
             sentence_pattern(
                 "The cuSPARSE solver for many systems with interleaved rows; the layout is converted once. It "
                 "overwrites all four arrays, so the time includes copying them.")),
        peer(Operation::trsv, "cusparse-spsv", "csr", sentence_pattern("cuSPARSE, SpSV"),
             sentence_pattern("The cuSPARSE triangular solver. The matrix is analyzed in advance.")),
        {Operation::ata,
         {"tensor-core", "dense", sentence_pattern("Tensor Cores"),
          sentence_pattern(
              "Computes the tiles of one triangle with matrix instructions, with four slices of A in flight, "
              "and also writes the mirrored triangle. In float, each product is computed from three partial products."),
          "reference", RunsOn::cuda, false}},
        {Operation::ata,
         {"ozaki", "dense", sentence_pattern("Ozaki scheme with 8-bit integers"),
          sentence_pattern("Scales columns to integers and multiplies their residues modulo a dozen integers exactly "
                           "on the integer units. The error bound is shown next to the time."),
          "Ozaki et al. 2025", RunsOn::cuda, false}},
        {Operation::ata,
         {"cublas-dgemm", "dense", sentence_pattern("cuBLAS, dgemm"),
          sentence_pattern("The general cuBLAS matrix product, which does not exploit symmetry."),
          "AᵀA report, section 1; library peer", RunsOn::cuda, false}},
        peer(Operation::ata, "cublas-dsyrk", "dense", sentence_pattern("cuBLAS, dsyrk"),
             sentence_pattern(
                 "The symmetric rank-k update in cuBLAS. It computes one triangle; Warploom adds the mirrored "
                 "triangle.")),
    };
    return kernels;
}

} // namespace warploom::kernels
