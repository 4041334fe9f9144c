#pragma once

#include "kernels/tridiagonal/cyclic_steps.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// Half of the rows drop out with every step forward and come back with every step back: 17 n operations, about twice
// those of Thomas. The price is that the rows that are left lie further and further apart in memory, so that a
// transaction brings fewer and fewer of them, and that in the middle almost no thread has work.
struct CrTridiagonal {
    static constexpr KernelInfo info{
        "cr",
        "arrays",
        "Cyclic reduction, a launch a step",
        "Every second row drops out, step by step; little work, but rows lie further apart with each step.",
        "cerny2011, Cyklická redukce",
        RunsOn::gpu};

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const WorkRows<T> work = work_rows<T>(gpu, "work", s.n);
        const ArraySolution<T> solution{x};
        const int levels = cyclic_levels(s.n);
        cyclic_forward(gpu, s.n, levels, s, work);
        cyclic_middle(gpu, s.n, levels, s, work, solution, zero_pivot);
        cyclic_back(gpu, s.n, levels, s, work, solution, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
