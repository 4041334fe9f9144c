#pragma once

/// The factors L and U of an LU factorization in one matrix. The unit diagonal of L is not stored.
template <typename T> struct LuFactors {
    const int *row_pointer, *column, *diagonal; ///< `diagonal` is the index of the diagonal entry of each row
    const T* value;
};
