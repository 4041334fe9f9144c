#pragma once

#include "app/experiment/input_choice.h"
#include "app/experiment/machine_choice.h"
#include "app/experiment/run_experiment.h"
#include "engine/simulated/card.h"

#include <vector>

namespace warploom::app {

/// Sets the date, environment, machines and settings of a result before the run. Removes values that an earlier run
/// measured on a different machine, because all values in a column must come from the same machine.
void note_machines(experiment::Result& result, const MachineChoice& machines, const ExperimentSettings& settings,
                   const std::vector<simulated::Card>& cards);

/// Adds the hashes of the loaded inputs to those in the result.
void note_inputs(experiment::Result& result, const InputChoice& inputs);

} // namespace warploom::app
