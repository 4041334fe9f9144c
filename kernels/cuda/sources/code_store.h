#pragma once

#include "kernels/cuda/sources/nvrtc.h"

#include <optional>
#include <string>
#include <vector>

// Stores the machine code of kernel sources in files, so that built-in kernels do not have to be compiled at run time.
// The build creates one file for each source and architecture. Missing files are compiled with NVRTC on first use, to a
// folder of the user.

namespace warploom::kernels {

/// Returns the name of the file with all kernels of a source. The name depends on the source, the prelude and the
/// rounding mode.
std::string code_name(const std::string& text, const std::string& architecture);
/// Same, for some of the kernels of a source, compiled by a particular version of the compiler.
std::string code_name(const std::string& text, const std::string& architecture, const std::vector<std::string>& kernels,
                      const std::string& compiler);

/// Returns "lib/kernels" next to the CUDA plug-in; empty if the path of the plug-in is unknown.
std::string shipped_code_folder();
/// Returns "~/.cache/warploom/kernels"; empty if there is no home directory.
std::string user_code_folder();

/// Returns std::nullopt if there is no such file, or if it lacks one of these kernels.
std::optional<CompiledText> read_code(const std::string& folder, const std::string& name,
                                      const std::vector<std::string>& kernels);
/// Returns whether the file was written. A file that exists is always complete.
bool write_code(const std::string& folder, const std::string& name, const CompiledText& compiled);

/// Returns the code of a built-in source: from a file in either folder, or compiled by NVRTC and saved in the folder of
/// the user. Errors: those of compile_text().
CompiledText code_of(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                     const std::string& architecture);

} // namespace warploom::kernels
