#pragma once

#include "kernels/trsv/lower.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// L x = b level by level. The rows of a level need only rows of earlier levels, so a launch solves all of them at once,
/// one thread a row, and the end of the launch is what the next level waits for.
///
/// It is good where levels are few and wide. A matrix of n levels (a chain, where every row needs the one before) costs n
/// launches of one thread, and launching takes far longer than solving. Rows of a level lie apart in memory, so
/// neighbouring threads read from places that do not touch.
struct LevelsTrsv {
    static constexpr KernelInfo info{"levels",
                                     "csr",
                                     "One launch a level",
                                     "Rows that need nothing of each other are solved in one launch, a thread each; "
                                     "bad where levels are many.",
                                     "Anderson & Saad 1989; next step of rossignon2013",
                                     RunsOn::gpu};

    struct Level {
        static constexpr const char* phase = "level";
        template <class T>
        KERNEL_FN static void run(Thread t, Lower<T> l, In<int> order, int first, int count, In<T> b, Out<T> x) {
            const std::int64_t i = t.global_id();
            if (i >= count) return;
            const int row = order[first + i];
            const int diagonal = l.row_pointer[row + 1] - 1; // the last entry of its row
            T sum = b[row];
            for (int k = l.row_pointer[row]; k < diagonal; ++k) {
                const T known = x[l.column[k]];
                sum -= l.value[k] * known;
            }
            x[row] = sum / l.value[diagonal];
        }
    };

    template <class T, class Gpu>
    static void trsv(Gpu& gpu, const Lower<T>& l, const LevelSets& levels, In<int> order, In<T> b, Out<T> x) {
        for (int level = 0; level < levels.levels(); ++level) {
            const int count = levels.rows_of(level);
            gpu.template launch<Level>(count, l, order, levels.first[level], count, b, x);
        }
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
