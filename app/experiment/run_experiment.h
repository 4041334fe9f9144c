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
    bool model = true;        ///< fill in the modeled column
    std::string model_cache;  ///< folder with modeled figures of earlier runs (modelled_cache.h); empty: none
    bool model_again = false; ///< ignores cached values, and stores the new ones
    std::string machine;      ///< for GPU series: `cuda:0`; empty: the first real GPU, or none; "none": do not measure
    bool measure_host = true; ///< fill in the measured column of CPU series
    std::vector<std::string> data; ///< folders with files that experiments name, looked through in order
    Share share;                   ///< the part of the work that is done
};

struct ExperimentObserver {
    /// `detail` ends with the time that is left, where that is known: "ELL, order 4096, about 40 s left".
    std::function<void(const std::string& stage, const std::string& detail, std::size_t done, std::size_t total)>
        progress;
    std::function<void(const experiment::Cell& cell)> cell; ///< a figure of this cell is new
    /// Figures of one trace, new or found, under the name by which they are kept.
    std::function<void(const std::string& key, const ModelledCache::Entry& entry)> kept;
    std::function<void()> device_lost; ///< a real GPU faulted: this process cannot use it any more
    const std::atomic<bool>* cancelled = nullptr;
};

/// Runs the cells that `result` does not have yet (which resumes an interrupted run), cheapest first, models before
/// measurements; each run is executed once, however many cells it fills. A failed run sets why_not, and the next one
/// continues. If canceled, contains the finished cells and is not complete. Errors: "machine.unknown", "card.unknown".
void run_experiment(experiment::Result& result, const ExperimentSettings& settings, const MachineList& machines,
                    const ExperimentObserver& observer);

/// A result with nothing but the published figures.
experiment::Result begin_experiment(const experiment::Experiment& experiment, bool quick);

/// Puts the figures of an earlier run into the cells that they belong to; cells that this experiment does not have are
/// left out. Returns how many cells have a number from there.
std::size_t take_over(experiment::Result& result, const std::vector<experiment::Cell>& earlier);

} // namespace warploom::app
