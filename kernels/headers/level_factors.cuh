#pragma once

/// The factors L and U of an LU factorization in one matrix. The unit diagonal of L is not stored.
template <typename T> struct LuFactors {
    const int *row_pointer, *column, *diagonal; ///< diagonal: for each row, the index of its diagonal entry
    const T* value;
};
