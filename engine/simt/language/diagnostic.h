#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace warploom::simt {

/// A position in a source; line and column count from 1.
struct SourceLocation {
    int line = 1, column = 1;
    int header = 0; ///< number of the header that contains it, from 1 (headers.h); 0 for the kernel source itself
    bool operator==(const SourceLocation&) const = default;
};

/// Why a source is rejected: the location, a message, and a suggested fix (may be empty).
struct Diagnostic {
    int line = 1, column = 1;
    std::string sentence, hint;
    int header = 0; ///< during compilation: number of the header that contains the line
};

/// The most errors of one source that are reported.
constexpr std::size_t most_errors = 20;

/// Ends the part of the translation that cannot continue: a statement, a declaration, or the whole source. Without a
/// sentence it follows from an error that has been reported, and is not reported itself.
class Refusal {
public:
    Refusal(SourceLocation at, std::string sentence, std::string hint = {})
        : diagnostic{at.line, at.column, std::move(sentence), std::move(hint), at.header} {}
    Diagnostic diagnostic;
};

} // namespace warploom::simt
