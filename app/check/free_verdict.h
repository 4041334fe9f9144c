#pragma once

#include "engine/declared/declared_input.h"
#include "engine/protocol/messages/check.h"

#include <string>
#include <vector>

// Functions that fill in the parts of a `check` document for sources that declare their own problem.

namespace warploom::app {

/// Returns the names that parameters of `run` can have. The result is empty if the declaration is invalid.
std::vector<protocol::CheckName> declared_names(const std::string& kernel, const std::string& text);
/// Records the numbers of an input as tested.
void cover_numbers(const declared::DeclaredInput& input, protocol::CheckCoverage& covered);
/// Returns a verdict such as "Correct for n a multiple of 32, on 41 test inputs."
std::string right_on_declared(const protocol::Check& check);
/// Returns sentences such as "Tested with 32 to 1,024 threads per block in float. Tested values: n from 0 to 70,001."
/// `with_precision` is the first sentence. The precision is omitted if the problem has only integers.
std::string tested_declared(const protocol::CheckCoverage& covered, const std::string& with_precision);

} // namespace warploom::app
