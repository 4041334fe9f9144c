#pragma once

#include "engine/simt/language/tokens.h"

namespace warploom::simt {

/// Carries out the lines that begin with '#': object- and function-like #define, #undef, #if with whole numbers,
/// #ifdef,
/// #ifndef, #elif, #else, #endif, #error, and #include of parts. Headers of CUDA and C, and #pragma, are read over.
/// __CUDACC__ is 1, __CUDA_ARCH__ 900. What a macro becomes stands where the macro was used. An argument is expanded
/// where the macro uses it. Refuses other directives, macros that never stop growing, calls with the wrong number of
/// arguments, and wrong tokens that are not left out.
TokenList expand_macros(TokenList list, CompileBudget& effort);

} // namespace warploom::simt
