#pragma once

#include <string>
#include <vector>

namespace warploom::app {

/// Returns a self-contained HTML page without scripts, which makes no network requests. `body` follows the title.
std::string table_page(const std::string& title, const std::string& body);

/// Returns the beginning of a table with these column headings, up to its first row. On a phone, each row is shown as a
/// card.
std::string table_head(const std::vector<std::string>& headings);
/// Returns a cell. `kind` is its CSS class: "word" for text, which is left-aligned.
std::string table_cell(const std::string& heading, const std::string& text, const std::string& kind = {});
/// Returns the cell with the name to which a row refers.
std::string table_row_heading(const std::string& name);

} // namespace warploom::app
