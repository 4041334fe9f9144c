#pragma once

#include "engine/simt/sema/library.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

// Evaluates expressions at compile time.

namespace warploom::simt {

/// Returns the value of a variable if it is known; empty otherwise.
using KnownNames = std::function<std::optional<Constant>(const std::string& name)>;

/// Folds an operator on numbers as C++ does, with the usual conversions. Empty if the operation overflows or divides by
/// zero: the kernel then computes it at run time, where it is reported.
std::optional<Constant> folded(const Types& types, Operator op, const Constant& left, const Constant& right);
/// Folds `+`, `-`, `!` and `~`.
Constant folded(const Types& types, Operator op, const Constant& operand);
/// Returns the value of an expression without side effects; empty if it is not constant. `names` gives the values of
/// variables that the type check does not know: parameters and the counters of loops.
std::optional<Constant> evaluate(Library& library, const Instance& instance, const Expression& e,
                                 const KnownNames& names);
/// Returns the value of a call with these arguments if its function consists of constants and a `return`.
std::optional<Constant> evaluate_call(Library& library, const Instance& instance,
                                      const std::vector<Constant>& arguments);

} // namespace warploom::simt
