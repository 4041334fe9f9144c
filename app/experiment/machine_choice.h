#pragma once

#include "app/info/describe.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Selects the machines on which an experiment is measured.
class MachineChoice {
public:
    /// `wanted` has the same meaning as in ExperimentSettings: the ID of a real GPU (or of several: `cuda:0,1`), empty
    /// for the first, or `none`. Errors: "machine.unknown", also for machines that cannot measure.
    MachineChoice(const MachineList& machines, const std::string& wanted);

    kernels::Machine& host() const { return *host_; }
    kernels::Machine* gpu() const { return gpu_.get(); } ///< null if there is none, or none was requested
    /// Returns the requested number of GPUs, or as many as there are; null if there are none.
    std::shared_ptr<kernels::Machine> gpus(int wanted, int& found) const;

    /// Returns why gpu() is null, as a sentence.
    std::string why_no_gpu() const;
    std::string gpu_title() const;  ///< "NVIDIA H200 (cuda:0)"
    std::string host_title() const; ///< "AMD EPYC, 2 cores (cpu)"

private:
    const MachineList& machines_;
    bool is_wanted_;
    std::shared_ptr<kernels::Machine> host_, gpu_;
    std::vector<std::string> devices_; ///< "0", "1": the part after `cuda:`, the selected one first
};

} // namespace warploom::app
