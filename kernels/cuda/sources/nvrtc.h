#pragma once

#include <map>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Machine code of the kernels of a text.
struct CompiledText {
    std::vector<char> code;                     ///< a cubin
    std::map<std::string, std::string> symbols; ///< for each kernel, `csr_scalar<double>`, its name in the code
};

/// Returns false if WARPLOOM_FMAD=off disables the contraction of products and sums to fused multiply-adds, for the
/// rounding of the simulated GPU.
bool contracts_products();

/// Returns the text that is prepended to every source, with declarations that NVRTC provides only in headers.
const char* nvrtc_prelude();
/// "13.0". Errors: "kernel.compiler".
std::string nvrtc_version();

/// Compiles CUDA C by NVRTC, which is loaded when it is first needed. `architecture`: "sm_90". Needs no GPU.
/// Errors: "kernel.compiler" where NVRTC is missing or fails; "kernel.refused-text" with its words, file and line.
CompiledText compile_text(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                          const std::string& architecture);

} // namespace warploom::kernels
