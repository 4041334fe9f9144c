#pragma once

#include "engine/error.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/parallel.h"
#include "engine/sentence.h"
#include "kernels/machine/machine.h"

#include <algorithm>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Storage formats are struct templates over the value type. Each one lists its arrays once, in arrays(visit), for
// conversion, upload, layout and byte counts.

namespace warploom::kernels {

/// Converts a size to int, because kernels use 4-byte indices. Throws Error("matrix.index") with the size if it does
/// not fit.
inline int checked_int(std::int64_t count, const char* what) {
    if (count > std::numeric_limits<int>::max())
        throw Error("matrix.index",
                    sentence("The matrix has {count} {what}, but 32-bit kernel indices are limited to 2147483647.",
                             {{"count", count}, {"what", what}}),
                    sentence("Describe it with `info`, or extract a smaller part."));
    return static_cast<int>(count);
}

struct MatrixSize {
    int rows = 0, cols = 0;
    void take_size(const CsrMatrix& a) {
        rows = checked_int(a.rows, "rows");
        cols = checked_int(a.cols, "columns");
    }
};
/// Size of a matrix in storage formats without padding.
struct EntriesSize : MatrixSize {
    int nonzeros = 0;
    void take_size(const CsrMatrix& a) {
        MatrixSize::take_size(a);
        nonzeros = checked_int(a.nonzeros(), "nonzeros");
    }
};

/// Calls body(first, last) for ranges that together cover 0 .. count - 1, in parallel if `work` (the total number of
/// operations) is large enough.
template <class Body> void for_each_range(std::int64_t count, std::int64_t work, const Body& body) {
    constexpr std::int64_t worth_a_thread = 1 << 16;
    const std::int64_t tasks = std::clamp<std::int64_t>(work / worth_a_thread, 1, 2 * resolve_threads(0));
    parallel_for(tasks, 0, [&](std::int64_t task) { body(count * task / tasks, count * (task + 1) / tasks); });
}

/// Calls body(row) for every matrix row, in parallel if the matrix is large. Calls for different rows must not write to
/// the same memory.
template <class Body> void for_each_row(const CsrMatrix& a, const Body& body) {
    for_each_range(a.rows, a.rows + a.nonzeros(), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) body(i);
    });
}

/// Stores a matrix row in a format's arrays, entry k at index slot(k).
template <class T, class Slot>
void place_row(const CsrMatrix& a, std::int64_t row, std::vector<int>& column, std::vector<T>& value,
               const Slot& slot) {
    const std::int64_t from = a.row_pointer[row];
    for (std::int64_t k = 0; k < a.row_length(row); ++k) {
        column[slot(k)] = a.column[from + k];
        value[slot(k)] = static_cast<T>(a.value[from + k]);
    }
}

template <class T> std::vector<T> values_of(const CsrMatrix& a) {
    std::vector<T> values(a.value.size());
    for_each_range(a.nonzeros(), a.nonzeros(), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t k = first; k < last; ++k) values[k] = static_cast<T>(a.value[k]);
    });
    return values;
}

/// Returns the size of all slots of a format in bytes. Saturates on overflow, so that an excessive size does not appear
/// to be small.
inline std::int64_t bytes_of_slots(std::int64_t columns_of_slots, std::int64_t slots_each, std::int64_t bytes_each) {
    std::int64_t all_slots = 0, bytes = 0;
    if (__builtin_mul_overflow(columns_of_slots, slots_each, &all_slots) ||
        __builtin_mul_overflow(all_slots, bytes_each, &bytes) || bytes > std::numeric_limits<std::int64_t>::max() / 4)
        return std::numeric_limits<std::int64_t>::max() / 4; // a quarter of the maximum, so that sums do not overflow
    return bytes;
}

inline std::int64_t longest_row(const CsrMatrix& a) {
    std::int64_t longest = 0;
    for (std::int64_t i = 0; i < a.rows; ++i) longest = std::max(longest, a.row_length(i));
    return longest;
}

/// Rounds up a number of rows to a multiple of 32, so that every column of slots starts at a 128-byte boundary.
inline std::int64_t round_up_to_warp(std::int64_t rows) { return (rows + 31) / 32 * 32; }

} // namespace warploom::kernels
