#pragma once

#include "engine/simt/language/tokens.h"

#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// The tokens of a source file after removing namespaces.
struct FlatTokens {
    std::vector<Token> tokens;
    std::set<std::string> namespaces;
    std::set<std::string> standard; ///< names that had a `std::` qualifier in the source file
};
/// Removes namespaces from a source file, so that all names are at file scope. Removes `namespace a {` with its closing
/// brace, `using namespace a;`, `namespace b = a;`, and the qualifier in `a::name`. Keeps all other qualifiers, except
/// `std::` before built-in functions. If two namespaces define the same name, the definitions would conflict at file
/// scope, so a Refusal is appended to `wrong`.
FlatTokens without_namespaces(std::vector<Token> tokens, std::vector<Refusal>& wrong);

} // namespace warploom::simt
