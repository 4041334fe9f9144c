#pragma once

#include "kernels/tridiagonal/cr_shared.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// Cyclic reduction as long as there are many rows, parallel cyclic reduction on the last 33 to 64: that is where the
// first has idle lanes and conflicting banks, and where the second costs little and needs half the steps.
struct CrPcrTridiagonal {
    static constexpr KernelInfo info{
        "cr-pcr",
        "arrays",
        "Cyclic reduction with a parallel middle",
        "As cr-shared, but the last 33 to 64 rows are solved by pcr: no lane idle, half the steps.",
        "Zhang, Cohen, Owens 2010",
        RunsOn::gpu};

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        CyclicWithSharedMiddle<parallel_rows>::solve<T>(gpu, s, x, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
