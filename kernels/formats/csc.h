#pragma once

#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

namespace warploom::kernels {

/// Compressed sparse column format (CSC). The entries of column j are at column_pointer[j] .. column_pointer[j + 1] -
/// 1, with rows in ascending order.
template <class T> struct Csc : EntriesSize {
    static constexpr FormatInfo info{
        "csc", "CSC", sentence_pattern("Columns are stored one after another, with a pointer to the start of each."),
        "rossignon2013 3.6"};
    std::vector<int> column_pointer; ///< index of each column's first entry (cols + 1 elements)
    std::vector<int> row;
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("column_pointer", column_pointer);
        visit("row", row);
        visit("value", value);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        return (a.cols + 1) * 4 + a.nonzeros() * static_cast<std::int64_t>(4 + sizeof(T));
    }

    static Csc from_csr(const CsrMatrix& a, const FormatOptions&) {
        Csc f;
        f.take_size(a);
        f.column_pointer.assign(a.cols + 1, 0);
        f.row.resize(f.nonzeros);
        f.value.resize(f.nonzeros);
        for (const int j : a.column) ++f.column_pointer[j + 1];
        for (int j = 0; j < f.cols; ++j) f.column_pointer[j + 1] += f.column_pointer[j];
        std::vector<int> next(f.column_pointer.begin(), f.column_pointer.end() - 1);
        for (std::int64_t i = 0; i < a.rows; ++i)
            for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k) {
                const int place = next[a.column[k]]++;
                f.row[place] = static_cast<int>(i);
                f.value[place] = static_cast<T>(a.value[k]);
            }
        return f;
    }
};

} // namespace warploom::kernels
