#pragma once

#include "engine/simt/language/tokens.h"

#include <vector>

namespace warploom::simt {

/// Evaluates the condition of an #if directive in 64-bit arithmetic, as specified by C++. Macros and `defined` must
/// already have been replaced; remaining names evaluate to 0. Returns whether the value is nonzero. Throws for a
/// nonintegral expression or a division by zero.
bool holds(std::vector<Token> condition, SourceLocation at, CompileBudget& effort);

} // namespace warploom::simt
