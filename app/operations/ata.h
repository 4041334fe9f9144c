#pragma once

#include "app/operations/operation.h"
#include "app/problem/problem.h"
#include "engine/measure/ata_reference.h"
#include "kernels/operations/ata.h"

#include <map>

namespace warploom::app {

/// The problem C = AᵀA. Runs each kernel and checks its result.
class AtaProblem final : public Problem {
public:
    AtaProblem(std::string name, std::shared_ptr<const DenseMatrix> a);

    Operation operation() const override { return Operation::ata; }
    InputInfo input() const override;
    std::string shared_by(const Row&) const override { return {}; }
    double bytes_to_hold(const Row& row) const override;
    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override;
    std::optional<ValidationFailure> check(Row& row, kernels::Bound& bound, bool is_first,
                                           const RunContext& context) override;
    void model(Row& row, const simulated::Card& card, const RunContext& context) override;
    void add_figures(Row& row) const override;
    void release() override { fingerprints_.clear(); }

private:
    kernels::AtaInput input_for(const Row& row) const;
    const measure::AtaReference& reference_for(Precision precision, const RunContext& context);
    void make_room_for_c(const Progress& progress);

    std::string name_;
    std::shared_ptr<const DenseMatrix> a_;
    std::map<Precision, std::unique_ptr<measure::AtaReference>> references_;
    std::vector<double> c_; ///< the most recently checked result; its memory is reused because allocation is slow
    /// Hashes of results that were found to be correct.
    std::map<const kernels::Bound*, std::optional<std::uint64_t>> fingerprints_;
};

/// Returns the trace input for one computation of C = AᵀA. The kernel must exist and support tracing.
TraceSubject ata_subject(const std::string& kernel, const kernels::AtaInput& input);

} // namespace warploom::app
