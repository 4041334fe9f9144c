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

// User-written kernels in CUDA C: a .cu file can be used in place of a kernel name. On the simulated GPU, engine/simt
// executes the entire file. On a real GPU, it executes only `run`, and the launched kernels are compiled for the GPU.

namespace warploom::kernels {

/// Sets the unsaved source code of the files in the editor, and discards the code set before. This source code takes
/// precedence over files with the same names.
void set_request_sources(std::map<std::string, std::string> texts);
/// Adds the CUDA C files of an experiment. They take precedence over files with the same names during its lifetime.
class ScopedKernelSources {
public:
    explicit ScopedKernelSources(std::map<std::string, std::string> texts);
    ~ScopedKernelSources();
    ScopedKernelSources(const ScopedKernelSources&) = delete;
    ScopedKernelSources& operator=(const ScopedKernelSources&) = delete;

private:
    std::map<std::string, std::string> texts_;
};
/// Returns the source code for a file name: the code from set_request_sources(), a file in kernels/papers for
/// `paper:NAME.cu`, or the contents of the file. Errors: any error of reading a file, "kernel.unknown".
std::string text_of_kernel(const std::string& path);

/// Returns whether the file name refers to a built-in file, that is, a paper's kernel.
bool is_own_text(const std::string& path);

/// Reads and compiles a user's kernel, and returns its table entry. The same source code always gives the same entry.
/// Errors: any error of reading a file; "kernel.refused-text" with the position of the first error; "kernel.operation"
/// for operations that do not support files; "kernel.format" if no format has all parameters of `run`.
const SimulatedEntry* find_kernel_file(Operation operation, const std::string& path);

/// Returns the program of a file that find_kernel_file has read.
std::shared_ptr<const simt::Program> program_of_file(const std::string& path);
/// Returns the program of a CUDA C kernel: a built-in one, or a file that find_kernel_file has read. Errors:
/// "kernel.unknown".
std::shared_ptr<const simt::Program> program_of(Operation operation, const std::string& kernel);
/// Compiles CUDA C code. `name` is the file name in error messages. Errors: "kernel.refused-text" with file, line and
/// column of the first error.
std::shared_ptr<const simt::Program> translated(const std::string& name, const std::string& text);

/// Returns a name with a hash of the kernel file, such as "mine.cu, text 0123456789abcdef", preceded by the method (if
/// any). The file must have been read with find_kernel_file. Names of other kernels are returned unchanged.
std::string name_with_text(const std::string& kernel);

/// Throws if the simulated GPU lacks features of a kernel file. Ignores other kernels. Errors: "kernel.machine".
void require_file_runs_on(const std::string& kernel, const simulated::Card& card);

/// Binds a CUDA C file to its input on the simulated GPU. `tracer` can be null. Errors: see simt::Call.
std::unique_ptr<Bound> bind_text(const BindRequest& request, simulated::Tracer* tracer);
/// Sets `given` to the arrays and scalars that bind_text passes to a CUDA C file. Returns the owner of the arrays.
/// Errors: see the input type.
std::unique_ptr<Bound> given_to_text(const BindRequest& request, simt::Given& given);
/// Binds a CUDA C file to its input on a real GPU. Errors: see bind_text and TextGpu; "kernel.format", "kernel.block".
std::unique_ptr<Bound> bind_text_on(const BindRequest& request, std::unique_ptr<TextGpu> gpu);
/// Returns the functions that the CUDA plug-in needs for CUDA C files.
Texts texts_for_gpus();

/// Returns how many threads the `run` function of a solver launches for n unknowns, over all launches of a call,
/// without executing the kernels. The kernel's file must have been read. Errors: see simt::Call.
std::int64_t threads_of_solver(const std::string& kernel, std::int64_t n, int systems, Precision precision);

} // namespace warploom::kernels
