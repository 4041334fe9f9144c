#pragma once

#include "engine/simt/language/tokens.h"

namespace warploom::simt {

/// Runs the preprocessor: object-like and function-like macros with #define and #undef, integral #if, #ifdef, #ifndef,
/// #elif, #else, #endif, #error, and #include of shared headers. CUDA and C headers and #pragma are ignored. __CUDACC__
/// is 1, __CUDA_ARCH__ is 900. Tokens of a macro expansion have the source location of the macro call. Throws for other
/// directives, unbounded expansion, calls with the wrong number of arguments, and invalid tokens in lines that are not
/// skipped.
TokenList expand_macros(TokenList list, CompileBudget& effort);

} // namespace warploom::simt
