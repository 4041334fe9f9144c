#pragma once

#include "app/operations/operation.h"
#include "app/problem/format_store.h"
#include "app/problem/problem.h"
#include "engine/matrix/csr_matrix.h"
#include "kernels/operations/ilu.h"

namespace warploom::app {

/// A ≈ L U with the pattern of A: ILU(0).
class IluProblem final : public Problem {
public:
    /// Errors: "matrix.unsupported", those of kernels::lu_pattern.
    explicit IluProblem(std::shared_ptr<const Matrix> matrix);

    Operation operation() const override { return Operation::ilu; }
    InputInfo input() const override { return info_; }
    std::string shared_by(const Row&) const override { return "csr"; }
    double bytes_to_hold(const Row& row) const override;
    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override;
    std::optional<Complaint> check(Row& row, kernels::Bound& bound, bool is_first, const RunContext& context) override;
    void model(Row& row, const simulated::Card& card, const RunContext& context) override;
    void add_figures(Row& row) const override;
    void release() override { formats_.release(); }

private:
    std::shared_ptr<const Matrix> matrix_;
    InputInfo info_;
    std::shared_ptr<const kernels::LuPattern> pattern_;
    double pattern_ns_ = 0; ///< what finding it took
    FormatStore formats_;
};

/// One factorization. The kernel is known and can be traced.
TraceSubject ilu_subject(const std::string& kernel, const kernels::IluInput& input);

} // namespace warploom::app
