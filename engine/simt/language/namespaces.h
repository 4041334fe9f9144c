#pragma once

#include "engine/simt/language/tokens.h"

#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// The tokens of a source without namespaces, and the removed names.
struct FlatTokens {
    std::vector<Token> tokens;
    std::set<std::string> namespaces; ///< names of the removed namespaces
    std::set<std::string> standard;   ///< names that had a `std::` qualifier
};
/// Removes namespaces from a source, so that all names are at file scope. Removes `namespace a {` with its closing
/// brace, `using namespace a;`, `namespace b = a;`, and the qualifier in `a::name`. Keeps qualifiers that are not
/// namespaces in the source, except for `std::` before built-in functions. If a name is defined in two namespaces, the
/// definitions would conflict, so a Refusal is appended to `wrong`.
FlatTokens without_namespaces(std::vector<Token> tokens, std::vector<Refusal>& wrong);

} // namespace warploom::simt
