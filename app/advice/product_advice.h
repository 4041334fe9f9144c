#pragma once

#include "app/advice/advise.h"
#include "engine/memory.h"

#include <cstdint>

namespace warploom::app {

/// Computes a recommendation for y = A x. If the vectors for tracing do not fit in `free_bytes`, uses quick mode and
/// adds a note. Errors: any error from advise().
protocol::Advice advise_product(const Matrix& matrix, const AdvisedMachine& machine, const AdviceSettings& settings,
                                const Progress& progress, std::int64_t free_bytes = available_memory());
/// Returns an advice document that contains only the fields that do not depend on the operation.
protocol::Advice begun_advice(const protocol::Input& input, const AdvisedMachine& machine,
                              const AdviceSettings& settings);
/// Removes from `kernels` each kernel that the machine can run but that its performance model does not support. Adds
/// these kernels to `advice`, each with the reason.
void set_apart_what_is_not_modelled(std::vector<std::string>& kernels, const AdviceSettings& settings,
                                    protocol::Advice& advice);

} // namespace warploom::app
