#pragma once

#include "app/operations/operation.h"
#include "app/problem/format_store.h"
#include "app/problem/problem.h"
#include "engine/measure/reference.h"

namespace warploom::app {

/// The problem y = A x. Runs kernels for all formats and checks their results.
class SpmvProblem final : public Problem {
public:
    /// Creates the problem. Errors: "matrix.unsupported" if the matrix is complex or too large; "run.x".
    SpmvProblem(std::shared_ptr<const Matrix> matrix, const std::string& x);

    Operation operation() const override { return Operation::spmv; }
    InputInfo input() const override { return input_of(*matrix_); }
    std::string shared_by(const Row& row) const override;
    double bytes_to_hold(const Row& row) const override;
    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override;
    std::optional<ValidationFailure> check(Row& row, kernels::Bound& bound, bool is_first,
                                           const RunContext& context) override;
    void model(Row& row, const simulated::Card& card, const RunContext& context) override;
    void add_figures(Row& row) const override;
    void release() override { formats_.release(); }

private:
    /// Returns the reference result of the product. If `is_last` is true, the result is for the x that is used in the
    /// check after the measurements.
    const measure::SpmvReference& reference_for(Precision precision, bool is_last);

    std::shared_ptr<const Matrix> matrix_;
    std::vector<double> x_, last_x_;
    FormatStore formats_;
    std::map<std::pair<Precision, bool>, std::unique_ptr<measure::SpmvReference>> references_;
};

/// Throws Error("matrix.unsupported") if the matrix is complex or too large.
void require_runnable(const Matrix& matrix);

/// Returns a vector with n elements, as specified by the setting `x`. Errors: "run.x", with a list of the valid forms.
std::vector<double> make_x(const std::string& x, std::int64_t n);

/// Returns a copy of `numbers` in which every second element is replaced, to expose kernels that reuse an earlier
/// result. The first element is preserved, because a kernel may use it to detect changes.
std::vector<double> half_replaced(std::vector<double> numbers);

/// Returns the trace input for y = A x. All elements of x are 1, because memory addresses do not depend on x. The
/// kernel must exist and support tracing.
TraceSubject spmv_subject(const std::string& kernel, std::shared_ptr<const kernels::HostFormat> format);

} // namespace warploom::app
