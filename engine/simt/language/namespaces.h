#pragma once

#include "engine/simt/language/tokens.h"

#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// The tokens of a source without its namespaces, and the removed names.
struct FlatTokens {
    std::vector<Token> tokens;
    std::set<std::string> namespaces; ///< names of all removed namespaces
    std::set<std::string> standard;   ///< names from which `std::` was removed
};
/// Removes namespaces from the tokens of a source, so that all names are at file scope: `namespace a {` with its
/// closing brace, `using namespace a;`, `namespace b = a;`, and the qualifier of `a::name`. Qualifiers that are not
/// namespaces of the source stay, except `std::` before functions that kernels can call without it. Appends one
/// Refusal for each name that two namespaces define, because these would become the same name.
FlatTokens without_namespaces(std::vector<Token> tokens, std::vector<Refusal>& wrong);

} // namespace warploom::simt
