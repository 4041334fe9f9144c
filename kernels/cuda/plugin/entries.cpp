#include "engine/sentence.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/sources/nvrtc_gpu.h"

#include <map>
#include <mutex>

namespace warploom::kernels {

namespace {

Texts& texts() {
    static Texts once;
    return once;
}

const std::vector<CudaEntry>& cuda_only_entries() {
    static const std::vector<CudaEntry> entries = [] {
        std::vector<CudaEntry> list{
            {Operation::spmv, "csr-sweep", bind_csr_sweep},
            {Operation::spmv, "cusparse-csr", bind_cusparse_csr, false},
            {Operation::spmv, "cusparse-csr-alg1", bind_cusparse_csr_alg1, false},
            {Operation::spmv, "cusparse-csr-alg2", bind_cusparse_csr_alg2, false},
            {Operation::spmv, "cusparse-spmvop", bind_cusparse_spmvop, false},
            {Operation::spmv, "cusparse-coo", bind_cusparse_coo, false},
            {Operation::spmv, "cusparse-bsr", bind_cusparse_bsr, false},
            {Operation::spmv, "cusparse-sell", bind_cusparse_sell, false},
            {Operation::cg, "cg", bind_cuda_cg},
            {Operation::cg, "cg-fused", bind_cuda_cg},
            {Operation::cg, "cg-persistent", bind_cuda_cg},
            {Operation::cg, "cg-cusparse", bind_cuda_cg},
            {Operation::cg, "cg-offload", bind_cuda_cg},
            {Operation::cg, "bicgstab", bind_cuda_cg},
            {Operation::tridiagonal, "cusparse-gtsv2", bind_cusparse_gtsv2, false},
            {Operation::tridiagonal, "cusparse-gtsv2-nopivot", bind_cusparse_gtsv2_nopivot, false},
            {Operation::tridiagonal, "cusparse-gtsv2-batch", bind_cusparse_gtsv2_batch, false},
            {Operation::tridiagonal, "cusparse-gtsv-interleaved", bind_cusparse_gtsv_interleaved, false},
            {Operation::trsv, "cusparse-spsv", bind_cusparse_spsv, false},
            {Operation::ata, "tensor-core", bind_tensor_core_ata, false},
            {Operation::ata, "ozaki", bind_ozaki_ata, false},
            {Operation::ata, "cublas-dgemm", bind_cublas_gemm, false},
            {Operation::ata, "cublas-dsyrk", bind_cublas_syrk, false},
        };
        for (CudaEntry& entry : list)
            if (const KernelInfo* const info = texts().listed(entry.operation, entry.id)) entry.format = info->format;
        return list;
    }();
    return entries;
}

std::unique_ptr<Bound> bind_text(const CudaPlace& place, const BindRequest& request) {
    return texts().bind(request, nvrtc_gpu(place.device));
}

/// Returns the CUDA table entry of a built-in CUDA C kernel. Repeated calls for the same kernel return the same
/// object.
const CudaEntry* entry_of_text(Operation operation, const std::string& id) {
    static std::mutex mutex;
    static std::map<const KernelInfo*, CudaEntry> entries;
    const KernelInfo* const info = texts().built_in == nullptr ? nullptr : texts().built_in(operation, id);
    if (info == nullptr) return nullptr;
    const std::lock_guard lock(mutex);
    return &entries.try_emplace(info, CudaEntry{operation, info->id, bind_text, true, info->format}).first->second;
}

} // namespace

void use_texts(const Texts& given) { texts() = given; }

const CudaEntry* find_cuda_entry(Operation operation, const std::string& id) {
    if (const CudaEntry* const text = entry_of_text(operation, id)) return text;
    for (const CudaEntry& entry : cuda_only_entries())
        if (entry.operation == operation && id == entry.id) return &entry;
    return nullptr;
}

std::unique_ptr<Bound> bind_on(const CudaPlace& place, const BindRequest& request) {
    if (is_kernel_file(request.kernel)) return bind_text(place, request);
    const CudaEntry* const entry = find_cuda_entry(request.operation(), request.kernel);
    if (entry == nullptr)
        throw Error("kernel.machine",
                    sentence("Kernel '{kernel}' does not run on cuda:{device}.",
                             {{"kernel", request.kernel}, {"device", place.device->ordinal()}}),
                    sentence("Choose a kernel that runs on a GPU."));
    require_format(request, entry->format);
    if (entry->is_ours) require_block(request.block_size);
    return entry->bind(place, request);
}

} // namespace warploom::kernels
