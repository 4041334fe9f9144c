#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <string>

// Headers that several kernels share, included as "warp_sum.cuh" or, as in the source tree, "../headers/warp_sum.cuh".
// The headers are embedded in the executable. Files on disk cannot be included.

namespace warploom::simt {

/// Returns the 1-based index of a header; 0 if there is no header with this name.
int find_header(const std::string& included);
const EmbeddedFile& header(int number);
/// Returns whether a header replaces one of CUDA, so that its lines are not shown.
bool is_header_of_cuda(int number);
/// Returns the names of all headers: "warp_sum.cuh, carries.cuh".
std::string header_names();

/// Returns the file that contains a location: "headers/warp_sum.cuh", or `text` for the kernel source.
std::string file_of(SourceLocation place, const std::string& text);
/// Returns "line 12", or "line 12 of headers/warp_sum.cuh" for a location in a header.
std::string line_of(SourceLocation place);
/// Returns whether a file name in a trace or finding refers to a header.
bool is_header(const std::string& file);
/// Returns a source for editing, in which #include lines of headers that define kernels are replaced by their contents.
std::string expand_kernel_headers(const std::string& text);
/// Returns the total number of characters in a source and all headers that it includes.
std::size_t length_with_headers(const std::string& text);
/// Returns the contents of "headers/warp_sum.cuh"; null for other names.
const std::string* header_source(const std::string& file);

} // namespace warploom::simt
