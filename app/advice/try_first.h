#pragma once

#include "app/advice/advise.h"
#include "app/run/runner.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The kernels that are worth a measurement: the advised one, then the fastest, `most` in all.
std::vector<std::string> first_kernels(const wire::Advice& advice, std::size_t most = 3);

/// Runs kernels on the machine of the advice in the short form.
Run measure_kernels(Inputs& inputs, const std::string& name, kernels::Machine& machine, const AdviceSettings& settings,
                    const std::vector<std::string>& kernels, const RunObserver& observer = {});

} // namespace warploom::app
