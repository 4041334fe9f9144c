#pragma once

#include "engine/simt/language/tokens.h"

namespace warploom::simt {

/// Processes preprocessor directives: object- and function-like macros with #define and #undef, integral #if, #ifdef,
/// #ifndef, #elif, #else, #endif, #error, and #include of shared headers. Headers of CUDA and C, and #pragma, are
/// ignored. __CUDACC__ is 1, __CUDA_ARCH__ 900. The expansion of a macro has the source location of its use, and an
/// argument is expanded where the macro uses it. Refuses other directives, unbounded expansion, calls with the wrong
/// number of arguments, and invalid tokens in lines that are not skipped: errors after which the source can be read on are
/// in TokenList::wrong of the result.
TokenList expand_macros(TokenList list, CompileBudget& effort);

} // namespace warploom::simt
