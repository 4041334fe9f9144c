#pragma once

#include "engine/simt/language/tokens.h"

namespace warploom::simt {

/// Processes preprocessor directives: object- and function-like macros with #define and #undef, integral #if, #ifdef,
/// #ifndef, #elif, #else, #endif, #error, and #include of shared headers. Headers of CUDA and C, and #pragma, are
/// ignored. __CUDACC__ is 1, __CUDA_ARCH__ 900. The expansion of a macro has the source location of its use. Throws for
/// other directives, unbounded expansion, calls with the wrong number of arguments, and invalid tokens in lines that
/// are not skipped.
TokenList expand_macros(TokenList list, CompileBudget& effort);

} // namespace warploom::simt
