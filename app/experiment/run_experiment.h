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
    bool model = true;
    std::string model_cache;  ///< folder for cached modeled values (modelled_cache.h); if empty, nothing is cached
    bool model_again = false; ///< whether to ignore cached modeled values and replace them
    /// Machine for GPU series: an ID such as `cuda:0`, empty for the first real GPU (if any), or "none" to skip
    /// measurements.
    std::string machine;
    bool measure_host = true;      ///< whether to measure series for the host CPU
    std::vector<std::string> data; ///< folders in which to search for files that experiments refer to, in this order
    Share share;                   ///< part of the work that this process performs
};

struct ExperimentObserver {
    /// Called to report progress. `detail` ends with the remaining time if it is known, as in "ELL, order 4096, about
    /// 40 s left".
    std::function<void(const std::string& stage, const std::string& detail, std::size_t done, std::size_t total)>
        progress;
    std::function<void(const experiment::Cell& cell)> cell; ///< called when a result cell gets a new value
    /// Called with the modeled values of each trace and their cache key. The values may be newly computed or read from
    /// the cache.
    std::function<void(const std::string& key, const ModelledCache::Entry& entry)> kept;
    std::function<void()> device_lost; ///< called if a real GPU faults; this process can then no longer use the GPU
    const std::atomic<bool>* cancelled = nullptr;
};

/// Computes all cells of `result` that have no value yet, so that an interrupted run can be resumed. Modeled values are
/// computed before measurements, and inexpensive runs are performed first. Each run is performed only once, even if
/// several cells use it. If a run fails, sets why_not and continues. After cancellation, `result` contains the finished
/// cells and is marked as incomplete. Errors: "machine.unknown", "card.unknown".
void run_experiment(experiment::Result& result, const ExperimentSettings& settings, const MachineList& machines,
                    const ExperimentObserver& observer);

/// Returns a result of the experiment that contains only published values.
experiment::Result begin_experiment(const experiment::Experiment& experiment, bool quick);

/// Copies the cell values of an earlier run to `result`. Skips cells that do not exist in `result`. Returns the number
/// of cells that received a value.
std::size_t take_over(experiment::Result& result, const std::vector<experiment::Cell>& earlier);

} // namespace warploom::app
