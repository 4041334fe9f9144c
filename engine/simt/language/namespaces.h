#pragma once

#include "engine/simt/language/tokens.h"

#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// The tokens of a source with namespaces removed, and the removed names.
struct FlatTokens {
    std::vector<Token> tokens;
    std::set<std::string> namespaces; ///< names of the namespaces that were removed
    std::set<std::string> standard;   ///< names whose `std::` qualifier was removed
};
/// Removes namespaces from the tokens of a source, so that all names are at file scope: `namespace a {` and its closing
/// brace, `using namespace a;`, `namespace b = a;`, and the qualifier of `a::name`. Qualifiers that are not namespaces
/// of the source are kept, except `std::` before functions that are built in. Appends one Refusal for each name that
/// two namespaces define, because the definitions would conflict.
FlatTokens without_namespaces(std::vector<Token> tokens, std::vector<Refusal>& wrong);

} // namespace warploom::simt
