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
    /// An invalid token. Its error is TokenList::wrong[integer], which is ignored if the preprocessor skips the line.
    wrong,
    end
};

struct Token {
    TokenKind kind = TokenKind::end;
    /// Spelling of the token. For a string literal, the characters after replacing escape sequences.
    std::string text;
    SourceLocation place, end;    ///< `end` is the position after the last character
    Mark mark = Mark::none;       ///< Mark::none if this is not punctuation
    Keyword word = Keyword::none; ///< Keyword::none if this is not a keyword
    /// Whether this is the first token on its line. A '#' begins a directive only in this case.
    bool starts_line = false;
    bool touches = false; ///< whether no whitespace precedes the token
    /// Whether this is the name of a macro within its own expansion. Such a name must not be expanded again.
    bool is_plain = false;
    std::uint64_t integer = 0;
    double real = 0;
    /// Properties of a numeric literal.
    bool is_unsigned = false, is_long = false, is_float = false;

    SourceRange range() const { return {place, end}; }
    bool is(Mark of) const { return mark == of; }
    bool is(Keyword of) const { return word == of; }
    /// Returns whether the token is this name. Keywords are not names.
    bool is_name(const char* name) const { return kind == TokenKind::name && text == name; }
};

/// A directive in a comment, such as `// format: ell` or `// scratch: carry double[rows]`. The directives `title`,
/// `summary`, `source`, `plan` and `bind` are allowed only before the first token. The same applies to `early` and
/// `carve-out`, which set launch attributes for a real GPU, and to `out`, `inout` and `problem`, which declare the
/// problem (engine/declared).
struct Note {
    SourceLocation place;
    std::string key, text; ///< key and value of the directive, such as "format" and "ell"
};

/// An #include of an embedded header, in the kernel or in another header. Each header is included only once.
struct Inclusion {
    SourceLocation place;
    int header = 0;
};

struct TokenList {
    std::vector<Token> tokens; ///< the last token stands for the end of the file
    std::vector<Note> notes;
    std::vector<Refusal> wrong;
    std::vector<Inclusion> inclusions;
    /// Errors about headers that do not exist. They matter only if a name is missing.
    std::vector<Refusal> missing_headers;
};

constexpr std::size_t most_tokens = 400'000; ///< maximum number of tokens after macro expansion

/// The UTF-8 byte order mark, which some editors write. Column 1 is the character after it.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Splits a source file into tokens. A line that ends with a backslash is joined with the next line, even in comments.
/// Throws for unterminated comments and for files with too many tokens. All other errors produce invalid tokens, which
/// the preprocessor may skip: characters that C does not use, literals that no type can represent, and identifiers with
/// more than 1,000 characters. `header` is the 1-based index of the header, or 0 for the kernel source file.
TokenList tokens_of(const std::string& text, CompileBudget& effort, int header = 0);

} // namespace warploom::simt
