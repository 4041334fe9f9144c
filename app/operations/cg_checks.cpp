#include "app/operations/cg_checks.h"

#include "engine/format_number.h"
#include "engine/generators/generators.h"
#include "engine/measure/reference.h"
#include "engine/measure/rounding.h"
#include "engine/sentence.h"
#include "kernels/operations/operation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace warploom::app {

std::string unsolved_code(Obstacle obstacle) { return std::string("cg.") + to_string(obstacle); }

bool is_unsolved(const Row& row) {
    const auto* const result = row.own<CgResult>();
    return row.status == RowStatus::wrong && row.code.starts_with("cg.") && result != nullptr && !result->state.empty();
}

std::optional<ValidationFailure> complaint_of_product(const CsrMatrix& matrix, kernels::BoundCg& cg,
                                                      const std::string& kernel, Precision precision) {
    constexpr double least = 1e-12, most = 1e12;
    const bool is_single = precision == Precision::float32;
    const auto n = static_cast<std::size_t>(matrix.rows);
    for (const unsigned seed : {2U, 3U}) {
        std::vector<double> x = symmetric_numbers(seed, matrix.cols);
        for (double& number : x) number = measure::in_precision(number, is_single);
        const auto reference = measure::spmv_reference(matrix, x, is_single);
        std::vector<double> b(n);
        long double squares = 0, allowed = 0, largest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            b[i] = measure::in_precision(static_cast<double>(reference.y[i]), is_single);
            const long double size = std::abs(static_cast<long double>(b[i]));
            const long double rounding =
                reference.bound[i] + 2 * static_cast<long double>(kernels::unit_roundoff(precision)) * size;
            squares += size * size;
            allowed += rounding * rounding;
            largest = std::max(largest, size);
        }
        const bool is_in_range = largest == 0 || (largest > least && largest < most);
        // The condition is also true if b contains NaN.
        if (!is_in_range || !std::isfinite(allowed)) return std::nullopt;
        const long double scale = squares > 0 ? std::sqrt(squares) : 1;
        const auto slack = static_cast<double>(2 * std::sqrt(allowed) / scale);
        cg.set_right_side(b);
        cg.set_state({0, x, std::vector<double>(n), std::vector<double>(n), std::numeric_limits<double>::quiet_NaN()});
        const double found = cg.true_residual();
        if (found <= slack) continue; // the condition is false if the difference is NaN
        return ValidationFailure{
            "result.wrong",
            sentence("{kernel} computes a wrong product. For b = A x with a random x, ‖b - A x‖ / ‖b‖ = {found}, but "
                     "rounding errors explain at most {bound}.",
                     {{"kernel", kernel}, {"found", format_number(found)}, {"bound", format_number(slack)}}),
            sentence("To check the kernel on its own, use `run spmv`.")};
    }
    return std::nullopt;
}

std::string breakdown_sentence(const CsrMatrix& matrix, const std::vector<double>& p, Precision precision,
                               const Breakdown& breakdown) {
    const bool has_curvature = std::isfinite(breakdown.p_ap) && breakdown.p_ap <= 0;
    const bool has_direction = static_cast<std::int64_t>(p.size()) == matrix.rows;
    if (!has_curvature || !has_direction) return breakdown.sentence;
    const auto reference = measure::spmv_reference(matrix, p, precision == Precision::float32);
    const auto unit = static_cast<long double>(kernels::unit_roundoff(precision));
    long double sum = 0, rounding = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const auto number = static_cast<long double>(p[i]);
        sum += number * reference.y[i];
        rounding += std::abs(number) *
                    (reference.bound[i] + 2 * unit * static_cast<long double>(matrix.rows) * std::abs(reference.y[i]));
    }
    const std::string p_ap = format_number(breakdown.p_ap);
    if (sum < -rounding)
        return sentence("The matrix is not positive definite: p·Ap = {p_ap} at iteration {iteration}.",
                        {{"p_ap", p_ap}, {"iteration", breakdown.iteration}});
    return sentence(
        "Stopped by a breakdown: p·Ap = {p_ap} at iteration {iteration}, which is 0 within rounding errors. The matrix "
        "is singular, not positive definite, or too ill-conditioned for this precision. The true residual is "
        "{residual}.",
        {{"p_ap", p_ap}, {"iteration", breakdown.iteration}, {"residual", format_number(breakdown.true_residual)}});
}

} // namespace warploom::app
