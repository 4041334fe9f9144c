#pragma once

#include <string>
#include <string_view>

namespace warploom {

/// Returns text that is safe to print on a terminal. Escapes characters that move the cursor, clear the screen or
/// reverse the text direction, for example as \x1b or \u202e. Also escapes invalid UTF-8. Letters, tabs and line breaks
/// are unchanged. An escaped JSON document is equivalent to the original.
std::string for_terminal(std::string_view text);
/// Escapes a name so that it can be part of a line of terminal output. Like for_terminal(), but also escapes line
/// breaks as \x0a.
std::string in_one_line(std::string_view text);

/// Writes a sentence and a line break to standard error, escaped for a terminal. Use this function for all output that
/// contains names.
void tell(std::string_view sentence);
/// Writes text to standard error like tell(), but without a line break.
void tell_on(std::string_view text);

} // namespace warploom
