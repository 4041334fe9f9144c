#include "kernels/registry/multi_gpu_machine.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/registry/cuda_plugin.h"

#include <charconv>
#include <numeric>
#include <string_view>

namespace warploom::kernels {

namespace {

constexpr std::string_view prefix = "cuda:";

[[noreturn]] void refuse(const std::string& id) {
    throw Error(
        "machine.unknown", sentence("'{machine}' is not a valid machine name.", {{"machine", id}}),
        sentence("Specify the GPUs as cuda:0,1 or cuda:all. Append +nccl or +peer to choose how x is exchanged."));
}

int number_of(std::string_view text, const std::string& id) {
    int number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || number < 0) refuse(id);
    return number;
}

} // namespace

bool names_multi_gpu(const std::string& id) {
    if (!std::string_view(id).starts_with(prefix)) return false;
    if (id == mpi_machine) return true;
    return id.find_first_of(",+") != std::string::npos || std::string_view(id).substr(prefix.size()) == "all";
}

MultiGpu parse_multi_gpu(const std::string& id) {
    if (id == mpi_machine)
        throw Error(
            "machine.unknown",
            sentence("The machine cuda:mpi needs several MPI processes, but this process was not started by MPI."),
            sentence("Start it with `mpirun -n 2 warploom-engine run spmv ... --machine cuda:mpi`. For the GPUs of one "
                     "computer, use cuda:all."));
    constexpr std::size_t most = 16; // maximum number of GPUs in a machine
    if (!names_multi_gpu(id)) refuse(id);
    std::string_view rest = std::string_view(id).substr(prefix.size());
    MultiGpu asked;
    if (const auto plus = rest.find('+'); plus != std::string_view::npos) {
        const auto way = rest.substr(plus + 1);
        if (way == "nccl") asked.exchange = ExchangeKind::nccl;
        else if (way == "peer") asked.exchange = ExchangeKind::peer;
        else refuse(id);
        rest = rest.substr(0, plus);
    }
    if (rest == "all") return asked;
    for (;;) {
        const auto comma = rest.find(',');
        asked.ordinals.push_back(number_of(rest.substr(0, comma), id));
        if (comma == std::string_view::npos) break;
        rest = rest.substr(comma + 1);
    }
    if (asked.ordinals.size() > most)
        throw Error("machine.unknown",
                    sentence("The machine '{machine}' has {count} ranks, but at most {most} are supported.",
                             {{"machine", id}, {"count", asked.ordinals.size()}, {"most", most}}),
                    sentence("Specify fewer GPUs."));
    return asked;
}

std::unique_ptr<Machine> open_multi_gpu(const std::string& id) {
    MultiGpu asked = parse_multi_gpu(id);
    std::vector<std::unique_ptr<Machine>> present = cuda_machines();
    if (present.empty())
        throw Error("machine.unknown",
                    sentence("The machine '{machine}' is not available: {reason}",
                             {{"machine", id}, {"reason", why_no_cuda()}}),
                    sentence("`warploom-engine devices` lists the available machines."));
    std::erase_if(present, [](const auto& machine) { return machine->info().ranks > 1; });
    const int count = static_cast<int>(present.size());
    if (asked.ordinals.empty()) {
        asked.ordinals.resize(present.size());
        std::iota(asked.ordinals.begin(), asked.ordinals.end(), 0);
    }
    for (const int ordinal : asked.ordinals)
        if (ordinal >= count)
            throw Error(
                "machine.unknown",
                sentence(
                    "There is no GPU {gpu} for the machine '{machine}': this computer has {count} {count:GPU|GPUs}.",
                    {{"gpu", ordinal}, {"machine", id}, {"count", count}}),
                sentence("GPUs are numbered from 0. Use cuda:all for all GPUs."));
    if (asked.ordinals.size() == 1) return std::move(present[asked.ordinals.front()]);
    return multi_gpu_devices(id, asked);
}

} // namespace warploom::kernels
