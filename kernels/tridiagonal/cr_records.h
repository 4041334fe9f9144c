#pragma once

#include "kernels/tridiagonal/cyclic_steps.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// Cyclic reduction over rows that are records of eight numbers, as the source has it. Once the rows that are left lie
// far apart, a record brings a whole row in one or two transactions where arrays need one for each of its numbers; in
// the first steps, where all rows take part, it brings what nobody asked for.
struct CrRecordsTridiagonal {
    static constexpr KernelInfo info{"cr-records",
                                     "records",
                                     "Cyclic reduction, rows as records",
                                     "As cr, but the numbers of a row lie together, eight to a record.",
                                     "cerny2011, Cyklická redukce; Ulítlé časy: 8 x double",
                                     RunsOn::gpu};

    template <class T, class Gpu> static void prepare(Gpu& gpu, const System<T>& s) {
        if (s.n > 0) gpu.template launch<LayOutRecords>(s.n, s, work_records<T>(gpu, "records", s.n));
    }
    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const Records<T> input = read_rows(gpu, work_records<T>(gpu, "records", s.n), s.n);
        const WorkRecords<T> work = work_records<T>(gpu, "work", s.n);
        const RecordSolution<T> solution{x, work.element};
        const int levels = cyclic_levels(s.n);
        cyclic_forward(gpu, s.n, levels, input, work);
        cyclic_middle(gpu, s.n, levels, input, work, solution, zero_pivot);
        cyclic_back(gpu, s.n, levels, input, work, solution, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
