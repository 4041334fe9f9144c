#pragma once

#include "engine/sentence.h"
#include "kernels/formats/row_order.h"

namespace warploom::kernels {

/// Jagged diagonal format (JAD). Entries are shifted to the left, rows are sorted from long to short, and the result is
/// stored column by column without padding. The k-th entries of all rows with more than k entries are at
/// diagonal_pointer[k] .. diagonal_pointer[k + 1] - 1.
template <class T> struct Jad : EntriesSize {
    static constexpr FormatInfo info{
        "jad", "JAD, jagged diagonals",
        sentence_pattern("Rows sorted from long to short, stored in column-major order without padding."),
        "rossignon2013 3.4"};
    int diagonals = 0;            ///< number of jagged diagonals: the length of the longest row
    std::vector<int> permutation; ///< index of the matrix row at each position in sorted order
    /// Index of the first entry of each jagged diagonal (diagonals + 1 elements).
    std::vector<std::int64_t> diagonal_pointer;
    std::vector<int> column;
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("permutation", permutation);
        visit("diagonal_pointer", diagonal_pointer);
        visit("column", column);
        visit("value", value);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        return a.rows * 4 + (longest_row(a) + 1) * 8 + a.nonzeros() * static_cast<std::int64_t>(4 + sizeof(T));
    }

    static Jad from_csr(const CsrMatrix& a, const FormatOptions&) {
        Jad f;
        f.take_size(a);
        f.diagonals = static_cast<int>(longest_row(a));
        f.permutation = descending_by_length(a, 0, a.rows);
        f.diagonal_pointer.assign(f.diagonals + 1, 0);
        // Start with the shortest row. A row of length k has entries in diagonals 0 .. k - 1.
        int k = f.diagonals;
        for (int i = 0; i < f.rows; ++i)
            for (; k > a.row_length(f.permutation[i]); --k) f.diagonal_pointer[k] = i;
        for (; k > 0; --k) f.diagonal_pointer[k] = f.rows;
        for (int d = 0; d < f.diagonals; ++d) f.diagonal_pointer[d + 1] += f.diagonal_pointer[d];
        f.column.resize(f.nonzeros);
        f.value.resize(f.nonzeros);
        for_each_row(a, [&](std::int64_t i) {
            place_row(a, f.permutation[i], f.column, f.value,
                      [&](std::int64_t d) { return f.diagonal_pointer[d] + i; });
        });
        return f;
    }
};

} // namespace warploom::kernels
