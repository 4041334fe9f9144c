#include "app/experiment/machine_choice.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

namespace {

const std::string prefix = "cuda:";

std::string titled(const kernels::MachineInfo& info) { return info.title + " (" + info.id + ")"; }

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const auto comma = std::min(text.find(',', from), text.size());
        parts.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return parts;
}

} // namespace

MachineChoice::MachineChoice(const MachineList& machines, const std::string& wanted)
    : machines_(machines), is_wanted_(wanted != "none") {
    host_ = find_machine(machines, "cpu");
    std::vector<std::string> known;
    for (const auto& machine : machines)
        if (machine->info().kind == MachineKind::cuda && machine->info().ranks == 1)
            known.push_back(machine->info().id);
    if (!is_wanted_) return;
    if (wanted.empty()) {
        if (!known.empty()) gpu_ = find_machine(machines, known.front());
    } else {
        // If several GPUs are selected, use the first one for series that run on a single GPU.
        const bool is_several = wanted.find(',') != std::string::npos || wanted == prefix + "all";
        const auto opened = find_machine(machines, wanted);
        if (opened->info().kind != MachineKind::cuda)
            throw Error("machine.unknown",
                        sentence("Experiments cannot be measured on '{machine}' because it is not a real GPU.",
                                 {{"machine", wanted}}),
                        sentence("Use cuda:0 or none. Series for the host are always measured on the host."));
        if (!is_several) gpu_ = opened;
        else if (wanted != prefix + "all") devices_ = split(wanted.substr(prefix.size()));
        if (is_several) gpu_ = find_machine(machines, devices_.empty() ? known.front() : prefix + devices_.front());
    }
    if (!devices_.empty() || gpu_ == nullptr) return;
    const auto add = [&](const std::string& id) {
        if (id.rfind(prefix, 0) != 0) return;
        const std::string device = id.substr(prefix.size());
        if (std::find(devices_.begin(), devices_.end(), device) == devices_.end()) devices_.push_back(device);
    };
    add(gpu_->info().id);
    for (const auto& id : known) add(id);
}

std::shared_ptr<kernels::Machine> MachineChoice::gpus(int wanted, int& found) const {
    found = gpu_ == nullptr ? 0 : std::min(wanted, std::max(1, static_cast<int>(devices_.size())));
    if (found <= 1) return gpu_;
    std::string id = prefix;
    for (int i = 0; i < found; ++i) id += (i == 0 ? "" : ",") + devices_[i];
    return find_machine(machines_, id);
}

std::string MachineChoice::why_no_gpu() const {
    return is_wanted_ ? sentence("No GPU was found in this computer.")
                      : sentence("GPU measurements were not requested.");
}

std::string MachineChoice::gpu_title() const { return gpu_ == nullptr ? "" : titled(gpu_->info()); }
std::string MachineChoice::host_title() const { return titled(host_->info()); }

} // namespace warploom::app
