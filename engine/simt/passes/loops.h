#pragma once

#include "engine/simt/sema/evaluate.h"

#include <string>
#include <vector>

// Analyzes the loops in a syntax tree.

namespace warploom::simt {

/// Returns whether an expression uses the variable `name`.
bool names_one(const Expression& e, const std::string& name);
/// Returns whether the evaluation of `e` may modify a variable in `test`.
bool may_change(const Expression& e, const Expression& test);
inline bool is_comma(const Expression& e) { return e.what == Expression::What::binary && e.op == Operator::comma; }

/// Returns whether a loop has the form `for (...; k < end; k += step)` and does not modify k or end anywhere else.
bool has_known_turns(const Statement& loop);
/// Returns whether the body of a loop is empty, as in `while (flag[i] == 0) {}`.
bool is_empty_loop(const Statement& loop);
/// Returns the values of the loop counter in all iterations of an unrollable loop. Returns an empty list if the trip
/// count is unknown or too large. `names` contains the values of constants that are declared outside the loop.
std::vector<Constant> turns_of(Library& library, const Instance& instance, const Statement& loop,
                               const KnownNames& names);

} // namespace warploom::simt
