#pragma once

#include "kernels/formats/csr_sorted.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// csr-scalar on rows sorted by length: the 32 rows of a warp end at nearly the same time. What stays is that the lanes
// read from 32 far places.
struct CsrScalarSortedSpmv {
    static constexpr KernelInfo info{
        "csr-scalar-sorted",
        "csr-sorted",
        "CSR sorted by length, a thread for each row",
        "As csr-scalar, but the rows of a warp are equally long, so no lane waits for another.",
        "prata2010 3.2, 4.2",
        RunsOn::gpu};
    static constexpr int turns_ahead = 4;
    template <class T, template <class> class Array> using Format = CsrSorted<T, Array>;

    template <class T> static std::int64_t threads(const CsrSorted<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, CsrSorted<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t i = t.global_id();
        if (i >= a.rows) return;
        T sum = 0;
        const int end = a.row_pointer[i + 1];
        for (int k = a.row_pointer[i]; k < end; ++k) {
            const T x_j = x[a.column[k]];
            sum += a.value[k] * x_j;
        }
        y[a.row[i]] = sum;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
