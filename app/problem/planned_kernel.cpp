#include "app/problem/planned_kernel.h"

#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

using kernels::KernelInfo;

namespace {

std::string why_not_here(const KernelInfo& info, const std::string& machine) {
    const std::string id = info.id;
    switch (info.runs_on) {
    case RunsOn::host:
        return sentence("Kernel {kernel} is a host kernel. It runs on the machine cpu, not on {machine}.",
                        {{"kernel", id}, {"machine", machine}});
    case RunsOn::gpu:
        return sentence("Kernel {kernel} is a GPU kernel. It runs on cuda:N and simulated:CARD, not on {machine}.",
                        {{"kernel", id}, {"machine", machine}});
    case RunsOn::cuda:
        return sentence("Kernel {kernel} requires a real GPU. It runs on cuda:N, not on {machine}.",
                        {{"kernel", id}, {"machine", machine}});
    case RunsOn::anywhere: break;
    }
    return {};
}

} // namespace

const KernelInfo& require_known(Operation operation, const std::string& id) {
    const KernelInfo* const info = kernels::find_kernel(operation, id);
    if (info != nullptr) return *info;
    std::vector<std::string> known;
    for (const auto& each : kernels::kernels_of(operation)) known.emplace_back(each.id);
    throw Error("kernel.unknown", sentence("There is no kernel named '{kernel}'.", {{"kernel", id}}),
                did_you_mean(id, known));
}

bool takes_product(const KernelInfo& method) { return std::string(method.format) == "product"; }

bool PlannedKernel::takes_block() const {
    const auto takes = [](const KernelInfo& kernel) { return kernel.runs_on == RunsOn::gpu && kernel.takes_block; };
    return takes(*info) || (product != nullptr && takes(*product));
}

std::string PlannedKernel::why_not_on(const kernels::Machine& machine) const {
    for (const KernelInfo* part : {info, product})
        if (part != nullptr && !machine.runs(part->runs_on)) return why_not_here(*part, machine.info().id);
    return {};
}

} // namespace warploom::app
