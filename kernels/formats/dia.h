#pragma once

#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

namespace warploom::kernels {

/// Diagonal format (DIA). Every nonempty diagonal is stored densely, without column indices. The entry of row i on
/// diagonal d is in column i + offset[d] and at index d * leading_dimension + i. Positions without an entry are zero.
template <class T> struct Dia : MatrixSize {
    static constexpr FormatInfo info{
        "dia", "DIA, diagonals", sentence_pattern("Complete diagonals without column indices."), "rossignon2013 3.6"};
    int diagonals = 0;
    std::int64_t leading_dimension = 0;
    std::vector<int> offset; ///< column - row of each diagonal, in ascending order
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("offset", offset);
        visit("value", value);
    }

    /// Returns a lookup table: the element at index column - row + rows - 1 is the index of this diagonal, or -1 if it
    /// is empty.
    static std::vector<int> places(const CsrMatrix& a, int& diagonals) {
        std::vector<int> place(a.rows > 0 && a.cols > 0 ? a.rows + a.cols - 1 : 0, -1);
        for (std::int64_t i = 0; i < a.rows; ++i)
            for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k)
                place[a.column[k] - i + a.rows - 1] = 0;
        diagonals = 0;
        for (int& d : place)
            if (d == 0) d = diagonals++;
        return place;
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        int diagonals = 0;
        places(a, diagonals);
        return diagonals * std::int64_t{4} + bytes_of_slots(diagonals, round_up_to_warp(a.rows), sizeof(T));
    }

    static Dia from_csr(const CsrMatrix& a, const FormatOptions&) {
        Dia f;
        f.take_size(a);
        f.leading_dimension = round_up_to_warp(a.rows);
        const std::vector<int> place = places(a, f.diagonals);
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(place.size()); ++d)
            if (place[d] >= 0) f.offset.push_back(static_cast<int>(d - (a.rows - 1)));
        f.value.assign(f.diagonals * f.leading_dimension, T(0));
        for_each_row(a, [&](std::int64_t i) {
            for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k)
                f.value[place[a.column[k] - i + a.rows - 1] * f.leading_dimension + i] = static_cast<T>(a.value[k]);
        });
        return f;
    }
};

} // namespace warploom::kernels
