#pragma once

#include "kernels/tridiagonal/levels.h"
#include "kernels/tridiagonal/rows.h"
#include "kernels/tridiagonal/shared_limits.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

// What a block does with rows that fit its shared memory: no launch between two steps, only a barrier.

namespace warploom::kernels::WARPLOOM_TARGET {

/// Parallel cyclic reduction of `count` rows, one in each of the first threads, which pass them on through `rows`.
/// Returns the thread's row, which then stands alone. All threads of the block take part. Reads and writes are kept
/// apart by barriers, so one set of rows is enough. `number` is the row in the whole system, for pivots of 0.
template <class T>
KERNEL_FN Row<T> double_in_shared(Thread t, Row<T> row, const SharedRows<T>& rows, int count, std::int64_t number,
                                  Out<int> zero_pivot, CallSite site = {}) {
    CALLED_FROM(site);
    const int k = t.thread();
    const bool has_row = k < count;
    for (int distance = 1; distance < count; distance *= 2) {
        if (has_row) {
            check_pivot(row.b, number, zero_pivot);
            store_row(rows, k, row);
        }
        t.barrier();
        if (has_row) {
            const Row<T> before = row_or_none(rows, k - distance, count);
            const Row<T> after = row_or_none(rows, k + distance, count);
            row = reduce_row(before, row, after);
        }
        t.barrier();
    }
    if (has_row) check_pivot(row.b, number, zero_pivot);
    return row;
}

/// One block solves what cyclic reduction has left over: row k of `from` at (k + 1) distance - 1, at most shared_rows
/// of them. It goes on with cyclic reduction until at most `rest` rows are left. With `rest` = 2 one thread solves
/// these; otherwise parallel cyclic reduction does, with a thread for each.
template <int rest> struct SharedCyclic {
    static constexpr const char* phase = "shared memory";
    static constexpr bool meets = true;
    static constexpr int registers = 64;

    template <template <class> class Rows, class T>
    KERNEL_FN static void run(Thread t, int count, std::int64_t distance, Rows<T> from, Out<T> x, Out<int> zero_pivot) {
        SHARED(T, a, shared_rows);
        SHARED(T, b, shared_rows);
        SHARED(T, c, shared_rows);
        SHARED(T, d, shared_rows);
        SHARED(T, solution, shared_rows);
        const SharedRows<T> rows{a, b, c, d};
        for (int k = t.thread(); k < count; k += t.block_size())
            store_row(rows, k, load_row(from, (k + 1) * distance - 1));
        t.barrier();

        int step = 1; // between the rows that are left
        for (; count / step > rest; step *= 2) {
            const int i = (t.thread() + 1) * 2 * step - 1;
            if (i < count) {
                const Row<T> before = load_row(rows, i - step);
                const Row<T> row = load_row(rows, i);
                const Row<T> after = row_or_none(rows, i + step, count);
                store_row(rows, i, reduce_row(before, row, after));
            }
            t.barrier();
        }

        const int left = count / step;
        if constexpr (rest > 2) {
            // Side by side, in arrays of their own: where they are, `step` apart, they would fall into few banks.
            SHARED(T, middle_a, rest);
            SHARED(T, middle_b, rest);
            SHARED(T, middle_c, rest);
            SHARED(T, middle_d, rest);
            const int i = (t.thread() + 1) * step - 1;
            Row<T> row = no_row<T>();
            if (t.thread() < left) row = load_row(rows, i);
            row = double_in_shared(t, row, SharedRows<T>{middle_a, middle_b, middle_c, middle_d}, left,
                                   (i + 1) * distance - 1, zero_pivot);
            if (t.thread() < left) solution[i] = row.d / row.b;
        } else if (t.thread() == 0) {
            const int i = step - 1;
            const Row<T> first = load_row(rows, i);
            check_pivot(first.b, step * distance - 1, zero_pivot);
            if (left == 1) {
                solution[i] = first.d / first.b;
            } else {
                const SolvedPair<T> pair = solve_pair(first, load_row(rows, i + step));
                check_pivot(pair.second_pivot, 2 * step * distance - 1, zero_pivot);
                solution[i] = pair.first;
                solution[i + step] = pair.second;
            }
        }
        t.barrier();

        for (step /= 2; step > 0; step /= 2) {
            const int i = step - 1 + t.thread() * 2 * step;
            if (i < count) {
                const Row<T> row = load_row(rows, i);
                check_pivot(row.b, (i + 1) * distance - 1, zero_pivot);
                T x_before = 0, x_after = 0;
                if (i >= step) x_before = solution[i - step];
                if (i + step < count) x_after = solution[i + step];
                solution[i] = substitute(row, x_before, x_after);
            }
            t.barrier();
        }
        for (int k = t.thread(); k < count; k += t.block_size()) x[(k + 1) * distance - 1] = solution[k];
    }
};

/// A block for each of the interleaved systems into which parallel cyclic reduction has split the rows: block s has the
/// rows s, s + distance, s + 2 distance ... < n, at most shared_rows of them, and a thread for each.
struct SharedDoubling {
    static constexpr const char* phase = "shared memory";
    static constexpr bool meets = true;
    static constexpr int registers = 64;

    template <class T>
    KERNEL_FN static void run(Thread t, int n, std::int64_t distance, System<T> from, Out<T> x, Out<int> zero_pivot) {
        SHARED(T, a, shared_rows);
        SHARED(T, b, shared_rows);
        SHARED(T, c, shared_rows);
        SHARED(T, d, shared_rows);
        const SharedRows<T> rows{a, b, c, d};
        const std::int64_t i = t.block() + t.thread() * distance;
        const int count = static_cast<int>((n - t.block() + distance - 1) / distance);
        Row<T> row = no_row<T>();
        if (i < n) row = load_row(from, i);
        row = double_in_shared(t, row, rows, count, i, zero_pivot);
        if (i < n) x[i] = row.d / row.b;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
