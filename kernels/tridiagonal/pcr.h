#pragma once

#include "kernels/tridiagonal/doubling_steps.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// All rows take part in every step, so no thread is ever idle, memory is read in order, and there is no way back. But
// it is 12 n operations a step, and all rows are read and written log2 n times: for large systems it is the most
// traffic of all.
struct PcrTridiagonal {
    static constexpr KernelInfo info{
        "pcr",
        "arrays",
        "Parallel cyclic reduction, a launch a step",
        "All rows work in every step: half as many steps as cr and none idle, for log2 n times the traffic.",
        "cerny2011, Paralelní cyklická redukce",
        RunsOn::gpu};

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const WorkRows<T> odd = work_rows<T>(gpu, "odd", s.n), even = work_rows<T>(gpu, "even", s.n);
        doubling<true>(gpu, s.n, doubling_steps(s.n), true, s, even, odd, x, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
