#pragma once

#include <string>
#include <utility>

namespace warploom::simt {

/// A place in a text; line and column count from 1.
struct Place {
    int line = 1, column = 1;
    int part = 0; ///< of the parts that a text may include (parts.h), counted from 1; 0: the text itself
    bool operator==(const Place&) const = default;
};

/// Why a source is rejected: the location, a message, and a suggested fix (may be empty).
struct Diagnostic {
    int line = 1, column = 1;
    std::string sentence, hint;
    int part = 0; ///< during compilation: the header that contains the line
};

/// Ends a part of the translation.
class Refusal {
public:
    Refusal(Place at, std::string sentence, std::string hint = {})
        : diagnostic{at.line, at.column, std::move(sentence), std::move(hint), at.part} {}
    Diagnostic diagnostic;
};

} // namespace warploom::simt
