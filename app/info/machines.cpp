#include "app/info/describe.h"
#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/measure/environment.h"
#include "engine/sentence.h"
#include "kernels/registry/multi_gpu_machine.h"
#include "kernels/registry/simulated_machine.h"

#include <unistd.h>

// Lists the machines for a worker's handshake, and finds a machine by its ID.

namespace warploom::app {

protocol::MachineEntry machine_of(const kernels::MachineInfo& machine) {
    return {machine.id, machine.title, machine.kind, machine.facts};
}

std::vector<protocol::MachineEntry> machines_of(const MachineList& machines) {
    return transform_to_vector(machines, [](const auto& machine) { return machine_of(machine->info()); });
}

protocol::Handshake handshake(const MachineList& machines) {
    return {"worker",
            protocol::version,
            measure::version(),
            static_cast<std::int64_t>(getpid()),
            machines_of(machines),
            kernels::why_no_cuda(),
            known_kernels(),
            known_formats()};
}

std::shared_ptr<kernels::Machine> find_machine(const MachineList& machines, const std::string& id) {
    if (kernels::names_simulated_machine(id)) {
        try {
            return kernels::find_simulated_machine(id);
        } catch (const Error& error) {
            if (error.code() != "card.unknown") throw;
        }
    }
    std::string known;
    for (const auto& machine : machines) {
        // Return a non-owning pointer, because the list owns the machine.
        if (machine->info().id == id) return {std::shared_ptr<void>(), machine.get()};
        add_item(known, machine->info().id);
    }
    if (kernels::names_multi_gpu(id)) return kernels::open_multi_gpu(id);
    const std::string hint = sentence("Available machines: {machines}.", {{"machines", known}});
    if (id.rfind("cuda", 0) == 0 && !kernels::why_no_cuda().empty())
        throw Error("machine.unknown",
                    sentence("The machine '{machine}' is not available: {reason}",
                             {{"machine", id}, {"reason", kernels::why_no_cuda()}}),
                    hint);
    throw Error("machine.unknown", sentence("There is no machine named '{machine}'.", {{"machine", id}}), hint);
}

} // namespace warploom::app
