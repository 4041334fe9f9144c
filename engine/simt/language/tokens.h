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
    wrong, ///< an invalid token; its error is TokenList::wrong[integer], reported unless the line is skipped
    end
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;          ///< spelling in the source; for a string literal, its characters with escapes resolved
    SourceLocation place, end; ///< source range; `end` is the position after the last character
    Mark mark = Mark::none;    ///< the punctuation, for a punctuation token
    Keyword word = Keyword::none; ///< the keyword, for a keyword token
    bool starts_line = false;     ///< whether this is the first token of its line, where '#' begins a directive
    bool touches = false;         ///< whether no whitespace precedes the token
    bool is_plain = false;        ///< whether it is a macro name in its own expansion, which is not expanded again
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false; ///< properties of the type of a numeric literal

    SourceRange range() const { return {place, end}; }
    bool is(Mark of) const { return mark == of; }
    bool is(Keyword of) const { return word == of; }
    bool is_name(const char* name) const { return kind == TokenKind::name && text == name; } ///< for non-keywords
};

/// A directive in a comment: `// format: ell`, `// scratch: carry double[rows]`. Before the first token, it may also be
/// `title`, `summary`, `source`, `plan`, one of the launch attributes `early` and `carve-out` for a real GPU, or a
/// declaration of the problem: `out`, `inout` and `problem` (engine/declared).
struct Note {
    SourceLocation place;
    std::string key, text; ///< "format" and "ell"
};

/// An #include of a header, in the source or in another header. Each header is included only once.
struct Inclusion {
    SourceLocation place; ///< source location of the '#'
    int header = 0;
};

struct TokenList {
    std::vector<Token> tokens; ///< the last token is the end marker
    std::vector<Note> notes;
    std::vector<Refusal> wrong;
    std::vector<Inclusion> inclusions; ///< headers in order of inclusion
};

constexpr std::size_t most_tokens = 400'000; ///< maximum number of tokens per source, after macro expansion

/// UTF-8 byte order mark, which some editors write. Source locations count from the character after it.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Splits a source into tokens. A backslash at the end of a line joins it with the next line, also in comments. Throws
/// for unterminated comments and for sources with too many tokens. All other errors become invalid tokens, because the
/// preprocessor may skip them: characters that are not part of C, literals that no type can represent, and identifiers
/// longer than 1,000 characters. `header` is the index of the header that is read, or 0.
TokenList tokens_of(const std::string& text, CompileBudget& effort, int header = 0);

} // namespace warploom::simt
