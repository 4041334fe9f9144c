#pragma once

#include "engine/simt/language/tokens.h"

#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// The tokens of a source file without namespaces.
struct FlatTokens {
    std::vector<Token> tokens;
    std::set<std::string> namespaces;
    std::set<std::string> standard; ///< names that had a `std::` qualifier in the source file
};
/// Removes namespaces from a source file, so that all names are at file scope. Removes `namespace a {` with its closing
/// brace, `using namespace a;`, `namespace b = a;`, and the qualifier in `a::name`. Keeps other qualifiers, except
/// `std::` before built-in functions. Appends a Refusal to `wrong` if two namespaces define the same name, because the
/// definitions would conflict at file scope.
FlatTokens without_namespaces(std::vector<Token> tokens, std::vector<Refusal>& wrong);

} // namespace warploom::simt
