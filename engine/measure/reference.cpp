#include "engine/measure/reference.h"

#include "engine/format_number.h"
#include "engine/measure/rounding.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

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
        check.complaint = sentence("The result has {count} {count:entry|entries} instead of {expected}.",
                                   {{"count", y.size()}, {"expected", reference.y.size()}});
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
        char expected[64];
        std::snprintf(expected, sizeof expected, "%.17Lg", reference.y[i]);
        const std::string found = format_number(y[i], "%.17g");
        check.complaint = std::isinf(check.bound_ratio)
                              ? sentence("Row {row} (counted from 0) is {found}, expected {expected}.",
                                         {{"row", check.worst_row}, {"found", found}, {"expected", expected}})
                              : sentence("Row {row} (counted from 0) is {found}, expected {expected}. The error is "
                                         "{ratio} times the rounding error bound.",
                                         {{"row", check.worst_row},
                                          {"found", found},
                                          {"expected", expected},
                                          {"ratio", format_number(check.bound_ratio)}});
    }
    return check;
}

} // namespace warploom::measure
