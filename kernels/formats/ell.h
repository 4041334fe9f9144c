#pragma once

#include "kernels/formats/arrays.h"

namespace warploom::kernels {

/// ELLPACK-R: rows padded to the longest one and stored column by column, so that neighbouring threads
/// read neighbouring values; the k-th entry of row i stands at k * leading_dimension + i.
/// The array of row lengths lets a thread stop early.
template <class T> struct Ell {
    static constexpr FormatInfo info{"ell", "ELL with row lengths",
                                     "Every row padded to the longest, stored column by column.", "prata2010 3.1"};
    int rows = 0, cols = 0;
    int width = 0;                      ///< length of the longest row
    std::int64_t leading_dimension = 0; ///< rows, rounded up to 32, so that every column of slots starts on a line
    std::vector<int> length;            ///< rows
    std::vector<int> column;            ///< width * leading_dimension
    std::vector<T> value;               ///< the same

    template <class Visit> void arrays(Visit&& visit) const {
        visit("length", length);
        visit("column", column);
        visit("value", value);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        return a.rows * 4 + bytes_of_slots(longest_row(a), round_up_to_warp(a.rows), 4 + sizeof(T));
    }

    static Ell from_csr(const CsrMatrix& a, const FormatOptions&) {
        Ell f;
        f.rows = checked_int(a.rows, "rows");
        f.cols = checked_int(a.cols, "columns");
        f.width = static_cast<int>(longest_row(a));
        f.leading_dimension = round_up_to_warp(a.rows);
        f.length.resize(a.rows);
        f.column.assign(f.width * f.leading_dimension, 0);
        f.value.assign(f.width * f.leading_dimension, T(0));
        for_each_row(a, [&](std::int64_t i) {
            f.length[i] = static_cast<int>(a.row_length(i));
            place_row(a, i, f.column, f.value, [&](std::int64_t k) { return k * f.leading_dimension + i; });
        });
        return f;
    }
};

} // namespace warploom::kernels
