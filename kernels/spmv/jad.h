#pragma once

#include "kernels/formats/jad.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row, long rows first. The diagonals get shorter as one goes to the right, so a thread whose place is
// beyond the end of a diagonal is done: neighbouring threads read neighbouring values, and nothing is padded.
struct JadSpmv {
    static constexpr KernelInfo info{
        "jad",
        "jad",
        "JAD, a thread for each row",
        "Jagged diagonals: coalesced without padding; the result is permuted back on the way out.",
        "rossignon2013 3.4",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Jad<T, Array>;

    template <class T> static std::int64_t threads(const Jad<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, Jad<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t i = t.global_id();
        if (i >= a.rows) return;
        T sum = 0;
        std::int64_t begin = 0; // the first diagonal begins at slot 0
        UNROLL(4)
        for (int d = 0; d < a.diagonals; ++d) {
            const std::int64_t end = a.diagonal_pointer[d + 1];
            const std::int64_t slot = begin + i;
            if (slot >= end) break;
            const T x_j = x[a.column.stream(slot)];
            sum += a.value.stream(slot) * x_j;
            begin = end;
        }
        y[a.permutation[i]] = sum;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
