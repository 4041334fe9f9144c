#pragma once

#include "engine/simt/sema/library.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

// Compile-time evaluation of expressions.

namespace warploom::simt {

/// Returns the value of a variable; empty if it is unknown.
using KnownNames = std::function<std::optional<Constant>(const std::string& name)>;

/// Folds a binary operator as in C++, with the usual arithmetic conversions. Empty on overflow or division by zero: the
/// kernel then computes it at run time, which reports the error.
std::optional<Constant> folded(const Types& types, Operator op, const Constant& left, const Constant& right);
/// Folds the unary operators `+`, `-`, `!` and `~`.
Constant folded(const Types& types, Operator op, const Constant& operand);
/// Returns the value of an expression without side effects; empty if it is not constant. `names` provides the values of
/// variables that are not constants in Sema: parameters and loop counters.
std::optional<Constant> evaluate(Library& library, const Instance& instance, const Expression& e,
                                 const KnownNames& names);
/// Returns the value of a call with constant arguments, if the function consists only of constants and a `return`.
std::optional<Constant> evaluate_call(Library& library, const Instance& instance,
                                      const std::vector<Constant>& arguments);

} // namespace warploom::simt
