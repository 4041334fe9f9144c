#pragma once

#include "app/calibration/study.h"
#include "app/run_spec/cell_run.h"
#include "engine/simulated/card.h"

#include <optional>

namespace warploom::app {

/// The published values that were used to fit a card's parameters (app/calibration/study.h), indexed by case. Empty for
/// a card without a calibration study.
class FittedCells {
public:
    explicit FittedCells(const simulated::Card& card);

    /// Returns whether the published value of this cell was used to fit the card. If so, agreement with the modeled
    /// value is less meaningful.
    bool has(const CellRun& run, const experiment::Cell& cell) const;
    /// Returns the number of blocks that the calibration study traces for this run (see TraceSettings::sample), or
    /// std::nullopt if the study does not contain the run.
    std::optional<std::int64_t> sample_of(const CellRun& run) const;

private:
    std::optional<Study> study_;
};

} // namespace warploom::app
