#include "kernels/cg/solve.h"

#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>

namespace warploom::kernels {

namespace {

/// Runs a solver to the end and records its progress.
class Solution {
public:
    Solution(BoundCg& cg, const CgLimits& limits, const std::function<bool(const CgProgress&)>& keep_going)
        : cg_(cg), limits_(limits), keep_going_(keep_going), aim_(limits.tolerance), rule_(limits.stagnation) {
        const CgState state = cg.state();
        iteration_ = state.iteration;
        rule_.window = std::max<std::int64_t>(rule_.window, 2 * static_cast<std::int64_t>(state.x.size()));
    }

    CgOutcome run() {
        look();
        if (outcome_.true_residual <= limits_.tolerance) {
            end(CgEnd::converged, sentence("The initial guess is already a solution: its true residual is {residual}.",
                                           {{"residual", format_number(outcome_.true_residual, "%.2g")}}));
            return outcome_;
        }
        for (bool goes_on = true; goes_on;) goes_on = stretch();
        return outcome_;
    }

private:
    /// Runs the next batch of iterations. Returns whether to continue.
    bool stretch() {
        const std::int64_t count =
            std::min(std::max<std::int64_t>(1, limits_.check_every), limits_.max_iterations - outcome_.iterations);
        if (count <= 0)
            return end(CgEnd::limit,
                       sentence("Not converged within {n} {n:iteration|iterations}: the true residual is {residual}.",
                                {{"n", outcome_.iterations}, {"residual", truth()}}));
        const IterationBatch done = cg_.iterate(count, aim_);
        iteration_ += static_cast<std::int64_t>(done.residuals.size());
        outcome_.iterations += static_cast<std::int64_t>(done.residuals.size());
        outcome_.history.insert(outcome_.history.end(), done.residuals.begin(), done.residuals.end());
        since_restart_.insert(since_restart_.end(), done.residuals.begin(), done.residuals.end());
        look();
        const bool wants_more =
            !keep_going_ || keep_going_({iteration_, done.residuals, outcome_.true_residuals.back()});
        if (outcome_.true_residual <= limits_.tolerance)
            return end(CgEnd::converged,
                       sentence("Converged after {n} {n:iteration|iterations}: the true residual is {residual}.",
                                {{"n", outcome_.iterations}, {"residual", truth()}}));
        if (done.breakdown) return breakdown(done);
        if (!wants_more)
            return end(
                CgEnd::cancelled,
                sentence("Stopped by the user after {n} {n:iteration|iterations}: the true residual is {residual}.",
                         {{"n", outcome_.iterations}, {"residual", truth()}}));
        const bool reached_aim = static_cast<std::int64_t>(done.residuals.size()) < count ||
                                 (!done.residuals.empty() && done.residuals.back() <= aim_);
        if (reached_aim || has_left_the_truth()) return correct();
        if (has_stagnated(since_restart_, rule_))
            return end(
                CgEnd::stagnated,
                sentence(
                    "Stagnated after {n} {n:iteration|iterations}: the residual did not decrease by a tenth within "
                    "{window} {window:iteration|iterations}. The true residual is {residual}.",
                    {{"n", outcome_.iterations}, {"window", rule_.window}, {"residual", truth()}}));
        return true;
    }

    bool breakdown(const IterationBatch& done) {
        outcome_.breakdown = done.breakdown;
        outcome_.p_ap = done.p_ap;
        const std::int64_t at = *done.breakdown;
        if (!done.why.empty())
            return end(CgEnd::breakdown, sentence("The method broke down at iteration {iteration}: {reason}",
                                                  {{"iteration", at}, {"reason", done.why}}));
        if (std::isfinite(done.p_ap) && done.p_ap <= 0)
            return end(CgEnd::breakdown,
                       sentence("The matrix is not positive definite: p·Ap = {value} at iteration {iteration}.",
                                {{"iteration", at}, {"value", format_number(done.p_ap, "%.2g")}}));
        return end(
            CgEnd::breakdown,
            sentence("Overflow or an invalid number at iteration {iteration} in this precision.", {{"iteration", at}}));
    }

    /// Handles the case in which the residual of the recurrence has reached the tolerance, but the true residual has
    /// not. Returns whether to continue.
    bool correct() {
        const double reached = outcome_.true_residual;
        if (reached <= 10 * limits_.tolerance && aim_ > 0.01 * limits_.tolerance && !has_left_the_truth()) {
            // The true residual is close to the tolerance, so lower the target of the recurrence instead of restarting.
            aim_ *= 0.5 * limits_.tolerance / reached;
            return true;
        }
        if (outcome_.restarts >= limits_.max_restarts || (outcome_.restarts > 0 && reached > 0.5 * at_restart_))
            return stagnated();
        ++outcome_.restarts;
        at_restart_ = reached;
        aim_ = limits_.tolerance;
        since_restart_.clear();
        cg_.restart();
        return true;
    }

    /// Returns whether the residual of the recurrence is so far below the true residual that further iterations cannot
    /// improve x.
    bool has_left_the_truth() const {
        return !since_restart_.empty() && since_restart_.back() < 0.1 * outcome_.true_residual;
    }

    bool stagnated() {
        return end(
            CgEnd::stagnated,
            sentence(
                "Stagnated after {n} {n:iteration|iterations} at the true residual {residual}, which is the limit of "
                "this precision.",
                {{"n", outcome_.iterations}, {"residual", truth()}}));
    }

    void look() {
        outcome_.true_residual = cg_.true_residual();
        outcome_.true_residuals.push_back({iteration_, outcome_.true_residual});
    }
    bool end(CgEnd how, std::string sentence) {
        outcome_.end = how;
        outcome_.sentence = std::move(sentence);
        return false;
    }
    std::string truth() const { return format_number(outcome_.true_residual, "%.2g"); }

    BoundCg& cg_;
    const CgLimits& limits_;
    const std::function<bool(const CgProgress&)>& keep_going_;
    CgOutcome outcome_;
    std::vector<double> since_restart_;
    double aim_;
    double at_restart_ = 0; ///< true residual at the last restart of the solver
    StagnationRule rule_;
    std::int64_t iteration_ = 0;
};

} // namespace

CgOutcome solve_cg(BoundCg& cg, const CgLimits& limits, const std::function<bool(const CgProgress&)>& keep_going) {
    return Solution(cg, limits, keep_going).run();
}

} // namespace warploom::kernels
