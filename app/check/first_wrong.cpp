#include "app/check/first_wrong.h"

#include "app/operations/tridiagonal.h"
#include "engine/declared/declared_input.h"
#include "engine/measure/ata_reference.h"
#include "engine/measure/factor_check.h"
#include "engine/measure/rounding.h"
#include "engine/measure/tridiagonal_residual.h"
#include "kernels/operations/operation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace warploom::app {

namespace {

constexpr int fewest_digits = 9;

std::string number_text(long double value, int digits) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
    char text[60];
    std::snprintf(text, sizeof text, "%.*Lg", digits, value);
    return text;
}

/// Returns one more than the number of digits needed to distinguish two numbers, but at least 9.
int digits_apart(long double expected, double computed) {
    constexpr int most = std::numeric_limits<long double>::max_digits10;
    const long double other{computed};
    for (int digits = fewest_digits; digits < most; ++digits)
        if (number_text(expected, digits) != number_text(other, digits))
            return digits == fewest_digits ? digits : digits + 1;
    return most;
}

WrongNumber wrong_at(std::int64_t index, std::int64_t row, long double expected, double computed) {
    const int digits = digits_apart(expected, computed);
    return {index, {row, std::nullopt, number_text(expected, digits), number_text(computed, digits), std::nullopt}};
}

/// Returns the index of the row in which the two solutions differ most.
std::size_t farthest_row(const std::vector<double>& known, const std::vector<double>& x) {
    std::size_t row = 0;
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (const double apart = std::abs(x[i] - known[i]); apart > largest) {
            largest = apart;
            row = i;
        }
    return row;
}

/// Returns an upper bound on ‖A‖ ‖A⁻¹‖ in the maximum norm. The bound is computed from the comparison matrix. The
/// elements of its inverse are at least those of |A⁻¹| (Ostrowski 1937). Returns infinity if the comparison matrix is
/// not an M-matrix.
double condition_bound(const TridiagonalSystem& system) {
    const auto n = static_cast<std::size_t>(system.n());
    // Solve the tridiagonal system with the diagonals |b|, -|a| and -|c| and a right-hand side of ones.
    std::vector<long double> pivot(n), sum(n);
    long double norm = 0, largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const long double a = i > 0 ? std::fabs(system.a[i]) : 0, b = std::fabs(system.b[i]);
        norm = std::max(norm, a + b + (i + 1 < n ? std::fabs(static_cast<long double>(system.c[i])) : 0));
        const long double factor = i > 0 ? a / pivot[i - 1] : 0;
        pivot[i] = i > 0 ? b - factor * std::fabs(static_cast<long double>(system.c[i - 1])) : b;
        sum[i] = i > 0 ? 1 + factor * sum[i - 1] : 1;
        if (!(pivot[i] > 0)) return std::numeric_limits<double>::infinity();
    }
    for (std::size_t i = n; i-- > 0;) {
        if (i + 1 < n) sum[i] += std::fabs(static_cast<long double>(system.c[i])) * sum[i + 1];
        sum[i] /= pivot[i];
        largest = std::max(largest, sum[i]);
    }
    return static_cast<double>(norm * largest);
}

/// Returns the maximum allowed ‖d - A x‖ / ‖d‖. For systems that are not strictly dominant, this is the largest
/// residual of a stable method, as estimated from the condition number. For the matrix (-1, 2, -1) with 500 unknowns in
/// float, parallel cyclic reduction stays below this bound by a factor of 600. If its last step is omitted, the
/// residual exceeds the bound by a factor of 5.
double largest_residual(const TridiagonalSystem& system, bool single) {
    constexpr double room = 8;
    const double factor = residual_factor(system);
    return (std::isfinite(factor) ? factor : room * condition_bound(system)) * measure::unit_roundoff(single);
}

} // namespace

std::optional<WrongNumber> first_wrong(const measure::SpmvReference& reference, const std::vector<double>& y) {
    const auto check = measure::check_spmv(reference, y);
    if (check.is_right()) return std::nullopt;
    const auto row = check.first_wrong_row;
    return wrong_at(row, row, reference.y[static_cast<std::size_t>(row)], y[static_cast<std::size_t>(row)]);
}

std::string symptom_of(const CsrMatrix& a, const measure::SpmvReference& reference, const std::vector<double>& y) {
    constexpr std::int64_t short_row = 4;
    std::int64_t longest_right = 0, shortest_wrong = a.cols + 1, longest_wrong = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const std::int64_t length = a.row_length(row);
        if (measure::is_right_entry(reference, row, y[static_cast<std::size_t>(row)])) {
            longest_right = std::max(longest_right, length);
        } else {
            shortest_wrong = std::min(shortest_wrong, length);
            longest_wrong = std::max(longest_wrong, length);
        }
    }
    if (longest_wrong == 0) return "empty-rows";
    return longest_right >= short_row && shortest_wrong > longest_right ? "long-rows" : "right";
}

std::optional<WrongNumber> first_wrong(const TridiagonalSystem& system, const std::vector<double>& x, bool single) {
    const double share = largest_residual(system, single);
    const auto check = measure::check_tridiagonal(system, x, single);
    if (check.is_finite() && check.relative_residual <= share) return std::nullopt;
    double largest = 0;
    for (const double known : system.known_x) largest = std::max(largest, std::abs(known));
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!(std::abs(x[i] - system.known_x[i]) <= share * largest))
            return wrong_at(static_cast<std::int64_t>(i), static_cast<std::int64_t>(i), system.known_x[i], x[i]);
    auto worst = static_cast<std::size_t>(check.worst_row);
    // If the unknown is correct in the row with the largest residual, one of its neighbors must be wrong.
    if (x[worst] == system.known_x[worst]) worst = farthest_row(system.known_x, x);
    const auto row = static_cast<std::int64_t>(worst);
    return wrong_at(row, row, system.known_x[worst], x[worst]);
}

std::optional<WrongNumber> first_wrong_solution(const CsrMatrix& lower, const std::vector<double>& b,
                                                const std::vector<double>& x, bool single) {
    std::vector<double> rounded = b;
    for (double& number : rounded) number = measure::in_precision(number, single);
    // Use the same error bounds as a benchmark run.
    const auto check = measure::check_spmv(measure::spmv_reference(lower, x, single), rounded);
    if (check.is_right()) return std::nullopt;
    const auto row = static_cast<std::size_t>(check.first_wrong_row);
    const auto diagonal = static_cast<std::size_t>(lower.row_pointer[row + 1]) - 1;
    long double left = static_cast<long double>(rounded[row]);
    for (auto k = static_cast<std::size_t>(lower.row_pointer[row]); k < diagonal; ++k)
        left -= static_cast<long double>(lower.value[k]) *
                static_cast<long double>(x[static_cast<std::size_t>(lower.column[k])]);
    return wrong_at(check.first_wrong_row, check.first_wrong_row,
                    left / static_cast<long double>(lower.value[diagonal]), x[row]);
}

std::optional<WrongNumber> first_wrong_factor(const CsrMatrix& a, const std::vector<double>& lu, bool single) {
    const auto check = measure::check_incomplete_lu(a, lu, single);
    if (check.is_right()) return std::nullopt;
    const std::int64_t at = check.first_wrong_entry;
    WrongNumber wrong = wrong_at(at, check.first_wrong_row, check.expected, lu[static_cast<std::size_t>(at)]);
    wrong.entry.column = check.first_wrong_column;
    return wrong;
}

namespace {

struct ExactEntry {
    long double value = 0, magnitude = 0;
};

/// Returns an entry of C = AᵀA and of |A|ᵀ|A|. The reference for a wide matrix contains only some of them.
ExactEntry exact_entry(const DenseMatrix& a, const measure::AtaReference& reference, std::int64_t i, std::int64_t j) {
    if (reference.is_whole) {
        const std::int64_t p = std::max(i, j), q = std::min(i, j);
        const auto at = static_cast<std::size_t>(p * (p + 1) / 2 + q);
        return {reference.value[at], reference.magnitude[at]};
    }
    ExactEntry exact;
    for (std::int64_t k = 0; k < a.rows; ++k) {
        const double* const row = a.value.data() + k * a.cols;
        const auto term = static_cast<long double>(measure::in_precision(row[i], reference.single)) *
                          static_cast<long double>(measure::in_precision(row[j], reference.single));
        exact.value += term;
        exact.magnitude += std::fabs(term);
    }
    return exact;
}

} // namespace

std::optional<WrongNumber> first_wrong(const DenseMatrix& a, const std::vector<double>& c, bool single) {
    const auto reference = measure::ata_reference(a, single);
    if (measure::check_ata(reference, c).is_right()) return std::nullopt;
    const double denormal =
        single ? double{std::numeric_limits<float>::denorm_min()} : std::numeric_limits<double>::denorm_min();
    const auto m = static_cast<long double>(a.rows);
    for (std::int64_t i = 0; i < a.cols; ++i)
        for (std::int64_t j = 0; j < a.cols; ++j) {
            const ExactEntry exact = exact_entry(a, reference, i, j);
            const long double bound =
                m * (2 * static_cast<long double>(measure::unit_roundoff(single)) * exact.magnitude +
                     static_cast<long double>(denormal));
            const double computed = c[static_cast<std::size_t>(i * a.cols + j)];
            if (std::fabs(static_cast<long double>(computed) - exact.value) <= bound) continue;
            WrongNumber wrong = wrong_at(i * a.cols + j, i, exact.value, computed);
            wrong.entry.column = j;
            return wrong;
        }
    return std::nullopt;
}

std::optional<WrongNumber> first_wrong(const declared::DeclaredInput& input, const declared::ExpectedResults& expected,
                                       const kernels::BoundFree& bound) {
    const auto wrong = expected.first_wrong(bound.results());
    if (!wrong) return std::nullopt;
    const declared::DeclaredArray& array = input.problem->arrays[wrong->array];
    const std::vector<std::int64_t> sizes = input.problem->sizes_of(array, input.numbers);
    WrongNumber made = wrong_at(wrong->index, wrong->index, wrong->expected, wrong->computed);
    protocol::CheckEntry& entry = made.entry;
    if (!wrong->expected_text.empty()) {
        entry.expected = wrong->expected_text;
        entry.computed = wrong->computed_text;
    }
    made.is_unwritten = wrong->is_unwritten;
    entry.array = array.name;
    entry.place = array.name + "[" + std::to_string(wrong->index) + "]";
    if (sizes.size() < 2) return made;
    entry.row = wrong->index / sizes[1];
    entry.column = wrong->index % sizes[1];
    entry.place = array.name + "[" + std::to_string(entry.row) + "][" + std::to_string(*entry.column) + "]";
    return made;
}

} // namespace warploom::app
