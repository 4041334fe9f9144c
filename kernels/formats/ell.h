#pragma once

#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

namespace warploom::kernels {

/// ELLPACK-R. Rows are padded to the length of the longest row and stored column by column, so that adjacent threads
/// read adjacent values. The k-th entry of row i is at k * leading_dimension + i. With the row lengths, a thread can
/// stop after the last entry of its row.
template <class T> struct Ell : MatrixSize {
    static constexpr FormatInfo info{
        "ell", "ELL with row lengths",
        sentence_pattern("Every row is padded to the longest row; stored in column-major order."), "prata2010 3.1"};
    int width = 0; ///< number of slots per row, that is, the length of the longest row
    /// number of rows, rounded up to a multiple of 32, so that every column of slots starts at a cache line
    std::int64_t leading_dimension = 0;
    std::vector<int> length; ///< number of entries in each row
    std::vector<int> column;
    std::vector<T> value;

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
        f.fill(a, [](std::int64_t i) { return i; });
        return f;
    }

    /// Fills the arrays. `row_at(i)` returns the matrix row at position i.
    template <class RowAt> void fill(const CsrMatrix& a, RowAt row_at) {
        take_size(a);
        width = static_cast<int>(longest_row(a));
        leading_dimension = round_up_to_warp(a.rows);
        length.resize(a.rows);
        column.assign(width * leading_dimension, 0);
        value.assign(width * leading_dimension, T(0));
        for_each_row(a, [&](std::int64_t i) {
            length[i] = static_cast<int>(a.row_length(row_at(i)));
            place_row(a, row_at(i), column, value, [&](std::int64_t k) { return k * leading_dimension + i; });
        });
    }
};

} // namespace warploom::kernels
