#pragma once

#include "engine/simt/language/tokens.h"

#include <vector>

namespace warploom::simt {

/// Evaluates the condition of an `#if` in 64 bits, as specified by C++, and returns whether it is nonzero. Macros and
/// `defined` have already been replaced; any remaining names evaluate to 0. Throws for expressions that are not
/// integral, and if a division by 0 is evaluated.
bool holds(std::vector<Token> condition, SourceLocation at, CompileBudget& effort);

} // namespace warploom::simt
