#pragma once

#include "kernels/formats/ell.h"
#include "kernels/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row, as csr-scalar; but the k-th entries of 32 neighbouring rows are neighbours in memory.
struct EllSpmv {
    static constexpr KernelInfo info{"ell", "ell", "ELL, a thread for each row",
                                     "Neighbouring threads read neighbouring values; a row length lets a thread stop early.",
                                     "prata2010 3.2, 4.1", RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Ell<T, Array>;

    template <class T> static std::int64_t threads(const Ell<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, Ell<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t row = t.global_id();
        if (row >= a.rows) return;
        T sum = 0;
        const int length = a.length[row];
        std::int64_t slot = row;
        UNROLL(4)
        for (int k = 0; k < length; ++k, slot += a.leading_dimension)
            sum += a.value.stream(slot) * x[a.column.stream(slot)];
        y[row] = sum;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
