#include "kernels/registry/cuda_plugin.h"

#include "engine/sentence.h"
#include "kernels/machine/dynamic_library.h"
#include "kernels/sources/text_of_kernel.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

namespace warploom::kernels {

namespace {

namespace fs = std::filesystem;

constexpr const char* library_name = "libwarploom_cuda.so";

struct Loaded {
    const CudaPlugin* plugin = nullptr;
    std::string why_not;
};

/// Returns the candidates for the CUDA plug-in: the path set by the user, or library_places().
std::vector<fs::path> candidates() {
    std::error_code none;
    // Return an absolute path, because the dynamic loader searches the library path for file names without a folder.
    if (const char* chosen = std::getenv("WARPLOOM_CUDA_PLUGIN")) return {fs::absolute(chosen, none)};
    return library_places(library_name);
}

/// Loads the cuSPARSE library selected by the user, before the plug-in, which then uses it.
std::string load_cusparse() {
    const char* const chosen = std::getenv("WARPLOOM_CUSPARSE");
    if (chosen == nullptr) return {};
    const DynamicLibrary library({chosen}, DynamicLibrary::Symbols::for_all);
    return library.is_open() ? std::string()
                             : sentence("The library in WARPLOOM_CUSPARSE cannot be loaded: {reason}.",
                                        {{"reason", library.why_not()}});
}

Loaded load() {
    if (std::string why_not = load_cusparse(); !why_not.empty()) return {nullptr, std::move(why_not)};
    for (const fs::path& path : candidates()) {
        std::error_code none;
        if (!fs::exists(path, none)) continue;
        const DynamicLibrary library({path.string()});
        if (!library.is_open())
            return {nullptr, sentence("The CUDA plug-in cannot be loaded: {reason}. The plug-in needs the CUDA "
                                      "libraries cuSPARSE and cuBLAS.",
                                      {{"reason", library.why_not()}})};
        auto* const given = library.function<const CudaPlugin*()>(cuda_plugin_symbol);
        if (given == nullptr)
            return {nullptr, sentence("{file} is not Warploom's CUDA plug-in.", {{"file", path.string()}})};
        const CudaPlugin* const plugin = given();
        if (plugin->interface_version != cuda_plugin_interface)
            return {nullptr, sentence("{file} is from a different version of Warploom.", {{"file", path.string()}})};
        plugin->use_texts(texts_for_gpus());
        plugin->forward_sentences(add_sentence);
        return {plugin, {}};
    }
    if (const char* chosen = std::getenv("WARPLOOM_CUDA_PLUGIN"))
        return {nullptr, sentence("WARPLOOM_CUDA_PLUGIN is set to {file}, which does not exist.", {{"file", chosen}})};
    return {nullptr, sentence("This build has no CUDA plug-in.")};
}

const Loaded& loaded() {
    static const Loaded once = load();
    return once;
}

} // namespace

std::vector<std::unique_ptr<Machine>> cuda_machines() {
    if (loaded().plugin == nullptr) return {};
    return loaded().plugin->machines();
}

std::unique_ptr<Machine> multi_gpu_devices(const std::string& id, const MultiGpu& gpus) {
    return loaded().plugin->multi_gpu(id, gpus);
}

std::unique_ptr<Machine> world_devices(const std::string& id, RankWorld& world) {
    world.all_or_none([&] {
        if (loaded().plugin == nullptr)
            throw Error("machine.unknown",
                        sentence("The machine '{machine}' is not available: {reason}",
                                 {{"machine", id}, {"reason", loaded().why_not}}),
                        sentence("`warploom-engine devices` lists the available machines."));
    });
    return loaded().plugin->of_world(id, world);
}

std::string why_no_cuda() {
    if (loaded().plugin == nullptr) return loaded().why_not;
    return loaded().plugin->why_none();
}

} // namespace warploom::kernels
