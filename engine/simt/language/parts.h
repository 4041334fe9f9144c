#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <string>

// Headers that several kernels share: `#include "warp_sum.cuh"`, or "../parts/warp_sum.cuh" as in the files of the
// source tree. They are embedded in the program, and nothing else can be included, in particular no file on disk.

namespace warploom::simt {

/// The number of a part, counted from 1; 0 where there is none of this name.
int find_part(const std::string& included);
const EmbeddedFile& part(int number);
/// "warp_sum.cuh, carries.cuh": all that there are.
std::string names_of_parts();

/// The file that a place is in: "parts/warp_sum.cuh", or `text`, the name of the text itself.
std::string file_of(Place place, const std::string& text);
/// "line 12", or, where that is a line of another file, "parts/warp_sum.cuh line 12".
std::string line_of(Place place);
/// Whether a file that a trace or a finding names is a part.
bool is_part(const std::string& file);
/// Returns a source for editing, in which the #include lines of headers that contain kernels are replaced by their
/// contents.
std::string with_kernels_of_parts(const std::string& text);
/// Letters of a text and of all parts that it includes: how much there is to read.
std::size_t length_with_parts(const std::string& text);
/// The text of "parts/warp_sum.cuh"; null for other names.
const std::string* text_of_part(const std::string& file);

} // namespace warploom::simt
