#pragma once

#include "engine/simt/language/tokens.h"

namespace warploom::simt {

/// Runs the preprocessor. Supports object-like and function-like macros, #define, #undef, #if with integral conditions,
/// #ifdef, #ifndef, #elif, #else, #endif, #error, and #include of shared headers. Ignores CUDA and C headers, and
/// #pragma. Predefines __CUDACC__ as 1, __CUDA_ARCH__ as 900 and __cplusplus as 202002. The tokens of a macro expansion
/// have the source location of the macro call. Throws for all other directives, for recursive expansion without a
/// limit, for macro calls with the wrong number of arguments, and for invalid tokens in lines that are not skipped.
TokenList expand_macros(TokenList list, CompileBudget& effort);

} // namespace warploom::simt
