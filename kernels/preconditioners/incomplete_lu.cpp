#include "kernels/preconditioners/incomplete_lu.h"

#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/matrix/row_levels.h"
#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace warploom::kernels {

namespace {

/// Returns the dependency level sets of L and of U.
std::pair<LevelSets, LevelSets> levels_of(const std::vector<int>& row_pointer, const std::vector<int>& column,
                                          const std::vector<int>& diagonal) {
    const auto n = static_cast<std::int64_t>(diagonal.size());
    const auto columns = [&](int begin, int end) { return std::span(column.data() + begin, column.data() + end); };
    return {
        level_sets(row_levels(n, false, [&](std::int64_t i) { return columns(row_pointer[i], diagonal[i]); })),
        level_sets(row_levels(n, true, [&](std::int64_t i) { return columns(diagonal[i] + 1, row_pointer[i + 1]); }))};
}

[[noreturn]] void refuse_factorization(const std::string& message) {
    throw Error("cg.preconditioner", message, sentence("Choose another preconditioner, or none."));
}

} // namespace

void refuse_missing_diagonal(std::int64_t row) {
    refuse_factorization(sentence("The incomplete LU factorization breaks down in row {row} (counted from 0), which "
                                  "has no diagonal entry.",
                                  {{"row", row}}));
}

void refuse_pivot(std::int64_t row, std::optional<double> pivot) {
    refuse_factorization(
        pivot ? sentence("The incomplete LU factorization breaks down in row {row} (counted from 0), because its "
                         "pivot is {pivot}.",
                         {{"row", row}, {"pivot", format_number(*pivot)}})
              : sentence("The incomplete LU factorization breaks down in row {row} (counted from 0), because its "
                         "pivot is 0 or not finite.",
                         {{"row", row}}));
}

std::optional<std::int64_t> first_without_diagonal(const CsrMatrix& a) {
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const auto begin = a.column.begin() + a.row_pointer[row], end = a.column.begin() + a.row_pointer[row + 1];
        if (!std::binary_search(begin, end, static_cast<std::int32_t>(row))) return row;
    }
    return std::nullopt;
}

LuPattern lu_pattern(const CsrMatrix& a) {
    if (a.rows != a.cols)
        throw Error("matrix.square",
                    sentence("A factorization requires a square matrix, but the matrix is {rows} x {cols}.",
                             {{"rows", a.rows}, {"cols", a.cols}}),
                    sentence("Choose a square matrix, such as laplace2d:n=64."));
    checked_int(a.rows, "rows");
    checked_int(a.nonzeros(), "nonzeros");
    if (const auto row = first_without_diagonal(a))
        throw Error("matrix.diagonal",
                    sentence("A ≈ L U cannot be factorized: row {row} (counted from 0) has no entry on the diagonal.",
                             {{"row", *row}}),
                    sentence("Choose a matrix that stores its whole diagonal, such as laplace2d:n=64."));
    const std::vector<int> row_pointer(a.row_pointer.begin(), a.row_pointer.end());
    const std::vector<int> column(a.column.begin(), a.column.end());
    LuPattern pattern;
    pattern.diagonal.resize(static_cast<std::size_t>(a.rows));
    // last row with an entry in each column
    std::vector<std::int64_t> seen(static_cast<std::size_t>(a.cols), -1);
    for (std::int64_t i = 0; i < a.rows; ++i) {
        const int end = row_pointer[i + 1];
        for (int k = row_pointer[i]; k < end; ++k) {
            seen[column[k]] = i;
            if (column[k] == i) pattern.diagonal[i] = k;
        }
        for (int k = row_pointer[i]; k < pattern.diagonal[i]; ++k) {
            const int above = column[k];
            ++pattern.operations;
            for (int j = pattern.diagonal[above] + 1; j < row_pointer[above + 1]; ++j)
                if (seen[column[j]] == i) pattern.operations += 2;
        }
    }
    std::tie(pattern.lower, pattern.upper) = levels_of(row_pointer, column, pattern.diagonal);
    return pattern;
}

IncompleteLu incomplete_lu(const CsrMatrix& a) {
    checked_int(a.rows, "rows");
    checked_int(a.nonzeros(), "nonzeros");
    IncompleteLu lu;
    lu.row_pointer.assign(a.row_pointer.begin(), a.row_pointer.end());
    lu.column.assign(a.column.begin(), a.column.end());
    lu.value = a.value;
    lu.diagonal.resize(static_cast<std::size_t>(a.rows));
    std::vector<int> place(static_cast<std::size_t>(a.cols), -1); // index of each column's entry in the row, or -1
    for (std::int64_t i = 0; i < a.rows; ++i) {
        const int begin = lu.row_pointer[i], end = lu.row_pointer[i + 1];
        for (int k = begin; k < end; ++k) place[lu.column[k]] = k;
        const int diagonal = i < a.cols ? place[i] : -1;
        if (diagonal < 0) refuse_missing_diagonal(i);
        lu.diagonal[i] = diagonal;
        for (int k = begin; k < diagonal; ++k) {
            const int above = lu.column[k];
            const double factor = lu.value[k] / lu.value[lu.diagonal[above]];
            lu.value[k] = factor;
            for (int j = lu.diagonal[above] + 1; j < lu.row_pointer[above + 1]; ++j)
                if (const int here = place[lu.column[j]]; here >= 0) lu.value[here] -= factor * lu.value[j];
        }
        const double pivot = lu.value[diagonal];
        if (pivot == 0 || !std::isfinite(pivot)) refuse_pivot(i, pivot);
        for (int k = begin; k < end; ++k) place[lu.column[k]] = -1;
    }
    std::tie(lu.lower, lu.upper) = levels_of(lu.row_pointer, lu.column, lu.diagonal);
    return lu;
}

} // namespace warploom::kernels
