#include "kernels/machine/machine.h"

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/cpu/cpu_machine.h"
#include "kernels/registry/cuda_plugin.h"
#include "kernels/registry/multi_gpu_machine.h"
#include "kernels/registry/simulated_machine.h"

namespace warploom::kernels {

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
    if (names_multi_gpu(id)) return open_multi_gpu(id);
    std::string known;
    for (auto& machine : machines()) {
        if (machine->info().id == id) return std::move(machine);
        add_item(known, machine->info().id);
    }
    if (id.rfind("cuda", 0) == 0)
        throw Error("machine.unknown",
                    sentence("The machine '{machine}' is not available: {reason}",
                             {{"machine", id}, {"reason", why_no_cuda()}}),
                    sentence("Available machines: {machines}.", {{"machines", known}}));
    throw Error("machine.unknown", sentence("There is no machine named '{machine}'.", {{"machine", id}}),
                sentence("Available machines: {machines}.", {{"machines", known}}));
}

} // namespace warploom::kernels
