#include "app/experiment/fitted_cells.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

FittedCells::FittedCells(const simulated::Card& card) {
    const auto studied = studied_cards();
    if (std::find(studied.begin(), studied.end(), card.id) != studied.end()) study_ = study_of(card.id);
}

bool FittedCells::has(const CellRun& run, const experiment::Cell& cell) const {
    if (!study_ || !cell.published.number || run.place == experiment::Place::cpu) return false;
    return std::any_of(study_->cells.begin(), study_->cells.end(), [&](const FitCell& fitted) {
        // Compare the values as well, because a case may have two published values, with and without copies. Only one
        // of them may have been used for fitting.
        return fitted.is_fitted && fitted.quantity.cases.size() == 1 &&
               is_same_case(study_->cases[fitted.quantity.cases.front()], run) &&
               std::abs(fitted.published - *cell.published.number) <= 1e-9 * std::abs(fitted.published);
    });
}

std::optional<std::int64_t> FittedCells::sample_of(const CellRun& run) const {
    if (!study_) return std::nullopt;
    const auto at = std::find_if(study_->cases.begin(), study_->cases.end(),
                                 [&](const CellRun& fitted) { return is_same_case(fitted, run); });
    return at == study_->cases.end() ? std::nullopt : at->sample;
}

} // namespace warploom::app
