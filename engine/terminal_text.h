#pragma once

#include <string>
#include <string_view>

namespace warploom {

/// A text as a terminal may have it: what would move its cursor, clear it or turn its letters round is shown as \x1b or
/// \u202e. Letters, tabs and ends of lines stay; bytes that are no UTF-8 are shown, too. A document of JSON stays the
/// same
/// document.
std::string for_terminal(std::string_view text);
/// The same for a name within a line: an end of line is shown as \x0a.
std::string in_one_line(std::string_view text);

/// Writes a sentence and an end of line to standard error, for a terminal. The only way there for what has names in it.
void tell(std::string_view sentence);
/// The same without an end of line.
void tell_on(std::string_view text);

} // namespace warploom
