#include "kernels/registry/multi_gpu_machine.h"

#include "engine/error.h"
#include "kernels/registry/cuda_plugin.h"

#include <charconv>
#include <numeric>
#include <string_view>

namespace warploom::kernels {

namespace {

constexpr std::string_view prefix = "cuda:";

[[noreturn]] void refuse(const std::string& id) {
    throw Error(
        "machine.unknown", "The machine '" + id + "' makes no sense.",
        "Write the numbers of GPUs as cuda:0,1 or cuda:all, with +nccl or +peer behind it to say how x travels.");
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
        throw Error("machine.unknown", "The machine cuda:mpi is of several processes, and this is one of none.",
                    "Start it with `mpirun -n 2 warploom-engine run spmv ... --machine cuda:mpi`; the GPUs of one "
                    "computer are cuda:all.");
    constexpr std::size_t most = 16; // maximum number of GPUs in one host
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
                    "The machine '" + id + "' has " + std::to_string(asked.ordinals.size()) + " ranks.",
                    "At most " + std::to_string(most) + " share a matrix.");
    return asked;
}

std::unique_ptr<Machine> open_multi_gpu(const std::string& id) {
    MultiGpu asked = parse_multi_gpu(id);
    std::vector<std::unique_ptr<Machine>> present = cuda_machines();
    if (present.empty())
        throw Error("machine.unknown", "There is no machine '" + id + "': " + why_no_cuda(),
                    "`warploom-engine devices` lists those that there are.");
    std::erase_if(present, [](const auto& machine) { return machine->info().ranks > 1; });
    const int count = static_cast<int>(present.size());
    if (asked.ordinals.empty()) {
        asked.ordinals.resize(present.size());
        std::iota(asked.ordinals.begin(), asked.ordinals.end(), 0);
    }
    for (const int ordinal : asked.ordinals)
        if (ordinal >= count)
            throw Error("machine.unknown",
                        "There is no GPU " + std::to_string(ordinal) + " for the machine '" + id +
                            "': this computer has " + std::to_string(count) + (count == 1 ? " GPU." : " GPUs."),
                        "Count from 0, or write cuda:all.");
    if (asked.ordinals.size() == 1) return std::move(present[asked.ordinals.front()]);
    return multi_gpu_devices(id, asked);
}

} // namespace warploom::kernels
