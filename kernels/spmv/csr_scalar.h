#pragma once

#include "kernels/formats/csr.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row. Neighbouring threads start at places that are a row apart, so the values that a
// warp reads at one moment lie far from each other; and the longest row keeps the other 31 lanes waiting.
struct CsrScalarSpmv {
    static constexpr KernelInfo info{"csr-scalar",
                                     "csr",
                                     "CSR, a thread for each row",
                                     "Each thread walks its own row; the 32 lanes of a warp read from 32 places.",
                                     "prata2010 3.2, 4.1",
                                     RunsOn::gpu};
    static constexpr int turns_ahead = 4;
    template <class T, template <class> class Array> using Format = Csr<T, Array>;

    template <class T> static std::int64_t threads(const Csr<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t row = t.global_id();
        if (row >= a.rows) return;
        T sum = 0;
        const int end = a.row_pointer[row + 1];
        for (int k = a.row_pointer[row]; k < end; ++k) {
            const T x_j = x[a.column[k]];
            sum += a.value[k] * x_j;
        }
        y[row] = sum;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
