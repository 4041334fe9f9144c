#pragma once

#include "engine/sentence.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/row_order.h"

namespace warploom::kernels {

/// ELL with rows sorted from short to long. The rows of a warp have nearly the same length, so no lane waits long for
/// others. The i-th stored row is row[i] of the matrix; x and y remain in matrix order.
template <class T> struct EllSorted : Ell<T> {
    static constexpr FormatInfo info{
        "ell-sorted", "ELL, rows sorted by length",
        sentence_pattern("ELL with rows sorted from short to long; the permutation is stored."), "prata2010 3.2"};
    std::vector<int> row; ///< index of the matrix row at each position in sorted order

    template <class Visit> void arrays(Visit&& visit) const {
        visit("row", row);
        Ell<T>::arrays(visit);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions& options) {
        return a.rows * 4 + Ell<T>::bytes_needed(a, options);
    }

    static EllSorted from_csr(const CsrMatrix& a, const FormatOptions&) {
        EllSorted f;
        f.row = ascending_by_length(a, 0, a.rows);
        f.fill(a, [&](std::int64_t i) { return f.row[i]; });
        return f;
    }
};

} // namespace warploom::kernels
