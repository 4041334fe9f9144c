#pragma once

#include "kernels/tridiagonal/doubling_steps.h"
#include "kernels/tridiagonal/shared_reduction.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

// Parallel cyclic reduction over global memory until the system has fallen apart into systems of at most 1024 rows;
// then a block for each, which reads its rows once and does the ten steps that are left in shared memory. The rows of a
// block lie far apart, so this one read is not coalesced: the price for ten saved passes over everything.
struct PcrSharedTridiagonal {
    static constexpr KernelInfo info{
        "pcr-shared",
        "arrays",
        "Parallel cyclic reduction, its end in shared memory",
        "Once the system has split into pieces of 1024 rows, a block finishes each without going back to memory.",
        "cerny2011, Paralelní cyklická redukce; Zhang, Cohen, Owens 2010",
        RunsOn::gpu};

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const int steps = doubling_steps_until(s.n, shared_rows);
        const std::int64_t distance = std::int64_t{1} << steps;
        const int longest = static_cast<int>((s.n + distance - 1) / distance);
        const int threads = (longest + 31) / 32 * 32;
        System<T> rows = s;
        if (steps > 0) {
            const WorkRows<T> odd = work_rows<T>(gpu, "odd", s.n), even = work_rows<T>(gpu, "even", s.n);
            rows = doubling<true>(gpu, s.n, steps, false, s, even, odd, x, zero_pivot);
        }
        const std::int64_t blocks = distance < s.n ? distance : s.n;
        gpu.template launch_grid<SharedDoubling>(blocks, threads, s.n, distance, rows, x, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
