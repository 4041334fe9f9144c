#pragma once

#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

namespace warploom::kernels {

/// HYB format: the first `width` entries of every row are stored as ELL, and the remaining entries as COO. At least a
/// third of the rows have `width` entries (Bell and Garland 2009), so the ELL part contains at most twice as much
/// padding as entries.
template <class T> struct Hyb : MatrixSize {
    static constexpr FormatInfo info{
        "hyb", "HYB, ELL and COO",
        sentence_pattern("An ELL part for the typical row length and a COO part for the remaining entries."),
        "it168, after Bell and Garland"};
    int width = 0; ///< maximum number of entries per row in the ELL part
    std::int64_t leading_dimension = 0;
    int coo_nonzeros = 0;
    std::vector<int> ell_length; ///< number of entries of each row in the ELL part
    std::vector<int> ell_column;
    std::vector<T> ell_value;
    std::vector<int> coo_row; ///< row of each entry in the COO part
    std::vector<int> coo_column;
    std::vector<T> coo_value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("ell_length", ell_length);
        visit("ell_column", ell_column);
        visit("ell_value", ell_value);
        visit("coo_row", coo_row);
        visit("coo_column", coo_column);
        visit("coo_value", coo_value);
    }

    static std::int64_t width_for(const CsrMatrix& a) {
        std::vector<std::int64_t> of_length(longest_row(a) + 1, 0);
        for (std::int64_t i = 0; i < a.rows; ++i) ++of_length[a.row_length(i)];
        std::int64_t rows_as_long = 0;
        for (auto width = static_cast<std::int64_t>(of_length.size()) - 1; width > 0; --width) {
            rows_as_long += of_length[width];
            if (3 * rows_as_long >= a.rows) return width;
        }
        return 0;
    }
    static std::int64_t entries_beyond(const CsrMatrix& a, std::int64_t width) {
        std::int64_t entries = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) entries += std::max<std::int64_t>(0, a.row_length(i) - width);
        return entries;
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions&) {
        const std::int64_t width = width_for(a);
        return a.rows * 4 + bytes_of_slots(width, round_up_to_warp(a.rows), 4 + sizeof(T)) +
               entries_beyond(a, width) * static_cast<std::int64_t>(8 + sizeof(T));
    }

    static Hyb from_csr(const CsrMatrix& a, const FormatOptions&) {
        Hyb f;
        f.take_size(a);
        f.width = static_cast<int>(width_for(a));
        f.leading_dimension = round_up_to_warp(a.rows);
        f.coo_nonzeros = checked_int(entries_beyond(a, f.width), sentence_pattern("nonzeros in the COO part"));
        f.ell_length.resize(a.rows);
        f.ell_column.assign(f.width * f.leading_dimension, 0);
        f.ell_value.assign(f.width * f.leading_dimension, T(0));
        for_each_row(a, [&](std::int64_t i) {
            f.ell_length[i] = static_cast<int>(std::min<std::int64_t>(a.row_length(i), f.width));
            for (std::int64_t k = 0; k < f.ell_length[i]; ++k) {
                f.ell_column[k * f.leading_dimension + i] = a.column[a.row_pointer[i] + k];
                f.ell_value[k * f.leading_dimension + i] = static_cast<T>(a.value[a.row_pointer[i] + k]);
            }
        });
        f.coo_row.reserve(f.coo_nonzeros);
        f.coo_column.reserve(f.coo_nonzeros);
        f.coo_value.reserve(f.coo_nonzeros);
        for (std::int64_t i = 0; i < a.rows; ++i)
            for (std::int64_t k = a.row_pointer[i] + f.width; k < a.row_pointer[i + 1]; ++k) {
                f.coo_row.push_back(static_cast<int>(i));
                f.coo_column.push_back(a.column[k]);
                f.coo_value.push_back(static_cast<T>(a.value[k]));
            }
        return f;
    }
};

} // namespace warploom::kernels
