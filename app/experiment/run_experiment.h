#pragma once

#include "app/experiment/modelled_cache.h"
#include "app/experiment/share.h"
#include "app/info/describe.h"
#include "app/inputs/inputs.h"
#include "engine/experiment/result.h"
#include "engine/progress.h"
#include "kernels/machine/machine.h"

#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

struct ExperimentSettings {
    bool quick = false;
    bool model = true;        ///< whether to compute modeled values
    std::string model_cache;  ///< folder for cached modeled values (modelled_cache.h); empty for no cache
    bool model_again = false; ///< whether to ignore cached values and replace them
    /// For GPU series: an ID such as `cuda:0`, empty for the first real GPU (if any), or "none" to skip measurements.
    std::string machine;
    bool measure_host = true;      ///< whether to measure CPU series
    std::vector<std::string> data; ///< folders to search for files that experiments refer to, in this order
    Share share;                   ///< part of the work that this process performs
};

struct ExperimentObserver {
    /// Reports progress. `detail` ends with the remaining time, if known: "ELL, order 4096, about 40 s left".
    std::function<void(const std::string& stage, const std::string& detail, std::size_t done, std::size_t total)>
        progress;
    std::function<void(const experiment::Cell& cell)> cell; ///< called when a cell gets a new value
    /// Called with the values of a trace, whether computed or cached, and their cache key.
    std::function<void(const std::string& key, const ModelledCache::Entry& entry)> kept;
    std::function<void()> device_lost; ///< called if a real GPU faulted; this process can no longer use the GPU
    const std::atomic<bool>* cancelled = nullptr;
};

/// Runs all cells for which `result` has no value yet, so that interrupted runs are resumed. Models come before
/// measurements and cheap runs before expensive ones, and each run is performed only once regardless of the number of
/// cells that use it. If a run fails, sets why_not and continues. If canceled, the result contains the finished cells
/// and is marked incomplete. Errors: "machine.unknown", "card.unknown".
void run_experiment(experiment::Result& result, const ExperimentSettings& settings, const MachineList& machines,
                    const ExperimentObserver& observer);

/// Returns a result that contains only published values.
experiment::Result begin_experiment(const experiment::Experiment& experiment, bool quick);

/// Copies the values of an earlier run to the corresponding cells, skipping cells that this experiment does not have.
/// Returns the number of cells that received a value.
std::size_t take_over(experiment::Result& result, const std::vector<experiment::Cell>& earlier);

} // namespace warploom::app
