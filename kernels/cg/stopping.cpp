#include "kernels/cg/stopping.h"

#include "engine/figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::kernels {

bool has_stagnated(const std::vector<TrueResidual>& residuals, const StagnationRule& rule) {
    if (residuals.empty()) return false;
    double least = std::numeric_limits<double>::infinity();
    std::int64_t since = residuals.front().iteration;
    for (const auto& [iteration, value] : residuals)
        if (value <= least * (1 - rule.gain)) {
            least = value;
            since = iteration;
        }
    return residuals.back().iteration - since >= rule.window;
}

bool has_stagnated(const std::vector<double>& residuals, const StagnationRule& rule) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t since = 0;
    for (std::size_t i = 0; i < residuals.size(); ++i)
        if (residuals[i] <= least * (1 - rule.gain)) {
            least = residuals[i];
            since = i;
        }
    return static_cast<std::int64_t>(residuals.size() - since) > rule.window;
}

CgVerdict classify(const std::vector<double>& residuals, const std::vector<TrueResidual>& true_residuals,
                   double tolerance, const StagnationRule& rule) {
    const std::string after = " after " + std::to_string(residuals.size()) + " iterations";
    if (true_residuals.empty()) {
        const double last = residuals.empty() ? 0 : residuals.back();
        if (!std::isfinite(last)) return {CgEnd::breakdown, "The residual is not a finite number" + after + "."};
        if (last <= tolerance)
            return {CgEnd::converged, "Converged" + after + " by the recurrence's residual " + figure(last, "%.2g") +
                                          ", and no true residual was computed."};
        if (has_stagnated(residuals, rule))
            return {CgEnd::stagnated, "Stagnated at the residual " +
                                          figure(*std::min_element(residuals.begin(), residuals.end()), "%.2g") +
                                          after + "."};
        return {CgEnd::limit, "Not converged" + after + ": the residual is " + figure(last, "%.2g") + "."};
    }
    const double truth = true_residuals.back().value;
    if (!std::isfinite(truth)) return {CgEnd::breakdown, "The true residual is not a finite number" + after + "."};
    if (truth <= tolerance)
        return {CgEnd::converged, "Converged" + after + ": the true residual is " + figure(truth, "%.2g") + "."};
    if (has_stagnated(true_residuals, rule) || has_stagnated(residuals, rule))
        return {CgEnd::stagnated, "Stagnated at the true residual " + figure(truth, "%.2g") + after + "."};
    return {CgEnd::limit, "Not converged" + after + ": the true residual is " + figure(truth, "%.2g") + "."};
}

} // namespace warploom::kernels
