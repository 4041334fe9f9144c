#pragma once

#include "engine/simt/sema/library.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warploom::simt {

/// Function that returns the value of the variable `name`, or std::nullopt if the value is not known at compile time.
using KnownNames = std::function<std::optional<Constant>(const std::string& name)>;

/// Evaluates a binary operator on constants after the usual arithmetic conversions of C++. Returns std::nullopt on
/// overflow or division by zero. In this case, the kernel performs the operation at run time and reports the error.
std::optional<Constant> folded(const Types& types, Operator op, const Constant& left, const Constant& right);
/// Evaluates one of the unary operators `+`, `-`, `!`, and `~` on a constant.
Constant folded(const Types& types, Operator op, const Constant& operand);
/// Evaluates an expression without side effects at compile time. Returns std::nullopt if the expression is not
/// constant. `names` provides values for parameters and loop counters, which semantic analysis does not treat as
/// constants.
std::optional<Constant> evaluate(Library& library, const Instance& instance, const Expression& e,
                                 const KnownNames& names);
/// Evaluates a function call with constant arguments at compile time. Returns std::nullopt if the result is not
/// constant. The function body may contain only constants and a `return` statement.
std::optional<Constant> evaluate_call(Library& library, const Instance& instance,
                                      const std::vector<Constant>& arguments);

} // namespace warploom::simt
