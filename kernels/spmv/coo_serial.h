#pragma once

#include "kernels/formats/coo.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// One thread walks all entries: two entries of the same row may then never collide in y. The GPU's other thousands of
// threads have nothing to do; this is where the source begins.
struct CooSerialSpmv {
    static constexpr KernelInfo info{"coo-serial",
                                     "coo",
                                     "COO, one thread",
                                     "One thread walks all entries and adds each to its place in y.",
                                     "it168, the serial algorithm",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Coo<T, Array>;

    /// Entries first .. last - 1, by the first thread of the grid.
    template <class T> KERNEL_FN static void run(Thread t, int first, int last, Coo<T, In> a, In<T> x, Out<T> y) {
        if (t.global_id() > 0) return;
        for (int k = first; k < last; ++k) {
            const T x_j = x[a.column[k]];
            y[a.row[k]] += a.value[k] * x_j;
        }
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Coo<T, In>& a, In<T> x, Out<T> y) {
        gpu.zero(y, a.rows);
        gpu.template launch<CooSerialSpmv>(1, 0, a.nonzeros, a, x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
