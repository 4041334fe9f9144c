#pragma once

#include "engine/simt/language/effort.h"

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
    wrong, ///< none of these; TokenList::wrong[integer] says why, where the line is not left out
    end
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::string text; ///< as written; of a string its characters, escapes resolved
    SourceLocation place;
    bool starts_line = false; ///< the first of its line, so that '#' begins a directive
    bool touches = false;     ///< no space before it
    bool is_plain = false;    ///< the name of a macro inside of itself: it stays a name
    std::uint64_t integer = 0;
    double real = 0;
    bool is_unsigned = false, is_long = false, is_float = false; ///< the type of a number

    bool is(const char* mark) const { return kind == TokenKind::mark && text == mark; }
    bool is_name(const char* name) const { return kind == TokenKind::name && text == name; }
};

/// A comment directive: `// format: ell`, `// scratch: carry double[rows]`; before the first token also `title`,
/// `summary`, `source` and `plan`, and the launch attributes `early` and `carve-out` for a real GPU.
struct Note {
    SourceLocation place;
    std::string key, text; ///< "format", "ell"
};

/// A part that a text includes, or another part does; each once.
struct Inclusion {
    SourceLocation place; ///< of the '#'
    int header = 0;
};

struct TokenList {
    std::vector<Token> tokens; ///< the last one is the end
    std::vector<Note> notes;
    std::vector<Refusal> wrong;
    std::vector<Inclusion> inclusions; ///< in the order in which they are read
};

constexpr std::size_t most_tokens = 400'000; ///< per source, after macro expansion

/// The mark of UTF-8 that some editors put before a text. It is no part of it: places count from behind it.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Splits a text into tokens. A backslash at the end of a line joins it with the next, in comments too. Refuses
/// comments that never end, and sources with too many tokens. Other errors become invalid tokens, because the
/// preprocessor may skip them: characters outside of C, literals that no type can represent, identifiers of more than
/// 1,000 characters. `header`: the number of the header, if the text is one.
TokenList tokens_of(const std::string& text, CompileBudget& effort, int header = 0);

} // namespace warploom::simt
