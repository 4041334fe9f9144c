#pragma once

#include "kernels/machine.h"

#include <memory>
#include <string>
#include <vector>

// The CUDA half is a library of its own that is loaded when somebody asks for a machine, so that the
// programs start where neither a driver nor cuSPARSE is installed.

namespace warploom::kernels {

/// What the plug-in hands over. Host code only: both sides are built from the same sources.
struct CudaPlugin {
    int interface_version;
    std::vector<std::unique_ptr<Machine>> (*machines)();
    std::string (*why_none)(); ///< a sentence when machines() is empty
};

/// Raised whenever an interface that crosses the border changes (Machine, Bound and what derives from it, HostFormat).
constexpr int cuda_plugin_interface = 2;

/// The plug-in's only symbol: `extern "C" const CudaPlugin* warploom_cuda_plugin()`.
constexpr const char* cuda_plugin_symbol = "warploom_cuda_plugin";

/// `cuda:N` for every device that answers; empty when why_no_cuda() has a reason.
std::vector<std::unique_ptr<Machine>> cuda_machines();

} // namespace warploom::kernels
