#pragma once

#include "engine/simt/language/tokens.h"

#include <cstddef>
#include <string>

namespace warploom::simt {

/// Determines the kind, value, and type of a numeric literal token, such as `0x1F`, `0b101`, `017`, `1'000ull`, `2.5f`,
/// or `0x1.8p3`. A float literal is converted directly to float, without being rounded to double first. Throws for
/// invalid literals and for values that no type can represent.
void read_number(Token& token);

/// Returns the character for an escape sequence such as `\n`, `\101` or `\x41`. `at` is the index of the backslash and
/// is advanced past the sequence. Throws for invalid escape sequences and for values greater than 255.
char escaped_character(const std::string& text, std::size_t& at, SourceLocation place);

} // namespace warploom::simt
