#pragma once

#include <map>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Machine code of the kernels in a CUDA C file.
struct CompiledText {
    std::vector<char> code; ///< cubin
    /// mangled name by kernel name, such as `csr_scalar<double>`
    std::map<std::string, std::string> symbols;
};

/// Returns whether the compiler may contract to fused multiply-adds. WARPLOOM_FMAD=off selects the rounding of the
/// simulated GPU.
bool contracts_products();

/// Returns the declarations prepended to every CUDA C file, because NVRTC provides them only in headers.
const char* nvrtc_prelude();
/// Returns the NVRTC version, such as "13.0". Errors: "kernel.compiler".
std::string nvrtc_version();

/// Compiles CUDA C code with NVRTC, which is loaded on demand. `architecture` is a name such as "sm_90". Does not
/// require a GPU. Errors: "kernel.compiler" if NVRTC is missing or fails; "kernel.refused-text" with NVRTC's message,
/// file and line.
CompiledText compile_text(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                          const std::string& architecture);

} // namespace warploom::kernels
