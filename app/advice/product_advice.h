#pragma once

#include "app/advice/advise.h"
#include "engine/memory.h"

#include <cstdint>

namespace warploom::app {

/// Computes a recommendation for y = A x. If `free_bytes` is insufficient for the vectors of a trace, makes a quick
/// recommendation and says so. Errors: all errors of advise().
protocol::Advice advise_product(const Matrix& matrix, const AdvisedMachine& machine, const AdviceSettings& settings,
                                const Progress& progress, std::int64_t free_bytes = available_memory());
/// Returns an advice document with the fields that all types of advice share.
protocol::Advice begun_advice(const protocol::Input& input, const AdvisedMachine& machine,
                              const AdviceSettings& settings);
/// Moves kernels that the machine can run but the card's model does not support from the list to `advice`, and adds the
/// reason.
void set_apart_what_is_not_modelled(std::vector<std::string>& kernels, const AdviceSettings& settings,
                                    protocol::Advice& advice);

} // namespace warploom::app
