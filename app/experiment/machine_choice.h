#pragma once

#include "app/info/describe.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Where an experiment is measured.
class MachineChoice {
public:
    /// `wanted` as in ExperimentSettings: an id of a real GPU (or of several: `cuda:0,1`), empty for the first, `none`.
    /// Errors: "machine.unknown", also for machines on which nothing can be measured.
    MachineChoice(const MachineList& machines, const std::string& wanted);

    kernels::Machine& host() const { return *host_; }
    kernels::Machine* gpu() const { return gpu_.get(); } ///< null: there is none, or none was wanted
    /// So many GPUs, or as many as there are; null where there is none.
    std::shared_ptr<kernels::Machine> gpus(int wanted, int& found) const;

    /// Why gpu() is null, a sentence.
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
