#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace warploom::simt {

/// A position in a source file. Line and column numbers start at 1.
struct SourceLocation {
    int line = 1, column = 1;
    /// 1-based index of the header (see headers.h); 0 for the kernel source file.
    int header = 0;
    bool operator==(const SourceLocation&) const = default;
};

/// A range in a source file. `end` is the position after the last character.
struct SourceRange {
    SourceLocation begin, end;
};

struct Diagnostic {
    int line = 1, column = 1;
    std::string sentence, hint;
    /// 1-based index of the header, or 0 for the kernel source file. Used only during compilation.
    int header = 0;
    /// First column and end column (exclusive) of the faulty token or expression; 0 if unknown.
    int begin_column = 0, end_column = 0;
    /// Name of an unsupported C++ or CUDA feature; empty for other errors. If a source file uses several words of the
    /// same feature, only the first one is reported.
    std::string feature = {};
};

/// Maximum number of errors reported per source file.
constexpr std::size_t most_errors = 20;

/// Thrown if a statement, a declaration or an entire source file cannot be compiled. If the message is empty, the cause
/// has already been reported.
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
