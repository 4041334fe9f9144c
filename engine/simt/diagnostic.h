#pragma once

#include <string>
#include <utility>

namespace warploom::simt {

/// A place in a text; both count from 1.
struct Place {
    int line = 1, column = 1;
};

/// Why a text is not taken: where, a sentence, and what to write instead (may be empty).
struct Diagnostic {
    int line = 1, column = 1;
    std::string sentence, hint;
};

/// Ends a part of the translation.
class Refusal {
public:
    Refusal(Place at, std::string sentence, std::string hint = {})
        : diagnostic{at.line, at.column, std::move(sentence), std::move(hint)} {}
    Diagnostic diagnostic;
};

} // namespace warploom::simt
