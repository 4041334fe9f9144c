#include "kernels/cpu/entries.h"

#include "kernels/cpu/eigen_csr.h"
#include "kernels/cpu/host_spmv.h"
#include "kernels/cpu/loops.h"

namespace warploom::kernels {

namespace {
template <class Kernel> CpuEntry entry() { return {Kernel::info, bind_host<Kernel>}; }
} // namespace

const std::vector<CpuEntry>& cpu_entries() {
    static const std::vector<CpuEntry> entries{entry<CpuCsr>(),  entry<CpuEll>(),         entry<CpuCoo>(),
                                               entry<CpuBcsr>(), entry<CpuCsrParallel>(), eigen_csr_entry()};
    return entries;
}

} // namespace warploom::kernels
