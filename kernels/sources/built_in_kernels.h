#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/program.h"
#include "kernels/machine/registry.h"

#include <memory>
#include <string>
#include <vector>

// The built-in kernels that are texts: kernels/OPERATION/ID.cu, with _ for - in the name of the file. A file in the
// folder is a kernel; nothing else names it.

namespace warploom::kernels {

/// As rows of the table of kernels: by operation, then by format, then by the length of the text with the parts that it
/// includes, so that plain kernels come first. Their texts are translated when they are bound.
const std::vector<SimulatedEntry>& built_in_texts();

/// The file of a built-in kernel, "spmv/csr_vector.cu"; null where it is no text.
const EmbeddedFile* built_in_text(Operation operation, const std::string& kernel);

/// The program of such a text. Errors: "kernel.unknown"; "kernel.refused-text", which the tests of this program
/// exclude.
std::shared_ptr<const simt::Program> built_in_program(Operation operation, const std::string& kernel);

/// The text that a trace names as "kernels/spmv/csr_vector.cu"; null where this program carries none.
const std::string* text_of_file(const std::string& file);

} // namespace warploom::kernels
