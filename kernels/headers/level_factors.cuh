#pragma once

/// L and U of an LU factorization in one matrix, without the unit diagonal of L.
template <typename T> struct LuFactors {
    const int *row_pointer, *column, *diagonal; ///< diagonal: index of each row's diagonal entry
    const T* value;
};
