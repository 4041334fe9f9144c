#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace warploom::simt {

/// A position in a source. Line and column are 1-based.
struct SourceLocation {
    int line = 1, column = 1;
    int header = 0; ///< 1-based index of the header in headers.h; 0 for the kernel source
    bool operator==(const SourceLocation&) const = default;
};

/// A range of characters in a source. `end` is the position after the last character.
struct SourceRange {
    SourceLocation begin, end;
};

/// An error or warning, with its location and a suggested fix, which may be empty.
struct Diagnostic {
    int line = 1, column = 1;
    std::string sentence, hint;
    int header = 0; ///< 1-based index of the header that contains the line; only used during compilation
    /// First column and end column (exclusive) of the token or expression; 0 if unknown.
    int begin_column = 0, end_column = 0;
};

/// Maximum number of errors reported per source.
constexpr std::size_t most_errors = 20;

/// Thrown when a statement, a declaration, or the whole source cannot be compiled any further. If the message is empty,
/// the problem is caused by an error that has already been reported, so it is not reported again.
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
