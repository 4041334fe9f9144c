#pragma once

/// Both factors in one matrix; the unit diagonal of L is not stored.
template <typename T> struct LuFactors {
    const int *row_pointer, *column, *diagonal; ///< diagonal: position of each row's diagonal entry
    const T* value;
};
