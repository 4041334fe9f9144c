#pragma once

#include "engine/simt/language/tokens.h"

#include <vector>

namespace warploom::simt {

/// Evaluates the expression after `#if` in 64 bits, as C++ specifies, and returns whether it is nonzero. Macros and
/// `defined` have been replaced; remaining names evaluate to 0. Refuses expressions that are not integral, and
/// divisions by 0 that C++ would evaluate.
bool holds(std::vector<Token> condition, SourceLocation at, CompileBudget& effort);

} // namespace warploom::simt
