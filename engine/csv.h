#pragma once

#include "engine/table.h"

#include <string>
#include <string_view>

namespace warploom {

/// Whether a spreadsheet would run this text as a formula: it begins with = + - @, a tab or a return and is no number.
/// A text that has apostrophes before such a one counts too, so that what is written reads back the same.
bool is_taken_for_formula(std::string_view text);

/// Comma-separated lines with a heading, as write_csv() writes them; a cell that reads as a number is one, an empty one is
/// empty, and the apostrophe before what would be a formula is not part of the text. Units are not taken out of the headings: the columns have none.
Table table_from_csv(const std::string& text);

/// A table as a file: whole, or not at all (engine/whole_file.h). Errors: "file.write".
void write_csv_file(const std::string& path, const Table& table);

} // namespace warploom
