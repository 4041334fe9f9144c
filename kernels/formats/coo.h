#pragma once

#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

#include <algorithm>

namespace warploom::kernels {

/// Coordinate format (COO): every entry with its row and column, sorted by row and then by column.
template <class T> struct Coo : EntriesSize {
    static constexpr FormatInfo info{
        "coo", "COO", sentence_pattern("Each entry is stored with its row and column index."), "it168, prata2010 3.1"};
    std::vector<int> row;
    std::vector<int> column;
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("row", row);
        visit("column", column);
        visit("value", value);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        return a.nonzeros() * static_cast<std::int64_t>(8 + sizeof(T));
    }

    static Coo from_csr(const CsrMatrix& a, const FormatOptions&) {
        Coo f;
        f.take_size(a);
        f.row.resize(f.nonzeros);
        for_each_row(a, [&](std::int64_t i) {
            std::fill(f.row.begin() + a.row_pointer[i], f.row.begin() + a.row_pointer[i + 1], static_cast<int>(i));
        });
        f.column = a.column;
        f.value = values_of<T>(a);
        return f;
    }
};

} // namespace warploom::kernels
