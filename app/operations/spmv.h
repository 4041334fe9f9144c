#pragma once

#include "app/operations/operation.h"
#include "app/problem/format_store.h"
#include "app/problem/problem.h"
#include "engine/measure/reference.h"

namespace warploom::app {

/// The problem y = A x in every format.
class SpmvProblem final : public Problem {
public:
    /// Errors: "matrix.unsupported" (complex or too large), "run.x".
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
    /// `is_last` selects the x used in the last check.
    const measure::SpmvReference& reference_for(Precision precision, bool is_last);

    std::shared_ptr<const Matrix> matrix_;
    std::vector<double> x_, last_x_;
    FormatStore formats_;
    std::map<std::pair<Precision, bool>, std::unique_ptr<measure::SpmvReference>> references_;
};

/// Throws Error("matrix.unsupported") if the matrix is complex or too large.
void require_runnable(const Matrix& matrix);

/// Returns the n elements of x. Errors: "run.x" with a list of the valid forms.
std::vector<double> make_x(const std::string& x, std::int64_t n);

/// Returns the vector with every second element replaced, so that reusing the result of an earlier run is detected.
/// The first element is unchanged, because a kernel may compare it to detect changes.
std::vector<double> half_replaced(std::vector<double> numbers);

/// Returns the subject for tracing y = A x. All elements of x are 1, because addresses do not depend on x. The kernel
/// must exist and be traceable.
TraceSubject spmv_subject(const std::string& kernel, std::shared_ptr<const kernels::HostFormat> format);

} // namespace warploom::app
