#pragma once

#include "app/experiment/run_cells.h"
#include "engine/experiment/result.h"

#include <cstddef>
#include <string>

namespace warploom::app {

/// The part of an experiment's work that one of several processes performs: all units whose number modulo `count`
/// equals `index`. A unit is a trace, a special metric, or a group of interleaved runs. The numbers do not depend on
/// the machine, so they are the same in all processes.
struct Share {
    std::size_t index = 0, count = 1;
    bool is_all() const { return count == 1; }
};
/// Parses a specification such as "3/40". Parts are numbered from 0. Errors: "arguments".
Share share_from_text(const std::string& text);

/// Number of units of work in an experiment that has no results yet.
struct WorkUnits {
    std::size_t modelled = 0; ///< number of traces, which have the lowest unit numbers
    std::size_t measured = 0; ///< number of special metrics and groups of interleaved runs
    std::size_t all() const { return modelled + measured; }
};
WorkUnits units_of(const experiment::Experiment& experiment, bool quick, bool model, bool measure_gpu,
                   bool measure_host);

/// Removes the work of other processes from `plan`. `whole` is the plan of the experiment before any results exist, on
/// a machine with all requested devices.
void keep_share(ExperimentPlan& plan, const ExperimentPlan& whole, const Share& share);

} // namespace warploom::app
