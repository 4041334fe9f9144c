#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <string>

// Headers that are shared by several kernels. They are included as "warp_sum.cuh" or, as in the source tree, as
// "../headers/warp_sum.cuh". They are embedded in the executable; files on disk cannot be included.

namespace warploom::simt {

/// Returns the 1-based index of a header, or 0 if there is no header with this name.
int find_header(const std::string& included);
const EmbeddedFile& header(int number);
/// Returns whether a header implements a CUDA header, so that its lines are not shown to the user.
bool is_header_of_cuda(int number);
/// Returns the names of all headers, such as "warp_sum.cuh, carries.cuh".
std::string header_names();

/// Returns the file that contains a location, such as "headers/warp_sum.cuh". For the kernel source, returns `text`.
std::string file_of(SourceLocation place, const std::string& text);
/// Returns "line 12", or "line 12 of headers/warp_sum.cuh" for a location in a header.
std::string line_of(SourceLocation place);
/// Returns whether a file name in a trace or finding refers to a header.
bool is_header(const std::string& file);
/// Returns a copy of a source for editing, in which each #include of a header that defines kernels is replaced by the
/// contents of the header.
std::string expand_kernel_headers(const std::string& text);
/// Returns the total number of characters in a source and all headers that it includes.
std::size_t length_with_headers(const std::string& text);
/// Returns the contents of a header such as "headers/warp_sum.cuh", or null for any other name.
const std::string* header_source(const std::string& file);

} // namespace warploom::simt
