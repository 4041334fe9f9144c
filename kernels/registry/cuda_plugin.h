#pragma once

#include "engine/sentence.h"
#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"
#include "kernels/registry/multi_gpu_machine.h"
#include "kernels/sources/text_gpu.h"

#include <memory>
#include <string>
#include <vector>

// The CUDA code is in a plug-in that is loaded when a machine is first requested. The programs therefore start without
// a driver or cuSPARSE.

namespace warploom::kernels {

/// The interface of the CUDA plug-in: pure host code, built from the same source files as the program.
struct CudaPlugin {
    int interface_version;
    void (*use_texts)(const Texts&); ///< sets functions of the program; must be called first
    /// Passes the plug-in's sentences to the program for translation (engine/sentence.h).
    void (*forward_sentences)(void (*to)(const std::string& text, const SentenceParts& parts));
    std::vector<std::unique_ptr<Machine>> (*machines)();
    std::string (*why_none)(); ///< returns the reason why machines() is empty, as a sentence
    /// Returns a single machine with several GPUs, all of which must exist. Errors: "nccl.missing".
    std::unique_ptr<Machine> (*multi_gpu)(const std::string& id, const MultiGpu&);
    /// Returns a single machine with the GPUs of several processes. All processes must make the same calls. Errors:
    /// "machine.unknown", "nccl.missing".
    std::unique_ptr<Machine> (*of_world)(const std::string& id, RankWorld&);
};

/// Version of the plug-in interface. Increment it with every change to the interface (Machine, Bound and derived
/// classes, HostFormat, TextGpu).
constexpr int cuda_plugin_interface = 14;

/// The only exported symbol: `extern "C" const CudaPlugin* warploom_cuda_plugin()`.
constexpr const char* cuda_plugin_symbol = "warploom_cuda_plugin";

/// Returns `cuda:N` for every device, and machines with 2, 4, ... and all devices. The result is empty if why_no_cuda()
/// returns a reason.
std::vector<std::unique_ptr<Machine>> cuda_machines();
/// Calls CudaPlugin::multi_gpu. cuda_machines() must not be empty.
std::unique_ptr<Machine> multi_gpu_devices(const std::string& id, const MultiGpu&);
/// Calls CudaPlugin::of_world. Errors: also "machine.unknown" without the plug-in.
std::unique_ptr<Machine> world_devices(const std::string& id, RankWorld&);

} // namespace warploom::kernels
