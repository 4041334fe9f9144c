#pragma once

#include "kernels/formats/row_order.h"

namespace warploom::kernels {

/// ELL whose rows are sorted from short to long: the 32 rows of a warp have nearly the same length, so no lane waits
/// for another. The i-th stored row is row[i] of the matrix; x and y keep the order of the matrix.
template <class T> struct EllSorted {
    static constexpr FormatInfo info{"ell-sorted", "ELL, rows sorted by length",
                                     "As ELL, but short rows first; the permutation is kept.", "prata2010 3.2"};
    int rows = 0, cols = 0;
    int width = 0;                      ///< length of the longest row
    std::int64_t leading_dimension = 0; ///< rows, rounded up to 32
    std::vector<int> row;               ///< rows: which row of the matrix stands there
    std::vector<int> length;            ///< rows, in sorted order
    std::vector<int> column;            ///< width * leading_dimension
    std::vector<T> value;               ///< the same

    template <class Visit> void arrays(Visit&& visit) const {
        visit("row", row);
        visit("length", length);
        visit("column", column);
        visit("value", value);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        return a.rows * 8 + bytes_of_slots(longest_row(a), round_up_to_warp(a.rows), 4 + sizeof(T));
    }

    static EllSorted from_csr(const CsrMatrix& a, const FormatOptions&) {
        EllSorted f;
        f.rows = checked_int(a.rows, "rows");
        f.cols = checked_int(a.cols, "columns");
        f.width = static_cast<int>(longest_row(a));
        f.leading_dimension = round_up_to_warp(a.rows);
        f.row = ascending_by_length(a, 0, a.rows);
        f.length.resize(a.rows);
        f.column.assign(f.width * f.leading_dimension, 0);
        f.value.assign(f.width * f.leading_dimension, T(0));
        for_each_row(a, [&](std::int64_t i) {
            f.length[i] = static_cast<int>(a.row_length(f.row[i]));
            place_row(a, f.row[i], f.column, f.value, [&](std::int64_t k) { return k * f.leading_dimension + i; });
        });
        return f;
    }
};

} // namespace warploom::kernels
