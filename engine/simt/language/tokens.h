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
    wrong, ///< invalid token; TokenList::wrong[integer] is its error, which is ignored in skipped lines
    end
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;          ///< spelling in the source; for a string literal, the characters after resolving escapes
    SourceLocation place, end; ///< source range; `end` is the position after the last character
    Mark mark = Mark::none;    ///< kind of punctuation; none for other tokens
    Keyword word = Keyword::none; ///< keyword; none for other tokens
    bool starts_line = false;     ///< whether this is the first token in its line; only such a '#' begins a directive
    bool touches = false;         ///< whether no whitespace precedes the token
    bool is_plain = false; ///< whether the token is a macro name in its own expansion, which is not expanded again
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false; ///< for numeric literals, properties of the type

    SourceRange range() const { return {place, end}; }
    bool is(Mark of) const { return mark == of; }
    bool is(Keyword of) const { return word == of; }
    bool is_name(const char* name) const { return kind == TokenKind::name && text == name; } ///< not for keywords
};

/// A directive in a comment, such as `// format: ell` or `// scratch: carry double[rows]`. The directives `title`,
/// `summary`, `source`, `plan`, `early` and `carve-out` must precede the first token. `early` and `carve-out` are
/// launch attributes for a real GPU.
struct Note {
    SourceLocation place;
    std::string key, text; ///< key and value, such as "format" and "ell"
};

/// An #include of a header in the source or in another header. Each header is included only once.
struct Inclusion {
    SourceLocation place; ///< location of the '#'
    int header = 0;
};

struct TokenList {
    std::vector<Token> tokens; ///< the last token marks the end
    std::vector<Note> notes;
    std::vector<Refusal> wrong;
    std::vector<Inclusion> inclusions; ///< headers in the order in which they are included
};

constexpr std::size_t most_tokens = 400'000; ///< maximum number of tokens in a source after macro expansion

/// The UTF-8 byte order mark, which some editors write. Columns are counted from the character that follows it.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Splits a source into tokens. A line that ends with a backslash is joined with the next line, also in comments.
/// Throws for unterminated comments and for sources with too many tokens. All other errors result in invalid tokens,
/// because the preprocessor may skip them: characters that C does not use, literals that no type can represent, and
/// identifiers with more than 1,000 characters. `header` is the index of the header, or 0 for the kernel source.
TokenList tokens_of(const std::string& text, CompileBudget& effort, int header = 0);

} // namespace warploom::simt
