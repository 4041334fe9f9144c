#include "kernels/preconditioners/incomplete_cholesky.h"

#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace warploom::kernels {

namespace {

[[noreturn]] void refuse(const std::string& problem) {
    throw Error("cg.preconditioner", problem,
                sentence("Choose another preconditioner, or none. The matrix may not be positive definite."));
}

/// Returns the dot product of two rows of L over the columns before `end`. Columns must be ascending.
double product_of_rows(const IncompleteCholesky& l, std::int64_t i, std::int64_t i_end, std::int64_t j,
                       std::int64_t j_end) {
    double sum = 0;
    while (i < i_end && j < j_end) {
        if (l.column[i] == l.column[j]) sum += l.value[i++] * l.value[j++];
        else if (l.column[i] < l.column[j]) ++i;
        else ++j;
    }
    return sum;
}

} // namespace

IncompleteCholesky incomplete_cholesky(const CsrMatrix& a) {
    IncompleteCholesky l;
    l.row_pointer.reserve(a.rows + 1);
    l.column.reserve(a.nonzeros() / 2 + a.rows);
    l.value.reserve(a.nonzeros() / 2 + a.rows);
    for (std::int64_t i = 0; i < a.rows; ++i) {
        const std::int64_t first = l.row_pointer.back();
        double pivot = 0;
        bool has_diagonal = false;
        for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1] && a.column[k] <= i; ++k) {
            const std::int64_t j = a.column[k];
            const auto here = static_cast<std::int64_t>(l.column.size());
            if (j == i) {
                has_diagonal = true;
                pivot = a.value[k] - product_of_rows(l, first, here, first, here);
                break;
            }
            const std::int64_t diagonal = l.row_pointer[j + 1] - 1;
            const double sum = product_of_rows(l, first, here, l.row_pointer[j], diagonal);
            l.column.push_back(static_cast<std::int32_t>(j));
            l.value.push_back((a.value[k] - sum) / l.value[diagonal]);
        }
        if (!has_diagonal)
            refuse(sentence(
                "The incomplete Cholesky factorization needs a full diagonal, but row {row} (counted from 0) has no "
                "diagonal entry.",
                {{"row", i}}));
        if (!(pivot > 0) || !std::isfinite(pivot))
            refuse(sentence(
                "The incomplete Cholesky factorization breaks down in row {row} (counted from 0): its pivot would be "
                "the square root of {value}.",
                {{"row", i}, {"value", format_number(pivot)}}));
        l.column.push_back(static_cast<std::int32_t>(i));
        l.value.push_back(std::sqrt(pivot));
        l.row_pointer.push_back(static_cast<std::int64_t>(l.column.size()));
    }
    return l;
}

IncompleteCholesky transposed(const IncompleteCholesky& l, bool has_diagonal_last) {
    IncompleteCholesky u = l; // copies the sizes, because Lᵀ has as many entries as L
    u.row_pointer.assign(l.row_pointer.size(), 0);
    for (const std::int32_t column : l.column) ++u.row_pointer[column + 1];
    std::partial_sum(u.row_pointer.begin(), u.row_pointer.end(), u.row_pointer.begin());
    std::vector<std::int64_t> next(has_diagonal_last ? u.row_pointer.begin() + 1 : u.row_pointer.begin(),
                                   has_diagonal_last ? u.row_pointer.end() : u.row_pointer.end() - 1);
    for (std::int64_t i = 0; i < l.rows(); ++i)
        for (std::int64_t k = l.row_pointer[i]; k < l.row_pointer[i + 1]; ++k) {
            std::int64_t& place_behind = next[l.column[k]];
            const std::int64_t place = has_diagonal_last ? --place_behind : place_behind++;
            u.column[place] = static_cast<std::int32_t>(i);
            u.value[place] = l.value[k];
        }
    return u;
}

std::vector<double> inverse_diagonal(const CsrMatrix& a, bool in_float) {
    std::vector<double> inverse(a.rows);
    for (std::int64_t i = 0; i < a.rows; ++i) {
        const auto first = a.column.begin() + a.row_pointer[i], last = a.column.begin() + a.row_pointer[i + 1];
        const auto place = std::lower_bound(first, last, static_cast<std::int32_t>(i));
        const double diagonal = place != last && *place == i ? a.value[place - a.column.begin()] : 0;
        inverse[i] = in_float ? static_cast<double>(1 / static_cast<float>(diagonal)) : 1 / diagonal;
        if (diagonal == 0 || !std::isfinite(inverse[i]) || inverse[i] == 0)
            refuse(diagonal == 0 ? sentence("The Jacobi preconditioner divides by the diagonal, but the diagonal entry "
                                            "of row {row} (counted "
                                            "from 0) is 0.",
                                            {{"row", i}})
                                 : sentence("The Jacobi preconditioner divides by the diagonal, but the diagonal entry "
                                            "of row {row} (counted "
                                            "from 0) has no inverse in this precision.",
                                            {{"row", i}}));
    }
    return inverse;
}

} // namespace warploom::kernels
