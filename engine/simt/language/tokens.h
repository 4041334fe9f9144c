#pragma once

#include "engine/simt/language/effort.h"
#include "engine/simt/language/marks.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warploom::simt {

enum class TokenKind : std::uint8_t {
    name,
    integer,
    real,
    text,
    mark,
    wrong, ///< an invalid token; TokenList::wrong[integer] is the error, unless the line is skipped
    end
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;             ///< as in the source; for a string, its characters with escapes resolved
    SourceLocation place, end;    ///< end: behind its last character
    Mark mark = Mark::none;       ///< of punctuation
    Keyword word = Keyword::none; ///< of a name
    bool starts_line = false;     ///< first token of its line, where '#' begins a directive
    bool touches = false;         ///< not preceded by whitespace
    bool is_plain = false;        ///< name of a macro in its own expansion, which is not expanded again
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false; ///< type of a number

    SourceRange range() const { return {place, end}; }
    bool is(Mark of) const { return mark == of; }
    bool is(Keyword of) const { return word == of; }
    bool is_name(const char* name) const { return kind == TokenKind::name && text == name; } ///< for other words
};

/// A comment directive: `// format: ell`, `// scratch: carry double[rows]`; before the first token also `title`,
/// `summary`, `source` and `plan`, and the launch attributes `early` and `carve-out` for a real GPU.
struct Note {
    SourceLocation place;
    std::string key, text; ///< "format", "ell"
};

/// A header included by a source or by another header; each header is included once.
struct Inclusion {
    SourceLocation place; ///< location of the '#'
    int header = 0;
};

struct TokenList {
    std::vector<Token> tokens; ///< the last one marks the end
    std::vector<Note> notes;
    std::vector<Refusal> wrong;
    std::vector<Inclusion> inclusions; ///< in the order of inclusion
};

constexpr std::size_t most_tokens = 400'000; ///< per source, after macro expansion

/// The UTF-8 byte order mark that some editors add. Source locations are counted from the character after it.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Splits a source into tokens. A backslash at the end of a line joins it with the next line, also in comments.
/// Throws for unterminated comments and for sources with too many tokens. All other errors become invalid tokens,
/// because the preprocessor may skip them: characters that are not part of C, literals that no type can represent,
/// and identifiers of more than 1,000 characters. `header` is the number of the header that is read, or 0.
TokenList tokens_of(const std::string& text, CompileBudget& effort, int header = 0);

} // namespace warploom::simt
