// A fake CUDA plug-in: one GPU, which is lost at the call given by WARPLOOM_GPU_LOST_AT (0: never). If that is not set,
// there is no GPU, with the plug-in's error message for a driver that is too old.
#include "fake_gpu.h"
#include "kernels/registry/cuda_plugin.h"

#include <cstdlib>

namespace {

warploom::kernels::BindText* bind = nullptr;

void use_texts(const warploom::kernels::Texts& texts) { bind = texts.bind; }

std::vector<std::unique_ptr<warploom::kernels::Machine>> machines() {
    std::vector<std::unique_ptr<warploom::kernels::Machine>> list;
    if (const char* const lost_at = std::getenv("WARPLOOM_GPU_LOST_AT"))
        list.push_back(warploom::test::fake_gpu("cuda:0", "Invented GPU", std::atoi(lost_at), bind));
    return list;
}

std::string why_none() { return "There is no NVIDIA driver, or it is older than the CUDA runtime of this program."; }

std::unique_ptr<warploom::kernels::Machine> several(const std::string&, const warploom::kernels::MultiGpu&) {
    return nullptr;
}

std::unique_ptr<warploom::kernels::Machine> of_world(const std::string&, warploom::kernels::RankWorld&) {
    return nullptr;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const warploom::kernels::CudaPlugin* warploom_cuda_plugin() {
    static const warploom::kernels::CudaPlugin plugin{warploom::kernels::cuda_plugin_interface,
                                                      use_texts,
                                                      warploom::forward_sentences,
                                                      machines,
                                                      why_none,
                                                      several,
                                                      of_world};
    return &plugin;
}
