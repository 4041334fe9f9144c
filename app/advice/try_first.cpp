#include "app/advice/try_first.h"

#include "app/operations/operation.h"

#include <algorithm>

namespace warploom::app {

std::vector<std::string> first_kernels(const wire::Advice& advice, std::size_t most) {
    std::vector<std::string> chosen;
    if (!advice.take.empty()) chosen.push_back(advice.take);
    for (const wire::AdvisedKernel& kernel : advice.kernels)
        if (chosen.size() < most && std::find(chosen.begin(), chosen.end(), kernel.kernel) == chosen.end())
            chosen.push_back(kernel.kernel);
    return chosen;
}

Run measure_kernels(Inputs& inputs, const std::string& name, kernels::Machine& machine, const AdviceSettings& settings,
                    const std::vector<std::string>& kernels, const RunObserver& observer) {
    RunSettings wanted;
    wanted.kernels = kernels;
    wanted.precisions = {settings.precision};
    wanted.blocks = {settings.block};
    wanted.cache = settings.cache;
    wanted.quick = true;
    Progress progress;
    progress.cancelled = observer.cancelled;
    const auto problem = spec_of(settings.operation).open(inputs, name, wanted, progress);
    return run_problem(machine, *problem, wanted, observer);
}

} // namespace warploom::app
