#pragma once

#include "kernels/trsv/lower.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// L x = b in one launch: rows wait for each other themselves. Each row has a counter that says how often it was solved,
/// 0 or 1. A warp takes a row; its lanes share out the entries, and each lane waits until the counter of the row that its
/// entry needs says 1. The lanes' sums are added, and lane 0 writes x and lifts the row's own counter.
///
/// Nobody waits for nothing: rows are handed out in their order, and a row needs only earlier ones. A warp waits as one, so
/// no lane ever waits for a lane of its own warp, which could not go on. It is good where levels are many and narrow: what
/// a level costs is a trip of one number through memory, not a launch. Short rows leave most lanes idle, and warps that
/// wait keep asking memory the same question.
struct CountersTrsv {
    static constexpr KernelInfo info{"counters",
                                     "csr",
                                     "A counter a row",
                                     "One launch: a warp for each row, which waits for the rows that it needs; good "
                                     "where levels are many.",
                                     "Liu et al. 2016, section 3",
                                     RunsOn::gpu};
    static constexpr bool meets = true;
    static constexpr bool waits = true;

    template <class T> KERNEL_FN static void run(Thread t, Lower<T> l, In<T> b, Out<int> solved, Out<T> x) {
        const std::int64_t row = t.global_id() / 32;
        if (row >= l.rows) return;                       // a whole warp leaves
        const int diagonal = l.row_pointer[row + 1] - 1; // the last entry of its row
        T sum = 0;
        for (int k = l.row_pointer[row] + t.lane(); k < diagonal; k += 32) {
            const int needed = l.column[k];
            wait_until_set(solved, needed);
            const T known = x[needed];
            sum += l.value[k] * known;
        }
        sum = warp_sum(t, sum);
        if (t.lane() > 0) return;
        const T pivot = l.value[diagonal];
        x[row] = (b[row] - sum) / pivot;
        set_flag(solved, row);
    }

    template <class T, class Gpu>
    static void trsv(Gpu& gpu, const Lower<T>& l, const LevelSets&, In<int>, In<T> b, Out<T> x) {
        const Out<int> solved = gpu.template scratch<int>("solved", l.rows);
        gpu.zero(solved, l.rows);
        gpu.template launch<CountersTrsv>(static_cast<std::int64_t>(l.rows) * 32, l, b, solved, x);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
