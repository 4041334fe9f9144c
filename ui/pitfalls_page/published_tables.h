#pragma once

#include "engine/table.h"

#include <vector>

namespace warploom::ui {

/// A file of datasets/published, built into the program.
struct PublishedFile {
    const char* name; ///< "cerny2011-timing-error"
    const char* text;
};
/// Defined in a source that the build writes from the files.
const std::vector<PublishedFile>& publishedFiles();

/// Comma-separated lines with a heading, as write_csv() writes them; a cell that reads as a number is one, an empty one is
/// empty. Units stand in a column of their own here, so columns have none.
Table tableFromCsv(const std::string& text);
/// One of the files as a table; without columns where there is none of that name.
Table publishedTable(const std::string& name);

} // namespace warploom::ui
