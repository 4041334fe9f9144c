#pragma once

#include "engine/simt/language/tokens.h"

#include <cstddef>
#include <string>
#include <vector>

// Examines a declaration with a syntax error before the parser skips it.

namespace warploom::simt {

struct DamagedName {
    std::string name;
    bool is_type = false;
};
/// Returns the names in the head of the declaration that begins at token `begin`. Their uses are not reported as
/// unknown.
std::vector<DamagedName> names_in_head(const std::vector<Token>& tokens, std::size_t begin);
/// Returns the name of the host function that begins at token `begin`, or an empty string if there is none.
std::string host_function_at(const std::vector<Token>& tokens, std::size_t begin);

} // namespace warploom::simt
