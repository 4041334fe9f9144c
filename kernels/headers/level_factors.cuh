#pragma once

/// Both factors in one matrix; the diagonal of L is 1.
template <typename T> struct LuFactors {
    const int *row_pointer, *column, *diagonal; ///< diagonal: where a row's own entry is
    const T* value;
};
