#pragma once

#include "kernels/formats/dia.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row. Neighbouring threads read neighbouring values and neighbouring elements of x, and no column index
// is read at all: the least traffic that there is, as long as the entries lie on few diagonals.
struct DiaSpmv {
    static constexpr KernelInfo info{"dia",
                                     "dia",
                                     "DIA, a thread for each row",
                                     "Whole diagonals, values and x read side by side, no column indices.",
                                     "rossignon2013 3.6",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Dia<T, Array>;

    template <class T> static std::int64_t threads(const Dia<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, Dia<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t row = t.global_id();
        if (row >= a.rows) return;
        T sum = 0;
        std::int64_t slot = row;
        UNROLL(4)
        for (int d = 0; d < a.diagonals; ++d, slot += a.leading_dimension) {
            const std::int64_t column = row + a.offset[d];
            if (column < 0 || column >= a.cols) continue; // the diagonal has left the matrix
            const T value = a.value.stream(slot);
            const T product = value * x[column];
            sum += value != T(0) ? product : T(0); // a zero may be filling: 0 times infinity must not count
        }
        y[row] = sum;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
