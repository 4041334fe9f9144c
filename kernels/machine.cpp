#include "kernels/machine.h"

#include "engine/error.h"
#include "kernels/registry.h"
#include "kernels/simulated_machine.h"

namespace warploom::kernels {

const char* to_string(Precision p) { return p == Precision::float32 ? "float" : "double"; }

std::optional<Precision> precision_from(const std::string& name) {
    if (name == "float") return Precision::float32;
    if (name == "double") return Precision::float64;
    return std::nullopt;
}

const char* to_string(MachineKind kind) {
    switch (kind) {
    case MachineKind::cpu: return "cpu";
    case MachineKind::cuda: return "cuda";
    case MachineKind::simulated: return "simulated";
    }
    return "";
}

const std::vector<KernelInfo>& spmv_kernels() {
    static const std::vector<KernelInfo> infos = [] {
        std::vector<KernelInfo> list;
        for (const auto& entry : spmv_entries()) list.push_back(entry.info);
        return list;
    }();
    return infos;
}

const KernelInfo* find_spmv_kernel(const std::string& id) {
    for (const auto& info : spmv_kernels())
        if (id == info.id) return &info;
    return nullptr;
}

std::vector<std::unique_ptr<Machine>> machines() { return simulated_machines(); }

std::string why_no_cuda() { return "This build has no CUDA half."; }

std::unique_ptr<Machine> open_machine(const std::string& id) {
    std::string known;
    for (auto& machine : machines()) {
        if (machine->info().id == id) return std::move(machine);
        known += (known.empty() ? "" : ", ") + machine->info().id;
    }
    if (id.rfind("cuda", 0) == 0) throw Error("machine.unknown", "There is no machine '" + id + "': " + why_no_cuda(), "Known are: " + known + ".");
    throw Error("machine.unknown", "There is no machine '" + id + "'.", "Known are: " + known + ".");
}

} // namespace warploom::kernels
