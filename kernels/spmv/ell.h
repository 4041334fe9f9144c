#pragma once

#include "kernels/formats/ell.h"
#include "kernels/vocabulary/strided_sum.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row, as csr-scalar; but the k-th entries of 32 neighbouring rows are neighbours in memory.
struct EllSpmv {
    static constexpr KernelInfo info{
        "ell",
        "ell",
        "ELL, a thread for each row",
        "Neighbouring threads read neighbouring values; a row length lets a thread stop early.",
        "prata2010 3.2, 4.1",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Ell<T, Array>;

    template <class T> static std::int64_t threads(const Ell<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, Ell<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t row = t.global_id();
        if (row >= a.rows) return;
        y[row] = strided_sum<4>(a.value, a.column, x, row, a.leading_dimension, a.length[row]);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
