#pragma once

#include "app/advice/advise.h"
#include "engine/memory.h"

#include <cstdint>

namespace warploom::app {

/// Of y = A x. Where `free_bytes` are too few for the vectors of a trace, the advice is a quick one, and says so.
/// Errors: those of advise().
protocol::Advice advise_product(const Matrix& matrix, const AdvisedMachine& machine, const AdviceSettings& settings,
                                const Progress& progress, std::int64_t free_bytes = available_memory());
/// Returns an advice document with the fields that all kinds of advice share.
protocol::Advice begun_advice(const protocol::Input& input, const AdvisedMachine& machine,
                              const AdviceSettings& settings);
/// Kernels that this machine runs and no card's model knows, each with why. Those of the list are taken out of it.
void set_apart_what_is_not_modelled(std::vector<std::string>& kernels, const AdviceSettings& settings,
                                    protocol::Advice& advice);

} // namespace warploom::app
