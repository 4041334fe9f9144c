#pragma once

#include "app/advice/advised_machine.h"
#include "app/inputs/inputs.h"
#include "engine/progress.h"
#include "engine/protocol/messages/advice.h"

#include <string>

// Recommends a kernel and explains why: ranks kernels by the model of a card over a sample of blocks, taking the
// model's own error into account, so that kernels it cannot distinguish form one group.

namespace warploom::app {

struct AdviceSettings {
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    int block = 128;
    CacheState cache = CacheState::cold;
    double products = 1000; ///< calls among which a conversion is shared out
    bool quick = false;     ///< statistics alone: nothing is converted, nothing traced
};

/// Errors: those of Inputs, "matrix.unsupported", "kernel.block", "advice.operation" (ata), "advice.products",
/// "cancelled".
protocol::Advice advise(Inputs& inputs, const std::string& name, const AdvisedMachine& machine,
                        const AdviceSettings& settings, const Progress& progress = {});

} // namespace warploom::app
