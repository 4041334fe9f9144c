#pragma once

#include "kernels/cuda/sources/nvrtc.h"

#include <optional>
#include <string>
#include <vector>

// Stores the machine code (cubin) of CUDA C files, so that built-in kernels need not be compiled at run time. The build
// creates one code file per source file and architecture. Without a code file, NVRTC compiles the source file on first
// use, and the code is saved to the user's cache folder.

namespace warploom::kernels {

/// Returns the file name for the machine code of all kernels in a CUDA C file. It depends on the source code, the
/// prelude and the rounding mode.
std::string code_name(const std::string& text, const std::string& architecture);
/// Returns the file name for the machine code of some kernels in a CUDA C file, compiled by a specific compiler
/// version.
std::string code_name(const std::string& text, const std::string& architecture, const std::vector<std::string>& kernels,
                      const std::string& compiler);

/// Returns the folder "lib/kernels" next to the CUDA plug-in, or an empty path if the location of the plug-in is
/// unknown.
std::string shipped_code_folder();
/// Returns the folder "~/.cache/warploom/kernels", or an empty path if there is no home directory.
std::string user_code_folder();

/// Reads a file with machine code. Returns std::nullopt if there is no such file, or if one of the kernels is missing.
std::optional<CompiledText> read_code(const std::string& folder, const std::string& name,
                                      const std::vector<std::string>& kernels);
/// Writes a file with machine code, and returns whether this succeeded. An existing file is always complete.
bool write_code(const std::string& folder, const std::string& name, const CompiledText& compiled);

/// Returns the machine code of a built-in CUDA C file, from either folder or compiled by NVRTC and saved to the user's
/// folder. Errors: see compile_text().
CompiledText code_of(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                     const std::string& architecture);

} // namespace warploom::kernels
