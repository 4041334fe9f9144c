#pragma once

#include "app/operations/operation.h"
#include "app/problem/format_store.h"
#include "app/problem/problem.h"
#include "app/trace/trace.h"
#include "engine/matrix/definiteness.h"
#include "kernels/cg/solve.h"

namespace warploom::ordering {
struct Order;
}

namespace warploom::app {

/// The problem A x = b, solved with conjugate gradient methods. Times are per iteration.
class CgProblem final : public Problem {
public:
    /// Creates the problem. Errors: "matrix.unsupported"; "matrix.square"; "cg.settings" if the requested right-hand
    /// side is not available for the matrix.
    explicit CgProblem(std::shared_ptr<const Matrix> matrix, const std::string& rhs = "drawn");

    Operation operation() const override { return Operation::cg; }
    InputInfo input() const override { return input_of(*matrix_); }
    std::string shared_by(const Row& row) const override;
    double bytes_to_hold(const Row& row) const override;
    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override;
    std::optional<ValidationFailure> check(Row& row, kernels::Bound& bound, bool is_first,
                                           const RunContext& context) override;
    void model(Row& row, const simulated::Card& card, const RunContext& context) override;
    int launches_at_once(const kernels::Bound& bound) const override;
    void measure_more(Row& row, kernels::Bound& bound, const RunContext& context) override;
    void add_figures(Row& row) const override;
    void release() override { formats_.release(); }

private:
    kernels::CgOutcome solve(Row& row, kernels::BoundCg& cg, const RunContext& context) const;
    std::optional<ValidationFailure> judge(const Row& row, const kernels::BoundCg& cg) const;
    std::optional<ValidationFailure> judge_end(const Row& row, const std::string& method) const;

    std::shared_ptr<const Matrix> matrix_;
    DefinitenessReport definiteness_;
    std::vector<double> b_;
    FormatStore formats_;
};

/// Throws "matrix.unsupported" or "matrix.square" if the matrix is not supported by CG methods.
void require_cg_matrix(const Matrix& matrix);
/// Returns b = A x for a random x with elements in (-1, 1). Because x is chosen rather than b, b is 0 only if A is 0.
/// If the matrix was reordered, x is generated in the original row order, so that the solution is the same.
std::vector<double> cg_right_side(const CsrMatrix& matrix, const ordering::Order* order = nullptr);
/// Returns b as specified by CgSettings::rhs: random, supplied with the matrix, or from a file in the original row
/// order. Errors: "cg.settings" if b is not available; any error from load_vector.
std::vector<double> cg_right_side(const Matrix& matrix, const std::string& rhs);
double norm2(const std::vector<double>& v);

/// Returns the input of a CG method for the matrix. If the method has a built-in SpMV, `product` is empty and `format`
/// is null.
kernels::CgInput cg_input(const std::shared_ptr<const Matrix>& matrix, std::string product,
                          std::shared_ptr<const kernels::HostFormat> format, Preconditioner, Precision);
/// Returns the trace input for one iteration that starts at x = 0. The method and the SpMV kernel must exist and
/// support tracing.
TraceSubject cg_subject(const kernels::CgInput& input, const std::string& method);
/// Returns the time that each part of a traced iteration takes. Each launch belongs to the part that its kernel name
/// indicates.
kernels::CgParts parts_of(const Trace& trace);

} // namespace warploom::app
