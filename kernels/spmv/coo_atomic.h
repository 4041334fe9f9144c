#pragma once

#include "kernels/formats/coo.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each entry. All reads of the matrix are coalesced and no row is too long, but every product costs an
// atomic addition, and the entries of one row queue up for the same place in y. The order of adding changes from run to
// run, and with it the last digits.
struct CooAtomicSpmv {
    static constexpr KernelInfo info{"coo-atomic",
                                     "coo",
                                     "COO, a thread for each entry",
                                     "Each thread adds one product to y by an atomic operation.",
                                     "reference; a thread for each entry: prata2010 3.2, after Bell and Garland",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Coo<T, Array>;

    template <class T> KERNEL_FN static void run(Thread t, Coo<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t k = t.global_id();
        if (k >= a.nonzeros) return;
        const T x_j = x[a.column.stream(k)];
        const T product = a.value.stream(k) * x_j;
        atomic_add(y, a.row.stream(k), product);
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Coo<T, In>& a, In<T> x, Out<T> y) {
        gpu.zero(y, a.rows);
        gpu.template launch<CooAtomicSpmv>(a.nonzeros, a, x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
