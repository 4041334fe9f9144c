#pragma once

#include "engine/simt/tokens.h"

namespace warploom::simt {

/// Carries out the lines that begin with '#': object- and function-like #define, #undef, #ifdef, #ifndef, #else, #endif,
/// and #include of parts. Headers of CUDA and C, and #pragma, are read over. What a macro becomes stands where the macro
/// was used.
/// An argument is expanded where the macro uses it. Refuses other directives, macros that never stop growing, and calls
/// with the wrong number of arguments.
TokenList expand_macros(TokenList list, Effort& effort);

} // namespace warploom::simt
