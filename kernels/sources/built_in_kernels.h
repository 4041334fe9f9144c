#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/program.h"
#include "kernels/machine/registry.h"

#include <memory>
#include <string>
#include <vector>

// Built-in kernels that are available as source, in the files kernels/OPERATION/ID.cu, with _ instead of - in the file
// name. Each file in these folders is a kernel; there is no other list.

namespace warploom::kernels {

/// Returns the table entries of these kernels, sorted by operation, format and source length including headers, so that
/// simple kernels come first. Sources are compiled when they are bound.
const std::vector<SimulatedEntry>& built_in_texts();

/// Returns the file of a built-in kernel, such as "spmv/csr_vector.cu", or null if it has no source.
const EmbeddedFile* built_in_text(Operation operation, const std::string& kernel);

/// Returns the compiled source. Errors: "kernel.unknown"; "kernel.refused-text", which the tests rule out.
std::shared_ptr<const simt::Program> built_in_program(Operation operation, const std::string& kernel);

/// Returns the source that a trace refers to as "kernels/spmv/csr_vector.cu", for example; null if it is not built in.
const std::string* text_of_file(const std::string& file);

} // namespace warploom::kernels
