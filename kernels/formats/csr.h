#pragma once

#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

namespace warploom::kernels {

/// Compressed sparse row format (CSR). The entries of row i are at row_pointer[i] .. row_pointer[i + 1] - 1.
template <class T> struct Csr : EntriesSize {
    static constexpr FormatInfo info{
        "csr", "CSR", sentence_pattern("Rows are stored one after another, with a pointer to the start of each."),
        "prata2010 3.1, rossignon2013 3.3"};
    std::vector<int> row_pointer; ///< index of each row's first entry (rows + 1 elements)
    std::vector<int> column;
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("row_pointer", row_pointer);
        visit("column", column);
        visit("value", value);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        return (a.rows + 1) * 4 + a.nonzeros() * static_cast<std::int64_t>(4 + sizeof(T));
    }

    static Csr from_csr(const CsrMatrix& a, const FormatOptions&) {
        Csr f;
        f.take_size(a);
        f.row_pointer.assign(a.row_pointer.begin(), a.row_pointer.end());
        f.column = a.column;
        f.value = values_of<T>(a);
        return f;
    }
};

} // namespace warploom::kernels
