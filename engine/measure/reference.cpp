#include "engine/measure/reference.h"

#include "engine/measure/rounding.h"
#include "engine/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace warploom::measure {

namespace {

constexpr std::int64_t reference_rows_per_task = 1 << 14;

double entry_ratio(const SpmvReference& reference, std::size_t i, double y) {
    return sum_ratio(y, reference.y[i], static_cast<long double>(reference.magnitude[i]), reference.bound[i],
                     reference.single);
}
} // namespace

SpmvReference spmv_reference(const CsrMatrix& a, const std::vector<double>& x, bool single, int threads) {
    SpmvReference result;
    result.single = single;
    result.y.resize(static_cast<std::size_t>(a.rows));
    result.bound.resize(result.y.size());
    result.magnitude.resize(result.y.size());
    parallel_for((a.rows + reference_rows_per_task - 1) / reference_rows_per_task, threads, [&](std::int64_t task) {
        const std::int64_t last = std::min(a.rows, (task + 1) * reference_rows_per_task);
        for (std::int64_t row = task * reference_rows_per_task; row < last; ++row) {
            const auto i = static_cast<std::size_t>(row);
            long double sum = 0;
            long double magnitude = 0;
            for (auto k = static_cast<std::size_t>(a.row_pointer[i]);
                 k < static_cast<std::size_t>(a.row_pointer[i + 1]); ++k) {
                const long double term = static_cast<long double>(in_precision(a.value[k], single)) *
                                         static_cast<long double>(in_precision(x[a.column[k]], single));
                sum += term;
                magnitude += std::fabs(term);
            }
            result.y[i] = sum;
            result.magnitude[i] = static_cast<double>(magnitude);
            result.bound[i] = sum_bound(static_cast<double>(a.row_length(row)), magnitude, single);
        }
    });
    return result;
}

bool is_right_entry(const SpmvReference& reference, std::int64_t row, double y) {
    return entry_ratio(reference, static_cast<std::size_t>(row), y) <= 1;
}

ErrorCheck check_spmv(const SpmvReference& reference, const std::vector<double>& y) {
    ErrorCheck check;
    if (y.size() != reference.y.size()) {
        check.bound_ratio = std::numeric_limits<double>::infinity();
        check.complaint =
            "The result has " + std::to_string(y.size()) + " entries, not " + std::to_string(reference.y.size()) + ".";
        return check;
    }
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double ratio = entry_ratio(reference, i, y[i]);
        if (ratio > check.bound_ratio || check.worst_row < 0) {
            check.bound_ratio = ratio;
            check.worst_row = static_cast<std::int64_t>(i);
        }
        if (ratio > 1 && check.first_wrong_row < 0) check.first_wrong_row = static_cast<std::int64_t>(i);
    }
    if (!check.is_right()) {
        const auto i = static_cast<std::size_t>(check.worst_row);
        char text[200];
        if (std::isinf(check.bound_ratio))
            std::snprintf(text, sizeof text, "Row %lld (counted from 0) is %.17g where %.17Lg was expected.",
                          static_cast<long long>(check.worst_row), y[i], reference.y[i]);
        else
            std::snprintf(
                text, sizeof text,
                "Row %lld (counted from 0) is %.17g where %.17Lg was expected: %.3g times the rounding bound.",
                static_cast<long long>(check.worst_row), y[i], reference.y[i], check.bound_ratio);
        check.complaint = text;
    }
    return check;
}

} // namespace warploom::measure
