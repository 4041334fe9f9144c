#pragma once

#include "kernels/tridiagonal/doubling_steps.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// Parallel cyclic reduction over rows that are records of eight numbers, as the source has it: here, where neighbours
// always read neighbours, half of what a record brings is of no use, and a warp's read of one number touches 32
// sectors.
struct PcrRecordsTridiagonal {
    static constexpr KernelInfo info{"pcr-records",
                                     "records",
                                     "Parallel cyclic reduction, rows as records",
                                     "As pcr, but the numbers of a row lie together, eight to a record.",
                                     "cerny2011, Paralelní cyklická redukce; Ulítlé časy: 8 x double",
                                     RunsOn::gpu};

    template <class T, class Gpu> static void prepare(Gpu& gpu, const System<T>& s) {
        if (s.n > 0) gpu.template launch<LayOutRecords>(s.n, s, work_records<T>(gpu, "records", s.n));
    }
    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const Records<T> input = read_rows(gpu, work_records<T>(gpu, "records", s.n), s.n);
        const WorkRecords<T> odd = work_records<T>(gpu, "odd", s.n), even = work_records<T>(gpu, "even", s.n);
        doubling<false>(gpu, s.n, doubling_steps(s.n), true, input, even, odd, x, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
