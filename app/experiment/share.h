#pragma once

#include "app/experiment/run_cells.h"
#include "engine/experiment/result.h"

#include <cstddef>
#include <string>

namespace warploom::app {

/// A part of an experiment's work, for one process of several: the units (a trace, a special figure, a group of
/// interleaved runs) whose number modulo `count` is `index`. Units are numbered over the whole experiment, independent
/// of the machine, so that all processes agree.
struct Share {
    std::size_t index = 0, count = 1;
    bool is_all() const { return count == 1; }
};
/// Parses a share such as "3/40", counted from 0. Errors: "arguments".
Share share_from_text(const std::string& text);

/// The units of work of an experiment without any results.
struct WorkUnits {
    std::size_t modelled = 0; ///< number of traces; they come first
    std::size_t measured = 0; ///< number of special metrics and groups
    std::size_t all() const { return modelled + measured; }
};
WorkUnits units_of(const experiment::Experiment& experiment, bool quick, bool model, bool measure_gpu,
                   bool measure_host);

/// Removes the work of other shares from a plan. `whole` is a plan for the same experiment with nothing done, on a
/// machine with all requested devices.
void keep_share(ExperimentPlan& plan, const ExperimentPlan& whole, const Share& share);

} // namespace warploom::app
