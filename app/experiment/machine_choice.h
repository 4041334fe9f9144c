#pragma once

#include "app/info/describe.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Selects the machines on which an experiment is measured.
class MachineChoice {
public:
    /// Selects the machines. `wanted` has the format described in ExperimentSettings: the ID of one or more real GPUs
    /// (`cuda:0,1`), an empty string for the first GPU, or `none`. Errors: "machine.unknown", also for machines that do
    /// not support measurements.
    MachineChoice(const MachineList& machines, const std::string& wanted);

    kernels::Machine& host() const { return *host_; }
    kernels::Machine* gpu() const { return gpu_.get(); } ///< selected GPU; null if unavailable or not requested
    /// Returns a machine with the requested number of GPUs or, if there are fewer, with all of them. Sets `found` to
    /// their number. Returns null if there are none.
    std::shared_ptr<kernels::Machine> gpus(int wanted, int& found) const;

    /// Returns a sentence that explains why gpu() is null.
    std::string why_no_gpu() const;
    std::string gpu_title() const;  ///< title of the GPU, such as "NVIDIA H200 (cuda:0)"
    std::string host_title() const; ///< title of the host CPU, such as "AMD EPYC, 2 cores (cpu)"

private:
    const MachineList& machines_;
    bool is_wanted_;
    std::shared_ptr<kernels::Machine> host_, gpu_;
    /// Device numbers of the GPUs, as in the ID `cuda:0`, starting with the selected device.
    std::vector<std::string> devices_;
};

} // namespace warploom::app
