#pragma once

#include "kernels/formats/ell_sorted.h"
#include "kernels/vocabulary/strided_sum.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// ell on rows sorted by length: neighbouring threads read neighbouring values and end at nearly the same time.
struct EllSortedSpmv {
    static constexpr KernelInfo info{"ell-sorted",
                                     "ell-sorted",
                                     "ELL sorted by length, a thread for each row",
                                     "As ell, but the rows of a warp are equally long, so no lane waits for another.",
                                     "prata2010 3.2, 4.2",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = EllSorted<T, Array>;

    template <class T> static std::int64_t threads(const EllSorted<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, EllSorted<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t i = t.global_id();
        if (i >= a.rows) return;
        const int row = a.row.stream(i); // needed last, but asked for first: a read takes as long as all the arithmetic
        y[row] = strided_sum<4>(a.value, a.column, x, i, a.leading_dimension, a.length[i]);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
