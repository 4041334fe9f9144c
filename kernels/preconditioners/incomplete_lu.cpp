#include "kernels/preconditioners/incomplete_lu.h"

#include "engine/error.h"
#include "kernels/formats/arrays.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace warploom::kernels {

namespace {

[[noreturn]] void refuse_row(std::int64_t row, const std::string& why) {
    throw Error("cg.preconditioner",
                "The incomplete LU factorization breaks down in row " + std::to_string(row) + " (from 0): " + why + ".",
                "Choose another preconditioner, or none.");
}

/// Rows by level, where `level_of` says each row's; ascending in each level.
LevelSets sets_of(const std::vector<int>& level_of) {
    LevelSets sets;
    std::vector<int> count;
    for (const int level : level_of) {
        if (level >= static_cast<int>(count.size())) count.resize(static_cast<std::size_t>(level) + 1, 0);
        ++count[level];
    }
    sets.first.push_back(0);
    for (const int rows : count) sets.first.push_back(sets.first.back() + rows);
    std::vector<int> next(sets.first.begin(), sets.first.end());
    sets.order.resize(level_of.size());
    for (std::size_t row = 0; row < level_of.size(); ++row) sets.order[next[level_of[row]]++] = static_cast<int>(row);
    return sets;
}

void find_levels(IncompleteLu& lu) {
    const std::int64_t n = lu.rows();
    std::vector<int> level_of(static_cast<std::size_t>(n), 0);
    for (std::int64_t i = 0; i < n; ++i)
        for (int k = lu.row_pointer[i]; k < lu.diagonal[i]; ++k)
            level_of[i] = std::max(level_of[i], level_of[lu.column[k]] + 1);
    lu.lower = sets_of(level_of);
    std::fill(level_of.begin(), level_of.end(), 0);
    for (std::int64_t i = n - 1; i >= 0; --i)
        for (int k = lu.diagonal[i] + 1; k < lu.row_pointer[i + 1]; ++k)
            level_of[i] = std::max(level_of[i], level_of[lu.column[k]] + 1);
    lu.upper = sets_of(level_of);
}

} // namespace

IncompleteLu incomplete_lu(const CsrMatrix& a) {
    checked_int(a.rows, "rows");
    checked_int(a.nonzeros(), "nonzeros");
    IncompleteLu lu;
    lu.row_pointer.assign(a.row_pointer.begin(), a.row_pointer.end());
    lu.column.assign(a.column.begin(), a.column.end());
    lu.value = a.value;
    lu.diagonal.resize(static_cast<std::size_t>(a.rows));
    std::vector<int> place(static_cast<std::size_t>(a.cols), -1); // of each column in the row that is worked on
    for (std::int64_t i = 0; i < a.rows; ++i) {
        const int begin = lu.row_pointer[i], end = lu.row_pointer[i + 1];
        for (int k = begin; k < end; ++k) place[lu.column[k]] = k;
        const int diagonal = i < a.cols ? place[i] : -1;
        if (diagonal < 0) refuse_row(i, "it has no diagonal entry");
        lu.diagonal[i] = diagonal;
        for (int k = begin; k < diagonal; ++k) {
            const int above = lu.column[k];
            const double factor = lu.value[k] / lu.value[lu.diagonal[above]];
            lu.value[k] = factor;
            for (int j = lu.diagonal[above] + 1; j < lu.row_pointer[above + 1]; ++j)
                if (const int here = place[lu.column[j]]; here >= 0) lu.value[here] -= factor * lu.value[j];
        }
        const double pivot = lu.value[diagonal];
        if (pivot == 0 || !std::isfinite(pivot)) refuse_row(i, "its pivot is " + std::to_string(pivot));
        for (int k = begin; k < end; ++k) place[lu.column[k]] = -1;
    }
    find_levels(lu);
    return lu;
}

} // namespace warploom::kernels
