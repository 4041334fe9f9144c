#include "app/info/describe.h"
#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/measure/environment.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "kernels/registry/multi_gpu_machine.h"
#include "kernels/registry/simulated_machine.h"

#include <unistd.h>

#include <algorithm>

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

namespace {

/// Returns a hint for an unknown machine. Recognizes the name of a card even if the prefix `simulated:` is missing.
std::string hint_for_machine(const MachineList& machines, const std::string& id) {
    const std::string prefix = "simulated:";
    std::vector<std::string> known{"cpu"}, cards;
    for (const auto& machine : machines)
        if (machine->info().id != known.front()) known.push_back(machine->info().id);
    for (const simulated::Card& card : simulated::cards()) {
        cards.push_back(card.id);
        if (std::find(known.begin(), known.end(), prefix + card.id) == known.end()) known.push_back(prefix + card.id);
    }
    const std::string bare = id.starts_with(prefix) ? id.substr(prefix.size()) : id;
    const std::size_t most = std::max<std::size_t>(1, bare.size() / 3);
    for (const std::string& card : cards)
        if (edit_distance(bare.substr(0, 64), card) <= most) return did_you_mean(prefix + bare, known);
    return did_you_mean(bare, known);
}

} // namespace

std::shared_ptr<kernels::Machine> find_machine(const MachineList& machines, const std::string& id) {
    if (kernels::names_simulated_machine(id)) {
        try {
            return kernels::find_simulated_machine(id);
        } catch (const Error& error) {
            if (error.code() != "card.unknown") throw;
        }
    }
    for (const auto& machine : machines)
        // Return a non-owning pointer, because the list owns the machine.
        if (machine->info().id == id) return {std::shared_ptr<void>(), machine.get()};
    if (kernels::names_multi_gpu(id)) return kernels::open_multi_gpu(id);
    const std::string hint = hint_for_machine(machines, id);
    if (id.rfind("cuda", 0) == 0 && !kernels::why_no_cuda().empty())
        throw Error("machine.unknown",
                    sentence("The machine '{machine}' is not available: {reason}",
                             {{"machine", id}, {"reason", kernels::why_no_cuda()}}),
                    hint);
    throw Error("machine.unknown", sentence("There is no machine named '{machine}'.", {{"machine", id}}), hint);
}

} // namespace warploom::app
