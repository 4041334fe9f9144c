#pragma once

#include "engine/simt/language/diagnostic.h"

#include <string>
#include <vector>

namespace warploom::declared {

/// A line `// KEY: VALUE` in the comments at the top of a source.
struct Directive {
    std::string key, value;
    simt::SourceLocation place;
};

std::vector<Directive> directives_of(const std::string& text);
/// Returns whether a source declares a problem, with a line `// out:`, `// inout:` or `// problem:`.
bool declares_problem(const std::string& text);
/// Returns the value of the first directive with this key; empty if there is none.
std::string directive(const std::string& text, const std::string& key);

} // namespace warploom::declared
