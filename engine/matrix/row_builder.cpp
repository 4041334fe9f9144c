#include "engine/matrix/row_builder.h"

#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/portable.h"
#include "engine/sentence.h"

#include <algorithm>
#include <atomic>
#include <bit>

namespace warploom {
namespace {

constexpr std::int64_t rows_per_task = 4096;
constexpr std::int64_t entries_per_task = std::int64_t{1} << 18;

} // namespace

CsrMatrix build_rows(std::int64_t rows, std::int64_t cols, const RowLength& length, const RowFill& fill,
                     const Progress& progress, int threads) {
    require_memory(8.0 * static_cast<double>(rows + 1),
                   sentence("The matrix of {rows} x {cols}", {{"rows", rows}, {"cols", cols}}));
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
                   sentence("The matrix of {rows} x {cols} with {nonzeros} {nonzeros:nonzero|nonzeros}",
                            {{"rows", rows}, {"cols", cols}, {"nonzeros", nonzeros}}));
    // Touch the pages of the two arrays in parallel, because this takes longer than writing to them.
    parallel_for(2, threads, [&](std::int64_t array) {
        if (array == 0) grow(matrix.value, nonzeros, 0.0, progress);
        if (array == 1) grow(matrix.column, nonzeros, std::int32_t{0}, progress);
    });

    std::atomic<std::int64_t> done{0};
    parallel_for(
        nonzeros / entries_per_task + 1, threads,
        [&](std::int64_t task) {
            // Each task processes the rows that start in its range of matrix entries.
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

namespace {

constexpr std::int64_t entries_per_turn = std::int64_t{1} << 17;
constexpr std::int64_t short_range = 24;
constexpr std::int64_t long_range = std::int64_t{1} << 16;
constexpr std::int32_t removed = -1;

/// Sorts the column and value arrays of a matrix together in place. Sorting an array of pairs would be simpler. If the
/// matrix has a single row, however, this array would be larger than the matrix.
class EntrySort {
public:
    EntrySort(CsrMatrix& matrix, const Progress& progress)
        : column_(matrix.column.data()), value_(matrix.value.data()),
          imaginary_(matrix.imaginary.empty() ? nullptr : matrix.imaginary.data()), progress_(progress) {}

    void sort(std::int64_t begin, std::int64_t end) {
        if (is_sorted(begin, end)) return;
        quick(begin, end, 2 * std::bit_width(static_cast<std::uint64_t>(end - begin)));
    }

private:
    struct Item {
        std::int32_t column;
        double value, imaginary;
    };

    Item get(std::int64_t k) const { return {column_[k], value_[k], imaginary_ != nullptr ? imaginary_[k] : 0}; }

    void set(std::int64_t k, const Item& item) {
        column_[k] = item.column;
        value_[k] = item.value;
        if (imaginary_ != nullptr) imaginary_[k] = item.imaginary;
    }

    void swap(std::int64_t a, std::int64_t b) {
        const Item item = get(a);
        set(a, get(b));
        set(b, item);
    }

    static bool less(const Item& a, const Item& b) {
        if (a.column != b.column) return a.column < b.column;
        const auto bits = [](double number) { return portable::bit_cast<std::uint64_t>(number); };
        if (bits(a.value) != bits(b.value)) return bits(a.value) < bits(b.value);
        return bits(a.imaginary) < bits(b.imaginary);
    }

    bool is_sorted(std::int64_t begin, std::int64_t end) const {
        for (std::int64_t k = begin + 1; k < end; ++k) {
            if (column_[k - 1] < column_[k]) continue;
            if (less(get(k), get(k - 1))) return false;
        }
        return true;
    }

    void insertion(std::int64_t begin, std::int64_t end) {
        for (std::int64_t k = begin + 1; k < end; ++k) {
            const Item item = get(k);
            std::int64_t hole = k;
            for (; hole > begin && less(item, get(hole - 1)); --hole) set(hole, get(hole - 1));
            set(hole, item);
        }
    }

    void sift_down(std::int64_t begin, std::int64_t root, std::int64_t size) {
        for (std::int64_t child; (child = 2 * root + 1) < size; root = child) {
            if (child + 1 < size && less(get(begin + child), get(begin + child + 1))) ++child;
            if (!less(get(begin + root), get(begin + child))) return;
            swap(begin + root, begin + child);
        }
    }

    void heap(std::int64_t begin, std::int64_t end) {
        const std::int64_t size = end - begin;
        for (std::int64_t root = size / 2; root-- > 0;) sift_down(begin, root, size);
        for (std::int64_t last = size; last-- > 1;) {
            if ((last & 0xffff) == 0) stop_if_cancelled(progress_);
            swap(begin, begin + last);
            sift_down(begin, 0, last);
        }
    }

    /// Performs quicksort. Switches to heapsort when the depth limit is reached, which bounds the work for adversarial
    /// orders.
    void quick(std::int64_t begin, std::int64_t end, int depth) {
        while (end - begin > short_range) {
            if (end - begin > long_range) stop_if_cancelled(progress_);
            if (depth-- == 0) return heap(begin, end);
            const Item pivot = median(get(begin), get(begin + (end - begin) / 2), get(end - 1));
            std::int64_t low = begin, high = end - 1;
            while (low <= high) {
                while (less(get(low), pivot)) ++low;
                while (less(pivot, get(high))) --high;
                if (low <= high) swap(low++, high--);
            }
            // Recurse into the smaller part, so that the stack depth is logarithmic.
            if (high - begin < end - low) {
                quick(begin, high + 1, depth);
                begin = low;
            } else {
                quick(low, end, depth);
                end = high + 1;
            }
        }
        insertion(begin, end);
    }

    static Item median(const Item& a, const Item& b, const Item& c) {
        if (less(a, b)) return less(b, c) ? b : less(a, c) ? c : a;
        return less(a, c) ? a : less(b, c) ? c : b;
    }

    std::int32_t* column_;
    double* value_;
    double* imaginary_;
    const Progress& progress_;
};

/// Adds each duplicate to the first entry at the same position, and marks it as removed.
std::int64_t sum_repeats(CsrMatrix& matrix, std::int64_t begin, std::int64_t end) {
    std::int64_t repeats = 0, first = begin;
    for (std::int64_t k = begin + 1; k < end; ++k) {
        if (matrix.column[k] != matrix.column[first]) {
            first = k;
            continue;
        }
        const auto into = static_cast<std::size_t>(first), from = static_cast<std::size_t>(k);
        matrix.value[into] += matrix.value[from];
        if (!matrix.imaginary.empty()) matrix.imaginary[into] += matrix.imaginary[from];
        matrix.column[from] = removed;
        ++repeats;
    }
    return repeats;
}

void drop_removed(CsrMatrix& matrix, const Progress& progress) {
    std::size_t kept = 0;
    std::int64_t begin = 0;
    for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.rows); ++row) {
        if ((row & 0xffff) == 0) stop_if_cancelled(progress);
        const std::int64_t end = matrix.row_pointer[row + 1];
        for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
            if (matrix.column[k] == removed) continue;
            matrix.column[kept] = matrix.column[k];
            matrix.value[kept] = matrix.value[k];
            if (!matrix.imaginary.empty()) matrix.imaginary[kept] = matrix.imaginary[k];
            ++kept;
        }
        matrix.row_pointer[row + 1] = static_cast<std::int64_t>(kept);
        begin = end;
    }
    matrix.column.resize(kept);
    matrix.value.resize(kept);
    if (!matrix.imaginary.empty()) matrix.imaginary.resize(kept);
}

} // namespace

void sort_row(CsrMatrix& matrix, std::int64_t begin, std::int64_t end, const Progress& progress) {
    EntrySort(matrix, progress).sort(begin, end);
}

std::int64_t finish_rows(CsrMatrix& matrix, int threads, const Progress& progress) {
    const std::int64_t* pointer = matrix.row_pointer.data();
    std::atomic<std::int64_t> repeats{0};
    parallel_for(matrix.nonzeros() / entries_per_turn + 1, threads, [&](std::int64_t task) {
        const auto first = std::lower_bound(pointer, pointer + matrix.rows, task * entries_per_turn);
        const auto last = std::lower_bound(pointer, pointer + matrix.rows, (task + 1) * entries_per_turn);
        std::int64_t found = 0;
        for (std::int64_t row = first - pointer; row < last - pointer; ++row) {
            if ((row & 0xffff) == 0) stop_if_cancelled(progress);
            sort_row(matrix, pointer[row], pointer[row + 1], progress);
            found += sum_repeats(matrix, pointer[row], pointer[row + 1]);
        }
        repeats += found;
        stop_if_cancelled(progress);
    });
    if (repeats > 0) drop_removed(matrix, progress);
    return repeats;
}

} // namespace warploom
