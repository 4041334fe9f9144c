#pragma once

#include "app/operations/operation.h"
#include "app/problem/format_store.h"
#include "app/problem/problem.h"
#include "engine/matrix/csr_matrix.h"
#include "kernels/operations/trsv.h"

namespace warploom::app {

/// L x = b, L the lower triangle of a matrix with its diagonal. b is L times a random vector, so that it is not 0.
class TrsvProblem final : public Problem {
public:
    /// Errors: "matrix.unsupported", those of lower_factor.
    explicit TrsvProblem(const Matrix& matrix);

    Operation operation() const override { return Operation::trsv; }
    InputInfo input() const override { return info_; }
    std::string shared_by(const Row&) const override { return "csr"; }
    double bytes_to_hold(const Row& row) const override;
    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override;
    std::optional<Complaint> check(Row& row, kernels::Bound& bound, bool is_first, const RunContext& context) override;
    void model(Row& row, const simulated::Card& card, const RunContext& context) override;
    void add_figures(Row& row) const override;
    void release() override { formats_.release(); }

private:
    InputInfo info_; ///< the name and hash of the matrix, the size of L
    CsrMatrix lower_;
    std::shared_ptr<const kernels::LevelSets> levels_;
    double levels_ns_ = 0; ///< what finding them took
    std::vector<double> b_;
    FormatStore formats_;
};

/// One solution of L x = b for b = ones. The kernel is known and can be traced.
TraceSubject trsv_subject(const std::string& kernel, const kernels::TrsvInput& input);

} // namespace warploom::app
