#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/program.h"
#include "kernels/machine/registry.h"

#include <memory>
#include <string>
#include <vector>

// Built-in kernels in CUDA C: every file kernels/OPERATION/ID.cu is a kernel, with _ instead of - in its name. They are
// not listed anywhere else.

namespace warploom::kernels {

/// Returns the table entries of all built-in CUDA C kernels, sorted by operation, format and source length including
/// headers, so that simple kernels come first. The files are compiled when kernels are bound.
const std::vector<SimulatedEntry>& built_in_texts();

/// Returns the CUDA C file of a built-in kernel, such as "spmv/csr_vector.cu", or null if it has none.
const EmbeddedFile* built_in_text(Operation operation, const std::string& kernel);

/// Returns the compiled program of a built-in kernel. Errors: "kernel.unknown"; "kernel.refused-text", although tests
/// ensure that all built-in kernels compile.
std::shared_ptr<const simt::Program> built_in_program(Operation operation, const std::string& kernel);

/// Returns the source code of a file in a trace, such as "kernels/spmv/csr_vector.cu", or null if there is no such
/// built-in file.
const std::string* text_of_file(const std::string& file);

} // namespace warploom::kernels
