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

/// A part of a source, from its first character to the one behind its last character.
struct SourceRange {
    SourceLocation begin, end;
};

/// Why a source is rejected: the location, a message, and a suggested fix (may be empty).
struct Diagnostic {
    int line = 1, column = 1;
    std::string sentence, hint;
    int header = 0; ///< during compilation: number of the header that contains the line
    /// The columns of the token or expression in this line, the last one exclusive; 0 if they are not known.
    int begin_column = 0, end_column = 0;
};

/// Maximum number of errors that are reported per source.
constexpr std::size_t most_errors = 20;

/// Ends the part of the compilation that cannot continue: a statement, a declaration, or the whole source. A Refusal
/// without a sentence is a consequence of an error that has been reported, and is not reported itself.
class Refusal {
public:
    Refusal(SourceLocation at, std::string sentence, std::string hint = {})
        : diagnostic{at.line, at.column, std::move(sentence), std::move(hint), at.header} {}
    Refusal(SourceLocation at, const SourceRange& range, std::string sentence, std::string hint = {})
        : Refusal(at, std::move(sentence), std::move(hint)) {
        const auto is_here = [&](const SourceLocation& end) { return end.line == at.line && end.header == at.header; };
        if (is_here(range.begin)) diagnostic.begin_column = range.begin.column;
        if (is_here(range.begin) && is_here(range.end)) diagnostic.end_column = range.end.column;
    }
    Diagnostic diagnostic;
};

} // namespace warploom::simt
