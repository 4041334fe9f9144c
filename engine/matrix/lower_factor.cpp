#include "engine/matrix/lower_factor.h"

#include "engine/error.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <string>

namespace warploom {

namespace {

/// Returns the index of the diagonal entry of a row or, if it is not stored, of the first entry to its right.
std::int64_t place_of_diagonal(const CsrMatrix& a, std::int64_t row) {
    const auto first = a.column.begin() + a.row_pointer[row], last = a.column.begin() + a.row_pointer[row + 1];
    return std::lower_bound(first, last, static_cast<std::int32_t>(row)) - a.column.begin();
}

bool has_diagonal(const CsrMatrix& a, std::int64_t row) {
    const std::int64_t place = place_of_diagonal(a, row);
    return place < a.row_pointer[row + 1] && a.column[place] == row;
}

} // namespace

CsrMatrix lower_factor(const CsrMatrix& a) {
    if (a.rows != a.cols)
        throw Error("matrix.square",
                    sentence("A triangular solve requires a square matrix, but the matrix is {rows} x {cols}.",
                             {{"rows", a.rows}, {"cols", a.cols}}),
                    sentence("Choose a square matrix, such as laplace2d:n=64."));
    bool is_stored = false;
    for (std::int64_t row = 0; row < a.rows && !is_stored; ++row) is_stored = has_diagonal(a, row);

    CsrMatrix lower;
    lower.rows = lower.cols = a.rows;
    std::int64_t entries = a.rows;
    for (std::int64_t row = 0; row < a.rows; ++row) entries += place_of_diagonal(a, row) - a.row_pointer[row];
    require_memory(8.0 * static_cast<double>(a.rows + 1) + 12.0 * static_cast<double>(entries),
                   sentence("The lower triangle of the matrix"));
    lower.row_pointer.reserve(a.rows + 1);
    lower.column.reserve(entries);
    lower.value.reserve(entries);
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const std::int64_t first = a.row_pointer[row], diagonal = place_of_diagonal(a, row);
        const bool is_there = has_diagonal(a, row);
        if (is_stored && (!is_there || a.value[diagonal] == 0))
            throw Error(
                "matrix.diagonal",
                is_there
                    ? sentence("L x = b cannot be solved: row {row} (counted from 0) has a 0 on the diagonal.",
                               {{"row", row}})
                    : sentence("L x = b cannot be solved: row {row} (counted from 0) has no entry on the diagonal.",
                               {{"row", row}}),
                sentence("Choose a matrix with a nonzero diagonal, such as laplace2d:n=64, or a matrix that stores "
                         "no diagonal at all. A missing diagonal is treated as all ones."));
        lower.column.insert(lower.column.end(), a.column.begin() + first, a.column.begin() + diagonal);
        lower.value.insert(lower.value.end(), a.value.begin() + first, a.value.begin() + diagonal);
        lower.column.push_back(static_cast<std::int32_t>(row));
        lower.value.push_back(is_stored ? a.value[diagonal] : 1.0);
        lower.row_pointer.push_back(lower.nonzeros());
    }
    return lower;
}

std::string lower_factor_note(const CsrMatrix& a) {
    std::int64_t below = 0, above = 0, diagonal = 0;
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            ++(a.column[k] < row ? below : a.column[k] > row ? above : diagonal);
    std::string note;
    if (above > 0)
        note = sentence("{count} {count:entry above the diagonal is|entries above the diagonal are} ignored.",
                        {{"count", above}});
    if (above > 0 && below == 0 && diagonal > 0)
        note += " " + sentence("The matrix is upper triangular, so only its diagonal is used.");
    if (diagonal == 0 && a.rows > 0)
        note += (note.empty() ? "" : " ") + sentence("The matrix stores no diagonal, so ones are used.");
    return note;
}

} // namespace warploom
