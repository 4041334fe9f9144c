#pragma once

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/formats/row_order.h"

namespace warploom::kernels {

/// SELL-C-sigma (Kreutzer, Hager, Wellein, Fehske, Bishop 2014). Rows are sorted from long to short within windows of
/// sigma rows and divided into slices of C rows. Each slice is stored as ELL and padded only to the longest row in the
/// slice. The k-th entry of the i-th row of slice s is at slice_pointer[s] + k * C + i. Padding has column -1, so no
/// row lengths are needed.
template <class T> struct Sell : MatrixSize {
    static constexpr FormatInfo info{"sell", "SELL-C-sigma",
                                     sentence_pattern("Slices of C rows; each slice is padded to its longest row."),
                                     "reference"};
    int slice_height = 32; ///< C, the number of rows per slice
    int slices = 0;
    std::vector<std::int64_t> slice_pointer; ///< index of the first slot of each slice (slices + 1 elements)
    std::vector<int> row;                    ///< index of the matrix row at each position in sorted order
    std::vector<int> column;                 ///< column index of each slot; -1 for padding
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("slice_pointer", slice_pointer);
        visit("row", row);
        visit("column", column);
        visit("value", value);
    }

    /// Row order, and index of the first slot of each slice.
    struct Plan {
        std::vector<int> row;
        std::vector<std::int64_t> slice_pointer{0};
    };
    static Plan plan(const CsrMatrix& a, const FormatOptions& options) {
        if (options.slice_height < 1 || options.sort_window < 1)
            throw Error("format.option",
                        sentence("SELL cannot have slices of {height} rows sorted within windows of {window} rows.",
                                 {{"height", options.slice_height}, {"window", options.sort_window}}),
                        sentence("Both values must be at least 1. Typical values are 32 rows and 1024 rows."));
        Plan made;
        made.row.reserve(a.rows);
        for (std::int64_t first = 0; first < a.rows; first += options.sort_window) {
            const std::int64_t last = std::min<std::int64_t>(first + options.sort_window, a.rows);
            const std::vector<int> order = descending_by_length(a, first, last);
            made.row.insert(made.row.end(), order.begin(), order.end());
        }
        for (std::int64_t first = 0; first < a.rows; first += options.slice_height) {
            std::int64_t width = 0;
            for (std::int64_t i = first; i < std::min<std::int64_t>(first + options.slice_height, a.rows); ++i)
                width = std::max(width, a.row_length(made.row[i]));
            made.slice_pointer.push_back(made.slice_pointer.back() + width * options.slice_height);
        }
        return made;
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions& options) {
        const Plan made = plan(a, options);
        return static_cast<std::int64_t>(made.slice_pointer.size()) * 8 + a.rows * 4 +
               bytes_of_slots(made.slice_pointer.back(), 1, 4 + sizeof(T));
    }

    static Sell from_csr(const CsrMatrix& a, const FormatOptions& options) {
        Sell f;
        f.take_size(a);
        f.slice_height = options.slice_height;
        Plan made = plan(a, options);
        f.row = std::move(made.row);
        f.slice_pointer = std::move(made.slice_pointer);
        f.slices = static_cast<int>(f.slice_pointer.size()) - 1;
        f.column.assign(f.slice_pointer.back(), -1);
        f.value.assign(f.slice_pointer.back(), T(0));
        for_each_row(a, [&](std::int64_t i) {
            const std::int64_t first_slot = f.slice_pointer[i / f.slice_height] + i % f.slice_height;
            place_row(a, f.row[i], f.column, f.value, [&](std::int64_t k) { return first_slot + k * f.slice_height; });
        });
        return f;
    }
};

} // namespace warploom::kernels
