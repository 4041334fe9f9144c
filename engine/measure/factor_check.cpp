#include "engine/measure/factor_check.h"

#include "engine/measure/rounding.h"

#include <cmath>
#include <limits>

namespace warploom::measure {

namespace {

/// A partial sum of (L U)_ij, and the sum of the magnitudes of its terms for the error bound.
struct Entry {
    long double others = 0, own = 0, magnitude = 0; ///< `own` is the term with the factor's own entry at (i, j)
    int terms = 0;

    void add(long double term, bool is_own) {
        (is_own ? own : others) += term;
        magnitude += std::fabs(term);
        ++terms;
    }
};

double ratio_of(const Entry& entry, long double wanted, bool single) {
    const long double error = std::fabs(wanted - entry.others - entry.own);
    if (error == 0) return 0;
    const long double bound =
        static_cast<long double>(entry.terms) * (2 * static_cast<long double>(unit_roundoff(single)) * entry.magnitude +
                                                 static_cast<long double>(denormal(single)));
    const auto ratio = static_cast<double>(error / bound);
    return std::isfinite(ratio) ? ratio
                                : std::numeric_limits<double>::infinity(); // the factor contains NaN or infinity
}

} // namespace

FactorCheck check_incomplete_lu(const CsrMatrix& a, const std::vector<double>& lu, bool single) {
    FactorCheck check;
    std::vector<std::int64_t> place(static_cast<std::size_t>(a.cols),
                                    -1); // index of the row's entry in each column; -1 for columns without one
    std::vector<std::int64_t> diagonal(static_cast<std::size_t>(a.rows));
    std::vector<Entry> entries;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const std::int64_t begin = a.row_pointer[row], end = a.row_pointer[row + 1];
        entries.assign(static_cast<std::size_t>(end - begin), {});
        for (std::int64_t k = begin; k < end; ++k) {
            place[a.column[k]] = k - begin;
            if (a.column[k] == row) diagonal[row] = k;
        }
        for (std::int64_t k = begin; k < end; ++k) {
            const std::int64_t above = a.column[k];
            // The diagonal of L is implicitly 1.
            if (above >= row) entries[k - begin].add(static_cast<long double>(lu[k]), true);
            if (above >= row) continue;
            for (std::int64_t j = diagonal[above]; j < a.row_pointer[above + 1]; ++j)
                if (const std::int64_t here = place[a.column[j]]; here >= 0)
                    entries[here].add(static_cast<long double>(lu[k]) * static_cast<long double>(lu[j]),
                                      j == diagonal[above]);
        }
        for (std::int64_t k = begin; k < end; ++k) {
            const double value = in_precision(a.value[k], single);
            const Entry& entry = entries[k - begin];
            const double ratio = ratio_of(entry, static_cast<long double>(value), single);
            if (ratio > 1 && check.first_wrong_entry < 0) {
                const std::int64_t column = a.column[k];
                const long double pivot = column < row ? static_cast<long double>(lu[diagonal[column]]) : 1;
                check.first_wrong_entry = k;
                check.first_wrong_row = row;
                check.first_wrong_column = column;
                check.expected = (static_cast<long double>(value) - entry.others) / pivot;
            }
            if (ratio > check.bound_ratio) {
                check.bound_ratio = ratio;
                check.worst_row = row;
            }
        }
        for (std::int64_t k = begin; k < end; ++k) place[a.column[k]] = -1;
    }
    return check;
}

} // namespace warploom::measure
