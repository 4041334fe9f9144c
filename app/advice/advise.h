#pragma once

#include "app/advice/advised_machine.h"
#include "app/inputs/inputs.h"
#include "engine/progress.h"
#include "engine/protocol/messages/advice.h"

#include <string>

// Recommends kernels and explains the choice. Ranks the kernels by applying the card's performance model to a sample of
// thread blocks, and groups kernels whose times differ by less than the model error.

namespace warploom::app {

struct AdviceSettings {
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    int block = 128;
    CacheState cache = CacheState::cold;
    double products = 1000; ///< number of SpMV calls over which the conversion cost is amortized
    bool quick = false;     ///< whether to use only matrix statistics, without conversions or traces
};

/// Computes a kernel recommendation for an input. Errors: any error from Inputs; "matrix.unsupported", "kernel.block",
/// "advice.operation" (for ata), "advice.products", "cancelled".
protocol::Advice advise(Inputs& inputs, const std::string& name, const AdvisedMachine& machine,
                        const AdviceSettings& settings, const Progress& progress = {});

} // namespace warploom::app
