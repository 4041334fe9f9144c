#include "engine/matrix/imports/entry_list.h"

#include "engine/error.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <numeric>

namespace warploom::imports {

void EntryList::grow() {
    progress_.check(0, 0);
    const std::size_t wanted = std::max<std::size_t>(4096, 2 * entries_.capacity());
    require_memory(static_cast<double>(wanted * sizeof(Listed)),
                   sentence("The list of entries of '{file}'", {{"file", path_}}));
    entries_.reserve(wanted);
}

void EntryList::shift(std::int64_t first_row, std::int64_t first_col) {
    if (first_row == 0 && first_col == 0) return;
    for (Listed& entry : entries_) {
        entry.row -= static_cast<std::int32_t>(first_row);
        entry.col -= static_cast<std::int32_t>(first_col);
    }
}

Matrix EntryList::build(std::int64_t rows, std::int64_t cols, Field field, Symmetry symmetry, int threads) && {
    constexpr std::int64_t harmless_rows = std::int64_t{1} << 25;
    if (rows > harmless_rows && rows / 64 > size() + 1024)
        throw Error(
            "file.unsupported",
            sentence("'{file}' has {entries} {entries:entry|entries} in {rows} rows, so almost all rows are empty.",
                     {{"file", path_}, {"entries", size()}, {"rows", rows}}),
            sentence("Number the rows consecutively."));
    Matrix matrix;
    matrix.name = path_;
    matrix.field = field;
    matrix.symmetry = symmetry;
    matrix.stored = size();
    const bool mirrors = symmetry != Symmetry::general, is_complex = field == Field::complex;
    std::int64_t count = size();
    for (const Listed& entry : entries_) {
        matrix.explicit_zeros += entry.value == 0;
        if (mirrors) count += entry.row != entry.col;
    }
    if (is_complex) {
        matrix.explicit_zeros = 0;
        for (std::size_t k = 0; k < entries_.size(); ++k)
            matrix.explicit_zeros += entries_[k].value == 0 && imaginary_[k] == 0;
    }
    require_memory(8.0 * static_cast<double>(rows) + (is_complex ? 20.0 : 12.0) * static_cast<double>(count),
                   sentence("The matrix in '{file}'", {{"file", path_}}));

    CsrMatrix& csr = matrix.csr;
    csr.rows = rows;
    csr.cols = cols;
    csr.row_pointer.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const Listed& entry : entries_) {
        ++csr.row_pointer[entry.row + 1];
        if (mirrors && entry.row != entry.col) ++csr.row_pointer[entry.col + 1];
    }
    std::partial_sum(csr.row_pointer.begin(), csr.row_pointer.end(), csr.row_pointer.begin());
    csr.column.resize(static_cast<std::size_t>(count));
    csr.value.resize(static_cast<std::size_t>(count));
    if (is_complex) csr.imaginary.resize(static_cast<std::size_t>(count));
    std::vector<std::int64_t> next(csr.row_pointer.begin(), csr.row_pointer.end() - 1);
    const auto put = [&](std::int32_t row, std::int32_t col, double value, double imaginary) {
        const auto at = static_cast<std::size_t>(next[row]++);
        csr.column[at] = col;
        csr.value[at] = value;
        if (is_complex) csr.imaginary[at] = imaginary;
    };
    const double sign = symmetry == Symmetry::skew_symmetric ? -1 : 1;
    const double imaginary_sign = symmetry == Symmetry::symmetric ? 1 : -1;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
        if ((k & 0xfffff) == 0) progress_.check(0, 0);
        const Listed& entry = entries_[k];
        const double imaginary = is_complex ? imaginary_[k] : 0;
        put(entry.row, entry.col, entry.value, imaginary);
        if (mirrors && entry.row != entry.col)
            put(entry.col, entry.row, sign * entry.value, imaginary_sign * imaginary);
    }
    entries_ = {};
    imaginary_ = {};
    matrix.repeats = finish_rows(csr, threads, progress_);
    return matrix;
}

} // namespace warploom::imports
