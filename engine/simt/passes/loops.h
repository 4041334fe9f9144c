#pragma once

#include "engine/simt/sema/evaluate.h"

#include <string>
#include <vector>

// Finds properties of loops in the syntax tree.

namespace warploom::simt {

/// Returns whether an expression contains a name.
bool names_one(const Expression& e, const std::string& name);
/// Returns whether evaluating an expression may change a variable in `test`.
bool may_change(const Expression& e, const Expression& test);
/// Returns whether an expression is `a, b`.
inline bool is_comma(const Expression& e) { return e.what == Expression::What::binary && e.op == Operator::comma; }

/// Returns whether a loop has the form `for (...; k < end; k += step)` and nothing else modifies k or end.
bool has_known_turns(const Statement& loop);
/// Returns whether a loop has an empty body, such as `while (flag[i] == 0) {}`. Each iteration only evaluates the
/// condition.
bool is_empty_loop(const Statement& loop);
/// Returns the counter of each iteration of a loop that can be unrolled; empty if the counters are unknown or too many.
/// `names` gives the values of the variables outside of the loop that are constant.
std::vector<Constant> turns_of(Library& library, const Instance& instance, const Statement& loop,
                               const KnownNames& names);

} // namespace warploom::simt
