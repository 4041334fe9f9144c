#pragma once

#include "kernels/formats/sell.h"
#include "kernels/vocabulary/strided_sum.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row, as ell; but every slice of C rows is only as wide as its own longest row, and rows of like
// length have been brought together, so one long row spoils one slice and not the whole matrix.
struct SellSpmv {
    static constexpr KernelInfo info{"sell",
                                     "sell",
                                     "SELL-C-sigma, a thread for each row",
                                     "Slices of like rows, stored column by column: coalesced with little padding.",
                                     "reference",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Sell<T, Array>;

    template <class T> static std::int64_t threads(const Sell<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, Sell<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t i = t.global_id();
        if (i >= a.rows) return;
        const int row = a.row.stream(i); // needed last, but asked for first: a read takes as long as all the arithmetic
        const int slice = static_cast<int>(i) / a.slice_height; // rows fit in 4 bytes, and so does the division
        const std::int64_t begin = a.slice_pointer[slice];
        const std::int64_t height = a.slice_height;
        const int width = static_cast<int>(a.slice_pointer[slice + 1] - begin) / a.slice_height;
        const std::int64_t slot = begin + static_cast<int>(i) % a.slice_height;
        y[row] = strided_sum<4>(a.value, a.column, x, slot, height, width);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
