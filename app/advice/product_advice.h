#pragma once

#include "app/advice/advise.h"
#include "engine/memory.h"

#include <cstdint>

namespace warploom::app {

/// Computes a recommendation for y = A x. If `free_bytes` cannot hold the vectors of a trace, falls back to the quick
/// mode and adds a note. Errors: all errors of advise().
protocol::Advice advise_product(const Matrix& matrix, const AdvisedMachine& machine, const AdviceSettings& settings,
                                const Progress& progress, std::int64_t free_bytes = available_memory());
/// Returns an advice document with the fields common to all operations.
protocol::Advice begun_advice(const protocol::Input& input, const AdvisedMachine& machine,
                              const AdviceSettings& settings);
/// Moves kernels that run on the machine but are not supported by the card's model from the list to `advice`, and adds
/// the reason.
void set_apart_what_is_not_modelled(std::vector<std::string>& kernels, const AdviceSettings& settings,
                                    protocol::Advice& advice);

} // namespace warploom::app
