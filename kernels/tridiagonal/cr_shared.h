#pragma once

#include "kernels/tridiagonal/cyclic_steps.h"
#include "kernels/tridiagonal/shared_reduction.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

/// Cyclic reduction over global memory until a block can hold what is left; the block solves it, see SharedCyclic.
template <int rest> struct CyclicWithSharedMiddle {
    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const int levels = cyclic_levels_until(s.n, shared_rows);
        const int count = static_cast<int>(rows_of_level(s.n, levels));
        const int threads = ((count + 1) / 2 + 31) / 32 * 32; // one for each row of a step
        const int block = threads < 64 ? 64 : threads;
        const std::int64_t distance = std::int64_t{1} << levels;
        const ArraySolution<T> solution{x};
        if (levels == 0) {
            gpu.template launch_grid<SharedCyclic<rest>>(1, block, count, distance, s, x, zero_pivot);
            return;
        }
        const WorkRows<T> work = work_rows<T>(gpu, "work", s.n);
        cyclic_forward(gpu, s.n, levels, s, work);
        gpu.template launch_grid<SharedCyclic<rest>>(1, block, count, distance, work, x, zero_pivot);
        cyclic_back(gpu, s.n, levels, s, work, solution, zero_pivot);
    }
};

// The middle of cyclic reduction, where a launch costs more than its work, in one block's shared memory. There the rows
// lie 2, 4, 8 ... words apart and fall into ever fewer banks.
struct CrSharedTridiagonal {
    static constexpr KernelInfo info{
        "cr-shared",
        "arrays",
        "Cyclic reduction, its middle in shared memory",
        "One block finishes the last 1024 rows without a launch; banks conflict more with each step.",
        "cerny2011, Cyklická redukce; Zhang, Cohen, Owens 2010",
        RunsOn::gpu};

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        CyclicWithSharedMiddle<2>::solve<T>(gpu, s, x, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
