#pragma once

#include "engine/simt/language/tokens.h"
#include "engine/simt/program_impl.h"

#include <string>
#include <vector>

namespace warploom::simt {

/// Parses a directive such as `// bind: n = rows, ptr = row_pointer`. The parameter `n` of `run` and `prepare` is then
/// bound to the same value as a parameter named `rows`.
void read_bindings(Head& head, const Note& note);

/// Returns whether a parameter of `run` is bound to the block size.
bool stands_for_block(const Head& head, const std::string& parameter);
/// Returns whether `void run(...)` has a parameter for the block size. Only searches the tokens, without parsing them.
bool asks_for_block(const std::vector<Token>& tokens, const Head& head);

/// Renames the parameters of `run` and `prepare` as directives specify. Throws if a directive names a parameter that
/// does not exist.
void apply_bindings(Program& program, Program::Half& half);

} // namespace warploom::simt
