#pragma once

#include "kernels/vocabulary/early_start.h"
#include "kernels/vocabulary/segmented_sum.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

/// The last phase of the kernels that cut rows into pieces: every piece that ended in the middle of a row has left that
/// row and its sum in row[i] and sum[i], rows ascending; here they are added to y.
///
/// A warp takes 32 carries and adds up those of equal rows. A run of one row may go on beyond them: the warp in which
/// it begins follows it to its end, 256 at a time. So each row has one writer and one order of adding: the result is the
/// same each time.
struct CarryUpdate {
    static constexpr const char* phase = "carries";
    static constexpr bool meets = true;
    static constexpr bool starts_early = true; ///< its blocks stand ready when the last piece is done
    static constexpr int most_groups = 8;

    template <class T>
    KERNEL_FN static void run(Thread t, std::int64_t carries, In<int> row, In<T> sum, int rows, Out<T> y) {
        wait_for_launch_before(t);
        const std::int64_t i = t.global_id();
        if (i - t.lane() >= carries) return; // a whole warp
        const int mine = i < carries ? row[i] : -1;
        const unsigned heads = t.ballot(i == 0 || i >= carries || row[i - 1] != mine); // lanes where a run begins
        if (heads == 0) return;                                                        // all of one run from before
        const T total = segmented_sum(t, i < carries ? sum[i] : T(0), heads);
        const bool begins_here = segment_start(t, heads) >= 0;
        const bool ends_here = t.lane() < 31 && (heads >> (t.lane() + 1) & 1u) != 0;
        const bool is_row = mine >= 0 && mine < rows; // otherwise an empty carry
        if (begins_here && ends_here && is_row) y[mine] += total;

        const int open_row = t.shuffle(mine, 31);
        T rest = 0;
        bool goes_on = open_row >= 0; // as long as all 32 lanes find their carry in the run
        int groups = 1;               // of 32 that are read at a time: a run beyond two of them may be a very long one
        std::int64_t next = i + 32;
        while (goes_on) {
            bool in_run[most_groups];
            UNROLL(8)
            for (int g = 0; g < most_groups; ++g)
                in_run[g] = g < groups && next + 32 * g < carries && row[next + 32 * g] == open_row;
            UNROLL(8)
            for (int g = 0; g < most_groups; ++g)
                if (in_run[g]) rest += sum[next + 32 * g];
            goes_on = t.ballot(groups == 1 ? in_run[0] : in_run[most_groups - 1]) == 0xffffffffu;
            next += 32 * groups;
            groups = most_groups;
        }
        rest = warp_sum(t, rest);
        if (t.lane() == 31 && is_row) y[mine] += total + rest;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
