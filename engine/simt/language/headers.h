#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <string>

// Headers that are shared by several kernels. A kernel includes them as "warp_sum.cuh" or, as in the source tree, as
// "../headers/warp_sum.cuh". They are embedded in the executable; header files on disk cannot be included.

namespace warploom::simt {

/// Returns the 1-based index of an embedded header, or 0 if there is no embedded header with this name.
int find_header(const std::string& included);
const EmbeddedFile& header(int number);
/// Returns whether an embedded header implements a CUDA header, such as cooperative_groups.h. The lines of such headers
/// are not shown to the user.
bool is_header_of_cuda(int number);
/// Returns the names of all embedded headers, separated by commas, for example, "warp_sum.cuh, carries.cuh".
std::string header_names();

/// Returns the name of the file that contains a source location, such as "headers/warp_sum.cuh". If the location is in
/// the kernel source file, returns `text`.
std::string file_of(SourceLocation place, const std::string& text);
/// Returns "line 12", or "line 12 of headers/warp_sum.cuh" for a location in an embedded header.
std::string line_of(SourceLocation place);
/// Returns whether a file name in a trace or finding refers to an embedded header.
bool is_header(const std::string& file);
/// Returns a copy of the source code of a kernel for editing. Each #include of a header that defines kernels is
/// replaced by the contents of the header.
std::string expand_kernel_headers(const std::string& text);
/// Returns the total number of characters in the source code of a kernel and all headers that it includes.
std::size_t length_with_headers(const std::string& text);
/// Returns the contents of an embedded header such as "headers/warp_sum.cuh", or null if there is no such header.
const std::string* header_source(const std::string& file);

} // namespace warploom::simt
