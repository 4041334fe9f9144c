#pragma once

#include "engine/table.h"

#include <string>

namespace warploom {

/// Comma-separated lines with a heading, as write_csv() writes them; a cell that reads as a number is one, an empty one is
/// empty. Units are not taken out of the headings: the columns have none.
Table table_from_csv(const std::string& text);

} // namespace warploom
