#pragma once

#include "engine/sentence.h"
#include "kernels/formats/row_order.h"

namespace warploom::kernels {

/// CSR with rows sorted from short to long, so that the lanes of a warp finish together. The i-th stored row is row[i]
/// of the matrix; x and y remain in matrix order.
template <class T> struct CsrSorted : EntriesSize {
    static constexpr FormatInfo info{
        "csr-sorted", "CSR, rows sorted by length",
        sentence_pattern("CSR with rows sorted from short to long; the permutation is stored."), "prata2010 3.2"};
    std::vector<int> row_pointer; ///< index of the first entry of each row, in sorted row order (rows + 1 elements)
    std::vector<int> row;         ///< index of the matrix row at each position in sorted order
    std::vector<int> column;
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("row_pointer", row_pointer);
        visit("row", row);
        visit("column", column);
        visit("value", value);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        return (2 * a.rows + 1) * 4 + a.nonzeros() * static_cast<std::int64_t>(4 + sizeof(T));
    }

    static CsrSorted from_csr(const CsrMatrix& a, const FormatOptions&) {
        CsrSorted f;
        f.take_size(a);
        f.row = ascending_by_length(a, 0, a.rows);
        f.row_pointer.assign(a.rows + 1, 0);
        for (int i = 0; i < f.rows; ++i)
            f.row_pointer[i + 1] = f.row_pointer[i] + static_cast<int>(a.row_length(f.row[i]));
        f.column.resize(f.nonzeros);
        f.value.resize(f.nonzeros);
        for_each_row(a, [&](std::int64_t i) {
            place_row(a, f.row[i], f.column, f.value, [&](std::int64_t k) { return f.row_pointer[i] + k; });
        });
        return f;
    }
};

} // namespace warploom::kernels
