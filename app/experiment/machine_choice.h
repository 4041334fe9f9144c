#pragma once

#include "app/info/describe.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Selects the machines that measure an experiment.
class MachineChoice {
public:
    /// `wanted` has the same meaning as in ExperimentSettings: the ID of a real GPU, or of several GPUs (`cuda:0,1`);
    /// empty for the first GPU; or `none`. Errors: "machine.unknown", also for machines that cannot be measured.
    MachineChoice(const MachineList& machines, const std::string& wanted);

    kernels::Machine& host() const { return *host_; }
    kernels::Machine* gpu() const { return gpu_.get(); } ///< selected GPU; null if there is none or none was requested
    /// Returns a machine with the requested number of GPUs, or with all GPUs if there are fewer; null if there are
    /// none.
    std::shared_ptr<kernels::Machine> gpus(int wanted, int& found) const;

    /// Returns a sentence that explains why gpu() is null.
    std::string why_no_gpu() const;
    std::string gpu_title() const;  ///< title of the GPU, such as "NVIDIA H200 (cuda:0)"
    std::string host_title() const; ///< title of the host, such as "AMD EPYC, 2 cores (cpu)"

private:
    const MachineList& machines_;
    bool is_wanted_;
    std::shared_ptr<kernels::Machine> host_, gpu_;
    /// The part of each ID after `cuda:`, such as "0" and "1". The selected device comes first.
    std::vector<std::string> devices_;
};

} // namespace warploom::app
