#include "kernels/machine.h"

#include "engine/error.h"
#include "kernels/cpu/cpu_machine.h"
#include "kernels/cpu/entries.h"
#include "kernels/cuda_plugin.h"
#include "kernels/registry.h"
#include "kernels/simulated_machine.h"
#include "kernels/vendor_kernels.h"

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
        for (const auto& info : vendor_kernels()) list.push_back(info);
        for (const auto& entry : cpu_entries()) list.push_back(entry.info);
        return list;
    }();
    return infos;
}

const KernelInfo* find_spmv_kernel(const std::string& id) {
    for (const auto& info : spmv_kernels())
        if (id == info.id) return &info;
    return nullptr;
}

const KernelInfo& require_kernel(const std::string& id, const Machine& machine, const HostFormat& format) {
    const KernelInfo* const info = find_spmv_kernel(id);
    if (info == nullptr)
        throw Error("kernel.unknown", "There is no kernel '" + id + "'.", "`warploom-engine kernels` lists them.");
    if (!machine.runs(info->runs_on)) {
        const char* const where = info->runs_on == RunsOn::host ? "the machine cpu"
                                  : info->runs_on == RunsOn::cuda
                                      ? "a real GPU (cuda:N), because it is the vendor's library"
                                      : "a GPU, real (cuda:N) or simulated";
        throw Error("kernel.machine", "Kernel '" + id + "' does not run on " + machine.info().id + ".",
                    std::string("It runs on ") + where + ".");
    }
    if (format.footprint.format != info->format)
        throw Error("kernel.format",
                    "Kernel '" + id + "' reads the format " + info->format + ", not " + format.footprint.format + ".",
                    std::string("Convert the matrix to ") + info->format + " first.");
    return *info;
}

std::vector<std::unique_ptr<Machine>> machines() {
    std::vector<std::unique_ptr<Machine>> list = cuda_machines();
    list.push_back(cpu_machine());
    for (auto& machine : simulated_machines()) list.push_back(std::move(machine));
    return list;
}

std::unique_ptr<Machine> open_machine(const std::string& id) {
    if (names_simulated_machine(id)) {
        try {
            return find_simulated_machine(id);
        } catch (const Error& error) {
            if (error.code() != "card.unknown") throw;
        }
    }
    std::string known;
    for (auto& machine : machines()) {
        if (machine->info().id == id) return std::move(machine);
        known += (known.empty() ? "" : ", ") + machine->info().id;
    }
    if (id.rfind("cuda", 0) == 0)
        throw Error("machine.unknown", "There is no machine '" + id + "': " + why_no_cuda(),
                    "Known are: " + known + ".");
    throw Error("machine.unknown", "There is no machine '" + id + "'.", "Known are: " + known + ".");
}

} // namespace warploom::kernels
