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
    std::optional<Complaint> check(Row& row, kernels::Bound& bound, bool is_first, const RunContext& context) override;
    void model(Row& row, const simulated::Card& card, const RunContext& context) override;
    void add_figures(Row& row) const override;
    void release() override { formats_.release(); }

private:
    const measure::SpmvReference& reference_for(Precision precision);

    std::shared_ptr<const Matrix> matrix_;
    std::vector<double> x_;
    FormatStore formats_;
    std::map<Precision, std::unique_ptr<measure::SpmvReference>> references_;
};

/// Throws Error("matrix.unsupported") for a matrix that is complex or too large to be held.
void require_runnable(const Matrix& matrix);

/// The n entries of x. Errors: "run.x" with the understood forms.
std::vector<double> make_x(const std::string& x, std::int64_t n);

/// y = A x for x = 1: the addresses do not depend on it. The kernel is known and can be traced.
TraceSubject spmv_subject(const std::string& kernel, std::shared_ptr<const kernels::HostFormat> format);

} // namespace warploom::app
