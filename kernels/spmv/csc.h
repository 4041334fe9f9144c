#pragma once

#include "kernels/formats/csc.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each column: x is read once, but every product must be added to y by an atomic operation, anywhere in it.
// This is the format the source warns of.
struct CscSpmv {
    static constexpr KernelInfo info{"csc",
                                     "csc",
                                     "CSC, a thread for each column",
                                     "Each thread walks a column and adds its products to y by atomic operations.",
                                     "rossignon2013 3.6",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Csc<T, Array>;

    template <class T> KERNEL_FN static void run(Thread t, Csc<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t column = t.global_id();
        if (column >= a.cols) return;
        const T x_j = x[column];
        const int end = a.column_pointer[column + 1];
        for (int k = a.column_pointer[column]; k < end; ++k) {
            const T product = a.value[k] * x_j;
            atomic_add(y, a.row[k], product);
        }
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Csc<T, In>& a, In<T> x, Out<T> y) {
        gpu.zero(y, a.rows);
        gpu.template launch<CscSpmv>(a.cols, a, x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
