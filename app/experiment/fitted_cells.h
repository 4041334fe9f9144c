#pragma once

#include "app/calibration/study.h"
#include "app/run_spec/cell_run.h"
#include "engine/simulated/card.h"

#include <optional>

namespace warploom::app {

/// The cells that a card's figures were fitted to (app/calibration/study.h), looked up by case. Empty for cards without a
/// study.
class FittedCells {
public:
    explicit FittedCells(const simulated::Card& card);

    /// Whether the figures were fitted to this very cell, so that its modeled figure says less than elsewhere.
    bool has(const CellRun& run, const experiment::Cell& cell) const;
    /// How many blocks the study traces of this case (TraceSettings::sample); absent where it does not have it.
    std::optional<std::int64_t> sample_of(const CellRun& run) const;

private:
    std::optional<Study> study_;
};

} // namespace warploom::app
