#pragma once

#include "app/experiment/input_choice.h"
#include "app/experiment/machine_choice.h"
#include "app/experiment/run_experiment.h"
#include "engine/simulated/card.h"

#include <vector>

namespace warploom::app {

/// Sets the date, environment, machines and settings of a result before it is run. Removes values that an earlier run
/// measured on a different machine, because a column must never mix values from two machines.
void note_machines(experiment::Result& result, const MachineChoice& machines, const ExperimentSettings& settings,
                   const std::vector<simulated::Card>& cards);

/// Adds the hashes of the loaded inputs to those recorded earlier in the run.
void note_inputs(experiment::Result& result, const InputChoice& inputs);

} // namespace warploom::app
