#pragma once

#include "engine/sentence.h"
#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"
#include "kernels/registry/multi_gpu_machine.h"
#include "kernels/sources/text_gpu.h"

#include <memory>
#include <string>
#include <vector>

// The CUDA code is in a separate library, which is loaded when a machine is first requested. The programs therefore
// also start on computers that have neither a driver nor cuSPARSE.

namespace warploom::kernels {

/// The interface of the plug-in. It consists only of host code; both sides are built from the same sources.
struct CudaPlugin {
    int interface_version;
    void (*use_texts)(const Texts&); ///< must be called before all others
    /// Passes the plug-in's sentences to the program so that they can be translated (engine/sentence.h).
    void (*forward_sentences)(void (*to)(const std::string& text, const SentenceParts& parts));
    std::vector<std::unique_ptr<Machine>> (*machines)();
    std::string (*why_none)(); ///< the reason, as a sentence, if machines() is empty
    /// Returns several of these GPUs as a single machine; all ordinals must exist. Errors: "nccl.missing".
    std::unique_ptr<Machine> (*multi_gpu)(const std::string& id, const MultiGpu&);
    /// Returns the GPUs of several processes as a single machine; all processes must make the same calls. Errors:
    /// "machine.unknown", "nccl.missing".
    std::unique_ptr<Machine> (*of_world)(const std::string& id, RankWorld&);
};

/// Incremented whenever an interface of the plug-in changes (Machine, Bound and derived classes, HostFormat, TextGpu).
constexpr int cuda_plugin_interface = 14;

/// The only symbol of the plug-in: `extern "C" const CudaPlugin* warploom_cuda_plugin()`.
constexpr const char* cuda_plugin_symbol = "warploom_cuda_plugin";

/// Returns `cuda:N` for every available device, and machines with 2, 4 ... and all devices. Empty if why_no_cuda()
/// returns a reason.
std::vector<std::unique_ptr<Machine>> cuda_machines();
/// Same as CudaPlugin::multi_gpu. cuda_machines() must not be empty.
std::unique_ptr<Machine> multi_gpu_devices(const std::string& id, const MultiGpu&);
/// Same as CudaPlugin::of_world. Additional error: "machine.unknown" if the plug-in is not available.
std::unique_ptr<Machine> world_devices(const std::string& id, RankWorld&);

} // namespace warploom::kernels
