#pragma once

#include "app/operations/operation.h"
#include "app/problem/problem.h"
#include "kernels/operations/tridiagonal.h"

namespace warploom::app {

/// The problem of solving a tridiagonal system. docs/measuring.md defines the error bounds for its results.
class TridiagonalProblem final : public Problem {
public:
    TridiagonalProblem(std::string name, std::shared_ptr<const TridiagonalSystem> system);

    Operation operation() const override { return Operation::tridiagonal; }
    InputInfo input() const override;
    std::string shared_by(const Row&) const override { return {}; }
    double bytes_to_hold(const Row& row) const override;
    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override;
    std::optional<ValidationFailure> check(Row& row, kernels::Bound& bound, bool is_first,
                                           const RunContext& context) override;
    void model(Row& row, const simulated::Card& card, const RunContext& context) override;
    void measure_more(Row& row, kernels::Bound& bound, const RunContext& context) override;
    void add_figures(Row& row) const override;

private:
    kernels::TridiagonalInput input_for(const Row& row) const;

    std::string name_;
    std::shared_ptr<const TridiagonalSystem> system_;
    double rounding_factor_; ///< value of residual_factor() for this system
};

/// Returns the trace input for one solve. The kernel must exist and support tracing.
TraceSubject tridiagonal_subject(const std::string& kernel, const kernels::TridiagonalInput& input);

/// Returns a bound on ‖d - A x‖ / ‖d‖ divided by the unit roundoff. The bound holds for all methods that are stable for
/// diagonally dominant systems. It is 64 (1 + log2 n) k² s, where k = (1 + r) / (1 - r) bounds the condition number
/// (Varah 1975), r is the maximum of (|a_i| + |c_i|) / |b_i|, and s is the ratio of the largest to the smallest |b_i|.
/// Infinite if the system is not strictly dominant.
double residual_factor(const TridiagonalSystem& system);

} // namespace warploom::app
