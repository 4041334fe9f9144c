#include "kernels/cpu/entries.h"

#include "kernels/cpu/tridiagonal_cyclic.h"
#include "kernels/cpu/tridiagonal_doubling.h"
#include "kernels/cpu/tridiagonal_lapack.h"
#include "kernels/cpu/tridiagonal_thomas.h"

namespace warploom::kernels {

namespace {
template <class Method> CpuTridiagonalEntry host_entry() { return {Method::info, bind_host_tridiagonal<Method>}; }
} // namespace

const std::vector<CpuTridiagonalEntry>& cpu_tridiagonal_entries() {
    static const std::vector<CpuTridiagonalEntry> entries{
        host_entry<ThomasMethod>(),        host_entry<CpuCrMethod>(),
        host_entry<CpuPcrMethod>(),        host_entry<CpuPcrInterleavedMethod>(),
        host_entry<CpuPcrBlockedMethod>(), lapack_dgtsv_entry()};
    return entries;
}

} // namespace warploom::kernels
