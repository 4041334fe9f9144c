#include "kernels/machine/simulated_kernels.h"

#include "engine/embedded_file.h"
#include "engine/error.h"

#include <map>
#include <mutex>
#include <string>

namespace warploom {
const std::vector<EmbeddedFile>& method_texts(); // the embedded source files kernels/cg/*.cu
}

namespace warploom::kernels {

namespace {

/// Compiles a CUDA C source file, once per process.
std::shared_ptr<const simt::Program> program_of(const char* text) {
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const simt::Program>> all;
    const std::lock_guard lock(mutex);
    auto& known = all[text];
    if (known != nullptr) return known;
    const EmbeddedFile* const file = find_embedded_file(method_texts(), std::string("cg/") + text);
    const auto translation = simt::translate("kernels/" + file->name, file->text, simt::EntryPoint::kernels);
    if (translation.program == nullptr) {
        const simt::Diagnostic& first = translation.refusals.front();
        throw Error("kernel.refused-text", std::string(text) + ":" + std::to_string(first.line) + ": " + first.sentence,
                    first.hint);
    }
    return known = translation.program;
}

} // namespace

SimulatedKernels::SimulatedKernels(const char* text, bool is_double, simulated::Tracer* tracer)
    : program_(program_of(text)), is_double_(is_double), tracer_(tracer) {}

void* SimulatedKernels::make_array(const char* name, simt::Element element, std::int64_t n) {
    constexpr std::int64_t piece = sizeof(std::max_align_t);
    auto& memory = memory_.emplace_back(static_cast<std::size_t>((n * bytes_of(element) + piece - 1) / piece));
    arrays_.push_back({name, element, memory.data(), n, true});
    return memory.data();
}
void SimulatedKernels::know(const char* name, void* data, std::int64_t n) {
    arrays_.push_back({name, is_double_ ? simt::Element::float64 : simt::Element::float32, data, n, true});
}
void SimulatedKernels::copy_in(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
void SimulatedKernels::copy_out(void* to, const void* from, std::size_t bytes) const { std::memcpy(to, from, bytes); }

void SimulatedKernels::watch(bool is_watched) {
    is_watched_ = is_watched;
    if (call_ != nullptr) call_->watch(is_watched);
}

void SimulatedKernels::start(const simt::Launch& launch) {
    if (call_ == nullptr) {
        call_ = std::make_unique<simt::Call>(program_, is_double_, simt::Given{arrays_, {}});
        call_->set_recorder(tracer_);
        call_->watch(is_watched_);
    }
    call_->launch(launch);
}

} // namespace warploom::kernels
