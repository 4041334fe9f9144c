#pragma once

#include "kernels/formats/dia.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row. Neighbouring threads read neighbouring values and neighbouring elements of x, and no column index
// is read at all: the least traffic that there is, as long as the entries lie on few diagonals. A thread asks for the values
// of eight diagonals before it uses the first, so that memory has enough to do even with numbers of 4 bytes.
struct DiaSpmv {
    static constexpr KernelInfo info{"dia",
                                     "dia",
                                     "DIA, a thread for each row",
                                     "Whole diagonals, values and x read side by side, no column indices.",
                                     "rossignon2013 3.6",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Dia<T, Array>;

    template <class T> static std::int64_t threads(const Dia<T, In>& a) { return a.rows; }

    static constexpr int batch = 8; ///< diagonals that a thread reads ahead

    template <class T> KERNEL_FN static void run(Thread t, Dia<T, In> a, In<T> x, Out<T> y) {
        const int row = static_cast<int>(t.global_id()); // 4 bytes, and so the column: what is saved are registers
        if (row >= a.rows) return;
        T sum = 0;
        std::int64_t slot = row;
        int d = 0;
        for (; d + batch <= a.diagonals; d += batch) {
            T value[batch]; // filling is read like the rest: every diagonal is stored whole
            UNROLL(8)
            for (int i = 0; i < batch; ++i, slot += a.leading_dimension) value[i] = a.value.stream(slot);
            UNROLL(8)
            for (int i = 0; i < batch; ++i) sum += product(a, d + i, row, value[i], x);
        }
        for (; d < a.diagonals; ++d, slot += a.leading_dimension) sum += product(a, d, row, a.value.stream(slot), x);
        y[row] = sum;
    }

    /// What diagonal d gives to a row: nothing where it has left the matrix, and nothing where the value is 0, which may be
    /// filling: 0 times infinity must not count.
    template <class T>
    KERNEL_FN static T product(const Dia<T, In>& a, int d, int row, T value, In<T> x, CallSite site = {}) {
        CALLED_FROM(site);
        const int column = row + a.offset[d];
        if (column < 0 || column >= a.cols) return T(0);
        const T product = value * x[column];
        return value != T(0) ? product : T(0);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
