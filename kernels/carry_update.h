#pragma once

#include "kernels/vocabulary.h"
#include "kernels/warp_sum.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

/// The last phase of the kernels that cut rows into pieces: every piece that ended in the middle of a row has left that
/// row and its sum in row[i] and sum[i], rows ascending; here they are added to y.
///
/// A warp looks at one carry. If the carry before it is of the same row, somebody else adds it; otherwise the warp sums
/// the whole run of that row, 32 at a time. So each row has one writer and one order of adding: the result is the same
/// each time.
struct CarryUpdate {
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, std::int64_t carries, In<int> row, In<T> sum, int rows, Out<T> y) {
        const std::int64_t first = t.global_id() / 32;
        if (first >= carries) return; // a whole warp
        const int mine = row[first];
        if (mine < 0 || mine >= rows) return; // an empty carry
        if (first > 0 && row[first - 1] == mine) return;
        T total = 0;
        std::int64_t i = first + t.lane();
        unsigned inside = 0xffffffffu;
        while (inside == 0xffffffffu) { // the run goes on as long as all 32 lanes find their carry in it
            const bool in_run = i < carries && row[i] == mine;
            if (in_run) total += sum[i];
            inside = t.ballot(in_run);
            i += 32;
        }
        total = warp_sum(t, total);
        if (t.lane() == 0) y[mine] += total;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
