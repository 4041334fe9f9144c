#include "app/planned_kernel.h"

#include "engine/error.h"

#include <algorithm>

namespace warploom::app {

using kernels::KernelInfo;
using kernels::MachineKind;
using kernels::Operation;
using kernels::RunsOn;

namespace {

const KernelInfo& require(Operation operation, const std::string& id) {
    const KernelInfo* const info = kernels::find_kernel(operation, id);
    if (info != nullptr) return *info;
    std::string known;
    for (const auto& each : kernels::kernels_of(operation)) known += (known.empty() ? "" : ", ") + std::string(each.id);
    throw Error("kernel.unknown", "There is no kernel '" + id + "'.", "Known are: " + known + ".");
}

std::string why_not_here(const KernelInfo& info, const std::string& machine) {
    const std::string id = info.id;
    switch (info.runs_on) {
    case RunsOn::host: return "Kernel " + id + " is a host loop: it runs on machine cpu, not on " + machine + ".";
    case RunsOn::gpu:
        return "Kernel " + id + " is a GPU kernel: it runs on cuda:N and simulated:CARD, not on " + machine + ".";
    case RunsOn::cuda: return "Kernel " + id + " needs a real GPU: it runs on cuda:N, not on " + machine + ".";
    case RunsOn::anywhere: break;
    }
    return {};
}

bool is_listed(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

/// The products that show what a format does to an iteration, without a row for each of twenty.
const std::vector<std::string>& usual_products(MachineKind kind) {
    static const std::vector<std::string> host{"cpu-csr", "cpu-csr-parallel"};
    static const std::vector<std::string> gpu{"csr-scalar", "csr-vector", "ell", "sell"};
    return kind == MachineKind::cpu ? host : gpu;
}

} // namespace

bool takes_product(const KernelInfo& cg_method) { return std::string(cg_method.format) == "product"; }

bool PlannedKernel::takes_block() const {
    const auto takes = [](const KernelInfo& kernel) { return kernel.runs_on == RunsOn::gpu && kernel.takes_block; };
    return takes(*info) || (product != nullptr && takes(*product));
}

bool PlannedKernel::takes_threads(Operation operation) const {
    return (operation == Operation::tridiagonal || operation == Operation::ata) && info->runs_on == RunsOn::host;
}

std::string PlannedKernel::why_not_on(const kernels::Machine& machine) const {
    for (const KernelInfo* part : {info, product})
        if (part != nullptr && !machine.runs(part->runs_on)) return why_not_here(*part, machine.info().id);
    return {};
}

PlannedKernel plan_kernel(Operation operation, const std::string& name) {
    switch (operation) {
    case Operation::ata: {
        const auto parsed = kernels::parse_ata_kernel(name);
        return {kernels::to_string(parsed), &require(operation, parsed.kernel), nullptr};
    }
    case Operation::cg: {
        const auto parsed = kernels::parse_cg_kernel(name);
        return {kernels::to_string(parsed), &require(operation, parsed.method),
                parsed.spmv.empty() ? nullptr : &require(Operation::spmv, parsed.spmv)};
    }
    case Operation::spmv:
    case Operation::tridiagonal: break;
    }
    return {name, &require(operation, name), nullptr};
}

std::vector<std::string> usual_kernels(Operation operation, const kernels::Machine& machine) {
    std::vector<std::string> list;
    for (const auto& info : kernels::kernels_of(operation)) {
        if (!machine.runs(info.runs_on)) continue;
        if (operation != Operation::cg || !takes_product(info)) {
            list.emplace_back(info.id);
            continue;
        }
        for (const auto& product : usual_products(machine.info().kind))
            if (machine.runs(require(Operation::spmv, product).runs_on)) list.push_back(info.id + (":" + product));
    }
    return list;
}

std::string plainest_of(Operation operation, const kernels::Machine& machine, const std::vector<std::string>& kernels) {
    const bool is_host = machine.info().kind == MachineKind::cpu;
    std::vector<std::string> plain;
    switch (operation) {
    case Operation::spmv: plain = {is_host ? "cpu-csr" : "csr-scalar"}; break;
    case Operation::tridiagonal: plain = {"thomas", "cr", "thomas-gpu"}; break;
    case Operation::ata: plain = {"cpu-ata", "naive"}; break;
    case Operation::cg: plain = {"cg-cusparse", is_host ? "cg:cpu-csr" : "cg:csr-scalar"}; break;
    }
    for (const auto& name : plain)
        if (is_listed(kernels, name)) return name;
    return kernels.front();
}

} // namespace warploom::app
