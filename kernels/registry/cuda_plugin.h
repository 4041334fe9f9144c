#pragma once

#include "engine/sentence.h"
#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"
#include "kernels/registry/multi_gpu_machine.h"
#include "kernels/sources/text_gpu.h"

#include <memory>
#include <string>
#include <vector>

// The CUDA code is in a separate library (plug-in), which is loaded when a machine is first requested. Therefore, the
// programs also start on computers that have neither a driver nor cuSPARSE.

namespace warploom::kernels {

/// The interface of the CUDA plug-in. The interface is pure host code; the program and the plug-in are built from the
/// same source files.
struct CudaPlugin {
    int interface_version;
    void (*use_texts)(const Texts&); ///< sets functions of the program; must be called first
    /// Passes the plug-in's sentences to the program so that they can be translated (engine/sentence.h).
    void (*forward_sentences)(void (*to)(const std::string& text, const SentenceParts& parts));
    std::vector<std::unique_ptr<Machine>> (*machines)();
    std::string (*why_none)(); ///< returns a sentence that explains why machines() is empty
    /// Returns a single machine that consists of several GPUs. All of the GPU ordinals must exist. Errors:
    /// "nccl.missing".
    std::unique_ptr<Machine> (*multi_gpu)(const std::string& id, const MultiGpu&);
    /// Returns a single machine that consists of the GPUs of several processes. All processes must make the same calls.
    /// Errors: "machine.unknown", "nccl.missing".
    std::unique_ptr<Machine> (*of_world)(const std::string& id, RankWorld&);
};

/// Version of the plug-in interface. Increment it whenever an interface of the plug-in changes (Machine, Bound and
/// derived classes, HostFormat, TextGpu).
constexpr int cuda_plugin_interface = 14;

/// Name of the only exported symbol of the plug-in: `extern "C" const CudaPlugin* warploom_cuda_plugin()`.
constexpr const char* cuda_plugin_symbol = "warploom_cuda_plugin";

/// Returns the machine `cuda:N` for every available device, and machines with 2, 4, ... and all devices. Returns an
/// empty list if why_no_cuda() returns a reason.
std::vector<std::unique_ptr<Machine>> cuda_machines();
/// Calls CudaPlugin::multi_gpu. cuda_machines() must not be empty.
std::unique_ptr<Machine> multi_gpu_devices(const std::string& id, const MultiGpu&);
/// Calls CudaPlugin::of_world. Errors: also "machine.unknown" if the plug-in is not available.
std::unique_ptr<Machine> world_devices(const std::string& id, RankWorld&);

} // namespace warploom::kernels
