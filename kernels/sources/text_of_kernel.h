#pragma once

#include "engine/simt/program.h"
#include "engine/simulated/card.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_gpu.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

// User-written kernels in CUDA C: the path of a .cu file is accepted wherever a kernel is named. On simulated cards
// engine/simt executes them; on a real GPU engine/simt executes `run`, and the kernels that it launches are compiled
// for the GPU.

namespace warploom::kernels {

/// From now on these texts, by name, stand for files, and no others do: they are unsaved texts of the editor.
void set_request_sources(std::map<std::string, std::string> texts);
/// While it lives, these texts stand for files of their names, too: those that an experiment carries.
class ScopedKernelSources {
public:
    explicit ScopedKernelSources(std::map<std::string, std::string> texts);
    ~ScopedKernelSources();
    ScopedKernelSources(const ScopedKernelSources&) = delete;
    ScopedKernelSources& operator=(const ScopedKernelSources&) = delete;

private:
    std::map<std::string, std::string> texts_;
};
/// The text behind a name: given, of kernels/papers where it is `paper:NAME.cu`, or read now.
/// Errors: those of reading a file, "kernel.unknown".
std::string text_of_kernel(const std::string& path);

/// Whether that text is one that this program carries: a paper's. All others come from outside.
bool is_own_text(const std::string& path);

/// Reads and compiles a user's kernel and returns its row of the table of kernels; the same source returns the same
/// row.
/// Errors: those of reading a file; "kernel.refused-text" with file, line and column of the first error;
/// "kernel.operation" for operations that do not support files; "kernel.format" if no format has the parameters of run.
const SimulatedEntry* find_kernel_file(Operation operation, const std::string& path);

/// The program of a path that find_kernel_file has read.
std::shared_ptr<const simt::Program> program_of_file(const std::string& path);
/// Returns the program of a kernel that is given as source: built in, or a path that find_kernel_file has read. Errors:
/// "kernel.unknown".
std::shared_ptr<const simt::Program> program_of(Operation operation, const std::string& kernel);
/// Translates. `name`: for findings and refusals. Errors: "kernel.refused-text" with file, line and column of the first
/// refusal.
std::shared_ptr<const simt::Program> translated(const std::string& name, const std::string& text);

/// "mine.cu, text 0123456789abcdef" of a kernel that find_kernel_file has read, behind its method where it has one;
/// other kernels are their own name.
std::string name_with_text(const std::string& kernel);

/// Throws if a card lacks features that a kernel file uses. No effect for other kernels. Errors: "kernel.machine".
void require_file_runs_on(const std::string& kernel, const simulated::Card& card);

/// Binds a written kernel to its input. `tracer`: null where nothing is traced. Errors: those of simt::Call.
std::unique_ptr<Bound> bind_text(const BindRequest& request, simulated::Tracer* tracer);
/// The same on a real GPU. Errors: also "kernel.format", "kernel.block", and those of TextGpu.
std::unique_ptr<Bound> bind_text_on(const BindRequest& request, std::unique_ptr<TextGpu> gpu);
/// Returns the functions that the CUDA plug-in needs for kernels given as source.
Texts texts_for_gpus();

/// How many threads `run` of a solver launches for n unknowns, all launches of a call together; nothing runs. The
/// kernel's text must have been read. Errors: those of simt::Call.
std::int64_t threads_of_solver(const std::string& kernel, std::int64_t n, int systems, Precision precision);

} // namespace warploom::kernels
