#pragma once

#include "app/operations/operation.h"
#include "app/problem/format_store.h"
#include "app/problem/problem.h"
#include "engine/measure/reference.h"

namespace warploom::app {

/// y = A x over every format.
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
    /// `is_last`: of the x that the last check takes.
    const measure::SpmvReference& reference_for(Precision precision, bool is_last);

    std::shared_ptr<const Matrix> matrix_;
    std::vector<double> x_, last_x_;
    FormatStore formats_;
    std::map<std::pair<Precision, bool>, std::unique_ptr<measure::SpmvReference>> references_;
};

/// Throws Error("matrix.unsupported") for a matrix that is complex or too large to be held.
void require_runnable(const Matrix& matrix);

/// The n entries of x. Errors: "run.x" with the understood forms.
std::vector<double> make_x(const std::string& x, std::int64_t n);

/// Returns the vector with every second number replaced: a result that was kept from earlier runs is wrong with it. The
/// first one stays, as a kernel may look there for a change.
std::vector<double> half_replaced(std::vector<double> numbers);

/// y = A x for x = 1: the addresses do not depend on it. The kernel is known and can be traced.
TraceSubject spmv_subject(const std::string& kernel, std::shared_ptr<const kernels::HostFormat> format);

} // namespace warploom::app
