#include "engine/matrix/row_builder.h"

#include "engine/memory.h"
#include "engine/parallel.h"

#include <algorithm>
#include <atomic>

namespace warploom {

namespace {

constexpr std::int64_t rows_per_task = 4096;
constexpr std::int64_t entries_per_task = std::int64_t{1} << 18;

std::string order_text(std::int64_t rows, std::int64_t cols) {
    return "The matrix of " + std::to_string(rows) + " x " + std::to_string(cols);
}

} // namespace

CsrMatrix build_rows(std::int64_t rows, std::int64_t cols, const RowLength& length, const RowFill& fill,
                     const Progress& progress, int threads) {
    require_memory(8.0 * static_cast<double>(rows + 1), order_text(rows, cols));
    CsrMatrix matrix;
    matrix.rows = rows;
    matrix.cols = cols;
    grow(matrix.row_pointer, rows + 1, std::int64_t{0}, progress);
    std::int64_t* pointer = matrix.row_pointer.data();

    const std::int64_t length_tasks = (rows + rows_per_task - 1) / rows_per_task;
    parallel_for(
        length_tasks, threads,
        [&](std::int64_t task) {
            const std::int64_t end = std::min(rows, (task + 1) * rows_per_task);
            for (std::int64_t row = task * rows_per_task; row < end; ++row) pointer[row + 1] = length(row);
        },
        [&] { progress.check(0, 1); });
    for (std::int64_t row = 0; row < rows; ++row) pointer[row + 1] += pointer[row];

    const std::int64_t nonzeros = pointer[rows];
    require_memory(12.0 * static_cast<double>(nonzeros),
                   order_text(rows, cols) + " with " + std::to_string(nonzeros) + " nonzeros");
    // The first touch of fresh memory costs more than filling it, so the two arrays share the threads.
    parallel_for(2, threads, [&](std::int64_t array) {
        if (array == 0) grow(matrix.value, nonzeros, 0.0, progress);
        if (array == 1) grow(matrix.column, nonzeros, std::int32_t{0}, progress);
    });

    std::atomic<std::int64_t> done{0};
    parallel_for(
        nonzeros / entries_per_task + 1, threads,
        [&](std::int64_t task) {
            // A task owns the rows that begin in its share of the entries.
            const auto first = std::lower_bound(pointer, pointer + rows, task * entries_per_task);
            const auto last = std::lower_bound(pointer, pointer + rows, (task + 1) * entries_per_task);
            for (std::int64_t row = first - pointer; row < last - pointer; ++row)
                if (pointer[row + 1] > pointer[row])
                    fill(row, matrix.column.data() + pointer[row], matrix.value.data() + pointer[row]);
            done.fetch_add(*last - *first, std::memory_order_relaxed);
        },
        [&] { progress.check(done.load(std::memory_order_relaxed), nonzeros); });
    progress.check(nonzeros, nonzeros);
    return matrix;
}

} // namespace warploom
