#include "kernels/cpu/entries.h"

#include "kernels/cg/methods.h"
#include "kernels/cpu/host_spmv.h"
#include "kernels/cpu/loops.h"
#include "kernels/cpu/tridiagonal_cyclic.h"
#include "kernels/cpu/tridiagonal_doubling.h"
#include "kernels/cpu/tridiagonal_thomas.h"

namespace warploom::kernels {

const std::vector<HostEntry>& host_entries() {
    static const std::vector<HostEntry> entries = [] {
        std::vector<HostEntry> list{
            host_spmv_entry<CpuCsr>(),
            host_spmv_entry<CpuEll>(),
            host_spmv_entry<CpuCoo>(),
            host_spmv_entry<CpuBcsr>(),
            host_spmv_entry<CpuCsrParallel>(),
            eigen_csr_entry(),
            host_tridiagonal_entry<ThomasMethod>(),
            host_tridiagonal_entry<CpuCrMethod<HostArraysLayout>>(),
            host_tridiagonal_entry<CpuPcrMethod<HostArraysLayout, RowsSharedAnew>>(),
            host_tridiagonal_entry<CpuPcrMethod<HostArraysLayout, RowsInTurn>>(),
            host_tridiagonal_entry<CpuPcrMethod<HostArraysLayout, RowsInBlocks>>(),
            host_tridiagonal_entry<CpuCrMethod<HostRecordsLayout>>(),
            host_tridiagonal_entry<CpuPcrMethod<HostRecordsLayout, RowsSharedAnew>>(),
            host_tridiagonal_entry<CpuPcrMethod<HostRecordsLayout, RowsInTurn>>(),
            host_tridiagonal_entry<CpuPcrMethod<HostRecordsLayout, RowsInBlocks>>(),
            lapack_dgtsv_entry(),
            loop_ata_entry(),
            blas_ata_entry(),
            trsv_entry(),
            ilu_entry(),
        };
        for (const HostEntry& method : host_cg_entries()) list.push_back(method);
        return list;
    }();
    return entries;
}

} // namespace warploom::kernels
