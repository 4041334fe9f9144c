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

/// Maximum number of errors that are reported per source.
constexpr std::size_t most_errors = 20;

/// Ends the part of the compilation that cannot continue: a statement, a declaration, or the whole source. A Refusal
/// without a sentence is a consequence of an error that has been reported, and is not reported itself.
class Refusal {
public:
    Refusal(SourceLocation at, std::string sentence, std::string hint = {})
        : diagnostic{at.line, at.column, std::move(sentence), std::move(hint), at.header} {}
    Diagnostic diagnostic;
};

} // namespace warploom::simt
