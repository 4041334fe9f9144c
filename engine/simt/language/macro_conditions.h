#pragma once

#include "engine/simt/language/tokens.h"

#include <vector>

namespace warploom::simt {

/// Evaluates the condition of an #if directive in 64-bit arithmetic, as specified by C++. Returns whether the value is
/// nonzero. Macros and `defined` must have been replaced; all remaining names evaluate to 0. Throws if the expression
/// is not integral, or if a division by zero is evaluated.
bool holds(std::vector<Token> condition, SourceLocation at, CompileBudget& effort);

} // namespace warploom::simt
