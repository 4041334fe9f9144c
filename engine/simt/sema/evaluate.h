#pragma once

#include "engine/simt/sema/library.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

// Evaluates expressions at compile time.

namespace warploom::simt {

/// Returns the value of a variable, or std::nullopt if it is not known.
using KnownNames = std::function<std::optional<Constant>(const std::string& name)>;

/// Folds a binary operator, applying the usual arithmetic conversions of C++. Returns std::nullopt on overflow or
/// division by zero. The kernel then performs the operation at run time, and reports the error.
std::optional<Constant> folded(const Types& types, Operator op, const Constant& left, const Constant& right);
/// Folds one of the unary operators `+`, `-`, `!` and `~`.
Constant folded(const Types& types, Operator op, const Constant& operand);
/// Returns the value of an expression without side effects, or std::nullopt if it is not constant. `names` provides the
/// values of variables that are not constants in Sema, which are parameters and loop counters.
std::optional<Constant> evaluate(Library& library, const Instance& instance, const Expression& e,
                                 const KnownNames& names);
/// Returns the value of a call with constant arguments. The body of the function may contain only constants and a
/// `return` statement.
std::optional<Constant> evaluate_call(Library& library, const Instance& instance,
                                      const std::vector<Constant>& arguments);

} // namespace warploom::simt
