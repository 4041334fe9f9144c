#pragma once

#include "engine/simt/language/tokens.h"

#include <vector>

namespace warploom::simt {

/// Whether what stands behind `#if` is not 0, computed in 64 bits as C++ says. Macros and `defined` are resolved
/// already: a name that is left stands for 0. Refuses an expression that is no whole number, and divisions by 0 that
/// C++ would carry out.
bool holds(std::vector<Token> condition, Place at, CompileBudget& effort);

} // namespace warploom::simt
