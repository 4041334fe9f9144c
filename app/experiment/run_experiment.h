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
    bool model = true;        ///< whether to compute the modeled column
    std::string model_cache;  ///< folder with cached modeled values (modelled_cache.h); empty for no cache
    bool model_again = false; ///< ignores cached values and replaces them with new ones
    /// for GPU series: an ID such as `cuda:0`; empty for the first real GPU, if any; "none" to skip measuring
    std::string machine;
    bool measure_host = true;      ///< whether to measure the CPU series
    std::vector<std::string> data; ///< folders with the files that experiments refer to, in search order
    Share share;                   ///< the share of the work that this process does
};

struct ExperimentObserver {
    /// Reports progress. `detail` ends with the remaining time if it is known: "ELL, order 4096, about 40 s left".
    std::function<void(const std::string& stage, const std::string& detail, std::size_t done, std::size_t total)>
        progress;
    std::function<void(const experiment::Cell& cell)> cell; ///< called when a cell has a new value
    /// Called with the values of a trace, computed or cached, and their cache key.
    std::function<void(const std::string& key, const ModelledCache::Entry& entry)> kept;
    std::function<void()> device_lost; ///< called if a real GPU faulted, after which this process cannot use it
    const std::atomic<bool>* cancelled = nullptr;
};

/// Runs the cells for which `result` has no value yet, so that an interrupted run is resumed. Runs are executed from
/// the cheapest to the most expensive, models before measurements, and each run only once regardless of the number of
/// cells that use it. If a run fails, sets why_not and continues with the next one. If canceled, the result contains
/// the finished cells and is not complete. Errors: "machine.unknown", "card.unknown".
void run_experiment(experiment::Result& result, const ExperimentSettings& settings, const MachineList& machines,
                    const ExperimentObserver& observer);

/// Returns a result that contains only the published values.
experiment::Result begin_experiment(const experiment::Experiment& experiment, bool quick);

/// Copies the values of an earlier run to the corresponding cells. Skips cells that this experiment does not have.
/// Returns the number of cells with a copied value.
std::size_t take_over(experiment::Result& result, const std::vector<experiment::Cell>& earlier);

} // namespace warploom::app
