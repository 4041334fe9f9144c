#pragma once

#include "app/experiment/input_choice.h"
#include "app/experiment/machine_choice.h"
#include "app/experiment/run_experiment.h"
#include "engine/simulated/card.h"

#include <vector>

namespace warploom::app {

/// Sets date, environment, machines and settings of a result that is about to be run. Removes values that an earlier
/// run measured on another machine: values of two machines never share a column.
void note_machines(experiment::Result& result, const MachineChoice& machines, const ExperimentSettings& settings,
                   const std::vector<simulated::Card>& cards);

/// Adds the hashes of the loaded inputs; those of an earlier part of the run are kept.
void note_inputs(experiment::Result& result, const InputChoice& inputs);

} // namespace warploom::app
