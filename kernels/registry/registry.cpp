#include "kernels/machine/registry.h"

#include "kernels/cg/methods.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <array>

namespace warploom::kernels {

const std::vector<KernelInfo>& kernels_of(Operation operation) {
    static const auto lists = [] {
        std::array<std::vector<KernelInfo>, operations.size()> made;
        // A kernel that runs on every machine is in several tables but listed once.
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
        throw Error("kernel.unknown", std::string("There is no kernel '") + id + "' of " + to_string(operation) + ".",
                    "`warploom-engine kernels` lists them.");
    if (!machine.runs(info->runs_on)) {
        const char* const where = info->runs_on == RunsOn::host   ? "the machine cpu"
                                  : info->runs_on == RunsOn::cuda ? "a real GPU (cuda:N) only"
                                                                  : "a GPU, real (cuda:N) or simulated";
        throw Error("kernel.machine", "Kernel '" + id + "' does not run on " + machine.info().id + ".",
                    std::string("It runs on ") + where + ".");
    }
    return *info;
}

const KernelInfo& require_kernel(const BindRequest& request, const Machine& machine) {
    require_whole(request, machine);
    const KernelInfo& info = require_kernel(request.operation(), request.kernel, machine);
    require_format(request, info.format);
    // A method over another kernel inherits its requirements.
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
        throw Error("kernel.unknown", "There is no kernel '" + request.kernel + "' that can be traced.");
    return entry->bind(request, &tracer);
}

namespace {

/// Describes a kernel of a vendor library.
CudaOnlyKernel peer(Operation operation, const char* id, const char* format, const char* title, const char* summary) {
    return {operation, {id, format, title, summary, "library peer", RunsOn::cuda, operation == Operation::spmv}};
}

} // namespace

const std::vector<CudaOnlyKernel>& cuda_only_kernels() {
    static const std::vector<CudaOnlyKernel> kernels{
        {Operation::spmv,
         {"csr-sweep", "csr", "CSR, swept by columns",
          "Blocks take their entries in the order of the columns, from a copy made once, and keep the sums of their "
          "rows in shared memory.",
          "reference", RunsOn::cuda}},
        peer(Operation::spmv, "cusparse-csr", "csr", "cuSPARSE, CSR",
             "The vendor's library on CSR: the faster of its two algorithms, preprocessed."),
        peer(Operation::spmv, "cusparse-csr-alg1", "csr", "cuSPARSE, CSR, first algorithm",
             "The vendor's CSR_ALG1, preprocessed."),
        peer(Operation::spmv, "cusparse-csr-alg2", "csr", "cuSPARSE, CSR, second algorithm",
             "The vendor's CSR_ALG2, preprocessed: each run gives the same bits."),
        peer(Operation::spmv, "cusparse-spmvop", "csr", "cuSPARSE, SpMVOp",
             "The vendor's newer product, compiled for the matrix: the faster of its two algorithms; needs cuSPARSE "
             "12.7.3."),
        peer(Operation::spmv, "cusparse-coo", "coo", "cuSPARSE, COO",
             "The vendor's library on COO: the best of its algorithms, preprocessed."),
        peer(Operation::spmv, "cusparse-bsr", "bcsr", "cuSPARSE, BSR",
             "The vendor's library on dense blocks, rebuilt as its own BSR."),
        peer(Operation::spmv, "cusparse-sell", "sell", "cuSPARSE, sliced ELL", "The vendor's library on sliced ELL."),
        {Operation::cg,
         {"cg-fused", "product", "Conjugate gradients in a CUDA graph",
          "The same launches recorded once and replayed many at a time: the gaps between them shrink.", "reference",
          RunsOn::cuda}},
        {Operation::cg,
         {"cg-persistent", "own", "Conjugate gradients in one launch",
          "One launch for all iterations: the system lies on the chip, in one block, in one cluster or on all "
          "multiprocessors, and blocks meet once an iteration.",
          "reference", RunsOn::cuda, false}},
        peer(Operation::cg, "cg-cusparse", "own", "Conjugate gradients of library calls",
             "The textbook's loop over cuSPARSE and cuBLAS; the host waits for every dot product."),
        peer(Operation::tridiagonal, "cusparse-gtsv2", "arrays", "cuSPARSE, gtsv2",
             "The vendor's solver with pivoting. It overwrites the right-hand side, so the time holds a copy of it."),
        peer(Operation::tridiagonal, "cusparse-gtsv2-nopivot", "arrays", "cuSPARSE, gtsv2 without pivoting",
             "The vendor's mixture of CR and PCR. It overwrites the right-hand side, so the time holds a copy of it."),
        peer(Operation::tridiagonal, "cusparse-gtsv2-batch", "arrays", "cuSPARSE, gtsv2StridedBatch",
             "The vendor's solver of many systems of equal size, one behind the other. The time holds a copy of the "
             "right-hand side, which it overwrites."),
        peer(Operation::tridiagonal, "cusparse-gtsv-interleaved", "arrays", "cuSPARSE, gtsvInterleavedBatch",
             "The vendor's solver of many systems whose rows are interleaved, laid out so once. It overwrites all four "
             "arrays, so the time holds a copy of each."),
        peer(Operation::trsv, "cusparse-spsv", "csr", "cuSPARSE, SpSV",
             "The vendor's solver with its analysis done before."),
        {Operation::ata,
         {"tensor-core", "dense", "Tensor cores",
          "Tiles of one triangle by matrix instructions, four slices of A on their way; in float three products of "
          "parts for one; writes the mirror too.",
          "reference", RunsOn::cuda, false}},
        {Operation::ata,
         {"ozaki", "dense", "Ozaki's scheme, whole numbers of 8 bits",
          "Columns as whole numbers, their remainders by a dozen moduli, exact products of remainders on the integer "
          "units. Its error bound stands beside its time.",
          "Ozaki et al. 2025", RunsOn::cuda, false}},
        {Operation::ata,
         {"cublas-dgemm", "dense", "cuBLAS, dgemm", "The vendor's product of two matrices, which knows no symmetry.",
          "AᵀA report, section 1; library peer", RunsOn::cuda, false}},
        peer(Operation::ata, "cublas-dsyrk", "dense", "cuBLAS, dsyrk",
             "The vendor's product of a matrix with itself: one triangle; its mirror is ours."),
    };
    return kernels;
}

} // namespace warploom::kernels
