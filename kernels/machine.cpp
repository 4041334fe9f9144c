#include "kernels/machine.h"

#include "engine/error.h"
#include "kernels/cg/methods.h"
#include "kernels/cpu/cpu_machine.h"
#include "kernels/cpu/entries.h"
#include "kernels/cuda_plugin.h"
#include "kernels/registry.h"
#include "kernels/several_machine.h"
#include "kernels/simulated_machine.h"
#include "kernels/vendor_kernels.h"

namespace warploom::kernels {

const char* to_string(Operation operation) {
    switch (operation) {
    case Operation::spmv: return "spmv";
    case Operation::cg: return "cg";
    case Operation::tridiagonal: return "tridiagonal";
    case Operation::ata: return "ata";
    }
    return "";
}

std::optional<Operation> operation_from(const std::string& name) {
    for (const auto operation : {Operation::spmv, Operation::cg, Operation::tridiagonal, Operation::ata})
        if (name == to_string(operation)) return operation;
    return std::nullopt;
}

namespace {

template <class Entry> void append_infos(std::vector<KernelInfo>& list, const std::vector<Entry>& entries) {
    for (const auto& entry : entries) list.push_back(entry.info);
}

template <class Entry, class HostEntry>
std::vector<KernelInfo> all_infos(Operation operation, const std::vector<Entry>& entries,
                                  const std::vector<HostEntry>& host_entries) {
    std::vector<KernelInfo> list;
    append_infos(list, entries);
    for (const auto& info : vendor_kernels(operation)) list.push_back(info);
    append_infos(list, host_entries);
    return list;
}

} // namespace

const std::vector<KernelInfo>& kernels_of(Operation operation) {
    static const std::vector<KernelInfo> spmv = all_infos(Operation::spmv, spmv_entries(), cpu_entries());
    static const std::vector<KernelInfo> tridiagonal =
        all_infos(Operation::tridiagonal, tridiagonal_entries(), cpu_tridiagonal_entries());
    static const std::vector<KernelInfo> ata = all_infos(Operation::ata, ata_entries(), cpu_ata_entries());
    switch (operation) {
    case Operation::spmv: return spmv;
    case Operation::cg: return cg_methods();
    case Operation::tridiagonal: return tridiagonal;
    case Operation::ata: return ata;
    }
    return spmv;
}

const KernelInfo* find_kernel(Operation operation, const std::string& id) {
    for (const auto& info : kernels_of(operation))
        if (id == info.id) return &info;
    return nullptr;
}

const std::vector<KernelInfo>& spmv_kernels() { return kernels_of(Operation::spmv); }
const KernelInfo* find_spmv_kernel(const std::string& id) { return find_kernel(Operation::spmv, id); }

const KernelInfo& require_kernel(Operation operation, const std::string& id, const Machine& machine) {
    const KernelInfo* const info = find_kernel(operation, id);
    if (info == nullptr)
        throw Error("kernel.unknown", std::string("There is no kernel '") + id + "' of " + to_string(operation) + ".",
                    "`warploom-engine kernels` lists them.");
    if (!machine.runs(info->runs_on)) {
        const char* const where = info->runs_on == RunsOn::host   ? "the machine cpu"
                                  : info->runs_on == RunsOn::cuda ? "a real GPU (cuda:N) only"
                                                                  : "a GPU, real (cuda:N) or simulated";
        throw Error("kernel.machine", "Kernel '" + id + "' does not run on " + machine.info().id + ".",
                    std::string("It runs on ") + where + ".");
    }
    return *info;
}

const KernelInfo& require_kernel(const std::string& id, const Machine& machine, const HostFormat& format) {
    const KernelInfo& info = require_kernel(Operation::spmv, id, machine);
    if (format.footprint.format != info.format)
        throw Error("kernel.format",
                    "Kernel '" + id + "' reads the format " + info.format + ", not " + format.footprint.format + ".",
                    std::string("Convert the matrix to ") + info.format + " first.");
    return info;
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
    if (names_several_gpus(id)) return open_several_gpus(id);
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
