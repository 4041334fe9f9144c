#pragma once

#include "kernels/cuda/sources/nvrtc.h"

#include <optional>
#include <string>
#include <vector>

// Stores the machine code of kernel sources in files, so that built-in kernels need not be compiled at run time. The
// build creates one file for each source and architecture. On first use, NVRTC compiles missing files to a folder of
// the user.

namespace warploom::kernels {

/// Returns the name of the file with all kernels of a source, which depends on the source, the prelude and the rounding
/// mode.
std::string code_name(const std::string& text, const std::string& architecture);
/// Same, for some of the kernels of a source and a specific compiler version.
std::string code_name(const std::string& text, const std::string& architecture, const std::vector<std::string>& kernels,
                      const std::string& compiler);

/// Returns "lib/kernels" next to the CUDA plug-in; empty if the path of the plug-in is unknown.
std::string shipped_code_folder();
/// Returns "~/.cache/warploom/kernels"; empty if there is no home directory.
std::string user_code_folder();

/// Reads a file of machine code. Returns std::nullopt if there is no such file, or if it lacks one of these kernels.
std::optional<CompiledText> read_code(const std::string& folder, const std::string& name,
                                      const std::vector<std::string>& kernels);
/// Returns whether the file was written. An existing file is always complete.
bool write_code(const std::string& folder, const std::string& name, const CompiledText& compiled);

/// Returns the code of a built-in source: from a file in either folder, or compiled by NVRTC and saved to the user's
/// folder. Errors: those of compile_text().
CompiledText code_of(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                     const std::string& architecture);

} // namespace warploom::kernels
