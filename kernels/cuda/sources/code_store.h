#pragma once

#include "kernels/cuda/sources/nvrtc.h"

#include <optional>
#include <string>
#include <vector>

// Stores the machine code of kernel sources in files, so that built-in kernels need not be compiled at run time. The
// build creates one file for each source and architecture; missing ones are compiled with NVRTC on first use, to a
// folder of the user.

namespace warploom::kernels {

/// The name of the file of all kernels of a text. Code of another text, prelude or rounding has another name.
std::string code_name(const std::string& text, const std::string& architecture);
/// The same for some kernels of it, as one version of the compiler makes them.
std::string code_name(const std::string& text, const std::string& architecture, const std::vector<std::string>& kernels,
                      const std::string& compiler);

/// Beside the CUDA half of this program: "lib/kernels". Empty where the loader does not say its place.
std::string shipped_code_folder();
/// "~/.cache/warploom/kernels"; empty where there is no home.
std::string user_code_folder();

/// Nothing where there is no such file, or it has not all of these kernels.
std::optional<CompiledText> read_code(const std::string& folder, const std::string& name,
                                      const std::vector<std::string>& kernels);
/// Says whether it could be written; a file that is there is whole.
bool write_code(const std::string& folder, const std::string& name, const CompiledText& compiled);

/// Built-in texts: from a file of either folder, or by NVRTC and then into the user's. Errors: those of compile_text().
CompiledText code_of(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                     const std::string& architecture);

} // namespace warploom::kernels
