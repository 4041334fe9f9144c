#include "app/experiment/fitted_cells.h"

#include "app/trace/trace.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

bool is_case(const FitCase& fitted, const CellRun& run) {
    return !run.inputs.empty() && fitted.matrix == run.inputs.front() && fitted.operation == run.operation &&
           fitted.kernel == run.modelled_kernel && fitted.precision == run.precision && fitted.block == run.block;
}

} // namespace

FittedCells::FittedCells(const simulated::Card& card) {
    const auto studied = studied_cards();
    if (std::find(studied.begin(), studied.end(), card.id) != studied.end()) study_ = study_of(card.id);
}

bool FittedCells::has(const CellRun& run, const experiment::Cell& cell) const {
    if (!study_ || !cell.published.number || run.place == experiment::Place::cpu) return false;
    return std::any_of(study_->cells.begin(), study_->cells.end(), [&](const FitCell& fitted) {
        // A case may have two printed figures, with and without copies, of which one was fitted.
        return fitted.is_fitted && fitted.quantity.cases.size() == 1 &&
               is_case(study_->cases[fitted.quantity.cases.front()], run) &&
               std::abs(fitted.published - *cell.published.number) <= 1e-9 * std::abs(fitted.published);
    });
}

std::optional<std::int64_t> FittedCells::sample_of(const CellRun& run) const {
    if (!study_) return std::nullopt;
    const auto at = std::find_if(study_->cases.begin(), study_->cases.end(),
                                 [&](const FitCase& fitted) { return is_case(fitted, run); });
    if (at == study_->cases.end()) return std::nullopt;
    return at->sample_blocks == 0 ? TraceSettings::all_blocks : at->sample_blocks;
}

} // namespace warploom::app
