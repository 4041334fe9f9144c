#pragma once

#include <cstdint>

namespace warploom::kernels {

/// Returns the row in low .. high - 1 that contains entry k, by binary search. Never returns an empty row.
__device__ inline int row_of_entry(const int* row_pointer, int low, int high, std::int64_t k) {
    // Invariant: row_pointer[low] <= k < row_pointer[high].
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (row_pointer[middle] <= k) low = middle;
        else high = middle;
    }
    return low;
}
__device__ inline int row_of_entry(const int* row_pointer, int rows, std::int64_t k) {
    return row_of_entry(row_pointer, 0, rows, k);
}

} // namespace warploom::kernels
