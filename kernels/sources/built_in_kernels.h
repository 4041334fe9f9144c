#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/program.h"
#include "kernels/machine/registry.h"

#include <memory>
#include <string>
#include <vector>

// Built-in kernels that are available as CUDA C files, kernels/OPERATION/ID.cu, with _ instead of - in the file name.
// Every file in these folders is a kernel and does not need to be listed anywhere.

namespace warploom::kernels {

/// Returns the table entries of all built-in kernels with a CUDA C file, sorted by operation, format and source length
/// including headers, so that simple kernels come first. The files are compiled when kernels are bound.
const std::vector<SimulatedEntry>& built_in_texts();

/// Returns the CUDA C file of a built-in kernel, such as "spmv/csr_vector.cu", or null if the kernel has no such file.
const EmbeddedFile* built_in_text(Operation operation, const std::string& kernel);

/// Returns the compiled program of a built-in kernel. Errors: "kernel.unknown"; "kernel.refused-text", although tests
/// ensure that all built-in kernels compile.
std::shared_ptr<const simt::Program> built_in_program(Operation operation, const std::string& kernel);

/// Returns the source code to which a trace refers as "kernels/spmv/csr_vector.cu", for example. Returns null if no
/// built-in file has this name.
const std::string* text_of_file(const std::string& file);

} // namespace warploom::kernels
