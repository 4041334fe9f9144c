#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <string>

// Headers that several kernels share. A kernel includes them as "warp_sum.cuh" or, as in the source tree, as
// "../headers/warp_sum.cuh". They are embedded in the program. Headers on disk cannot be included.

namespace warploom::simt {

/// Returns the 1-based index of the embedded header with this name, or 0 if there is none.
int find_header(const std::string& included);
const EmbeddedFile& header(int number);
/// Returns whether an embedded header implements a CUDA header, such as cooperative_groups.h. Lines of such a header
/// are not shown to the user.
bool is_header_of_cuda(int number);
/// Returns the names of all embedded headers as a list, for example, "warp_sum.cuh, carries.cuh".
std::string header_names();

/// Returns the file of a source location, such as "headers/warp_sum.cuh", or `text` if it is the kernel source file.
std::string file_of(SourceLocation place, const std::string& text);
/// Returns "line 12", or "line 12 of headers/warp_sum.cuh" for a location in an embedded header.
std::string line_of(SourceLocation place);
bool is_header(const std::string& file);
/// Returns the source code of a kernel for editing. Each #include of a header that defines kernels is replaced by the
/// contents of the header.
std::string expand_kernel_headers(const std::string& text);
/// Returns the total length of a kernel and of all headers that it includes.
std::size_t length_with_headers(const std::string& text);
/// Returns the contents of an embedded header such as "headers/warp_sum.cuh", or null if there is none.
const std::string* header_source(const std::string& file);

} // namespace warploom::simt
