#pragma once

/// L and U of an LU factorization, stored in one matrix. The unit diagonal of L is not stored.
template <typename T> struct LuFactors {
    const int *row_pointer, *column, *diagonal; ///< diagonal: position of the diagonal entry of each row
    const T* value;
};
