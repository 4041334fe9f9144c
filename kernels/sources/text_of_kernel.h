#pragma once

#include "engine/simt/program.h"
#include "engine/simulated/card.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_gpu.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

// User-written kernels in CUDA C: the path of a .cu file can be used in place of a kernel name. On the simulated GPU,
// engine/simt executes the entire file. On a real GPU, engine/simt executes only `run`, and the kernels that it
// launches are compiled for the GPU.

namespace warploom::kernels {

/// Sets the unsaved source code of files in the editor, which takes precedence over the files with these names. Removes
/// all source code that was set earlier.
void set_request_sources(std::map<std::string, std::string> texts);
/// Adds the CUDA C files contained in an experiment. They take precedence over files with the same names as long as
/// this object exists.
class ScopedKernelSources {
public:
    explicit ScopedKernelSources(std::map<std::string, std::string> texts);
    ~ScopedKernelSources();
    ScopedKernelSources(const ScopedKernelSources&) = delete;
    ScopedKernelSources& operator=(const ScopedKernelSources&) = delete;

private:
    std::map<std::string, std::string> texts_;
};
/// Returns the source code for a file name: source code that was set, a file in kernels/papers for `paper:NAME.cu`, or
/// the contents of the named file. Errors: file errors, "kernel.unknown".
std::string text_of_kernel(const std::string& path);

/// Returns whether the file name refers to a built-in file, which is a file of a paper. All other files are external.
bool is_own_text(const std::string& path);

/// Reads and compiles a user's kernel, and returns its table entry. Calls with the same source code return the same
/// entry. Errors: file errors; "kernel.refused-text" with file, line and column of the first error; "kernel.operation"
/// for operations that do not support files; "kernel.format" if no format has all parameters of `run`.
const SimulatedEntry* find_kernel_file(Operation operation, const std::string& path);

/// Returns the compiled program of a file that find_kernel_file has read.
std::shared_ptr<const simt::Program> program_of_file(const std::string& path);
/// Returns the compiled program of a kernel with a CUDA C file: a built-in kernel, or a file that find_kernel_file has
/// read. Errors: "kernel.unknown".
std::shared_ptr<const simt::Program> program_of(Operation operation, const std::string& kernel);
/// Compiles CUDA C code. `name` is the file name in error messages. Errors: "kernel.refused-text" with file, line and
/// column of the first error.
std::shared_ptr<const simt::Program> translated(const std::string& name, const std::string& text);

/// Returns a name that identifies the contents of a kernel file, such as "mine.cu, text 0123456789abcdef", preceded by
/// the method (if any). The file must have been read with find_kernel_file. For other kernels, returns the name
/// unchanged.
std::string name_with_text(const std::string& kernel);

/// Throws if the simulated GPU lacks features that a kernel file uses. Does nothing for other kernels. Errors:
/// "kernel.machine".
void require_file_runs_on(const std::string& kernel, const simulated::Card& card);

/// Binds the kernels of a CUDA C file to their input on the simulated GPU. `tracer` can be null. Errors: see
/// simt::Call.
std::unique_ptr<Bound> bind_text(const BindRequest& request, simulated::Tracer* tracer);
/// Returns the arrays and scalars that bind_text passes to the functions of a CUDA C file. The addresses are not valid
/// after this function returns. Errors: see the input type.
simt::Given given_to_text(const BindRequest& request);
/// Binds the kernels of a CUDA C file to their input on a real GPU. Errors: see bind_text and TextGpu; "kernel.format",
/// "kernel.block".
std::unique_ptr<Bound> bind_text_on(const BindRequest& request, std::unique_ptr<TextGpu> gpu);
/// Returns the functions that the CUDA plug-in requires for kernels from CUDA C files.
Texts texts_for_gpus();

/// Returns how many threads a solver's `run` function launches for n unknowns, summed over all launches of a call,
/// without executing the kernels. The kernel's file must have been read. Errors: see simt::Call.
std::int64_t threads_of_solver(const std::string& kernel, std::int64_t n, int systems, Precision precision);

} // namespace warploom::kernels
