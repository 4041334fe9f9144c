#pragma once

#include "engine/embedded_file.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <string>

// Headers that several kernels share: `#include "warp_sum.cuh"`, or "../headers/warp_sum.cuh" as in the source tree.
// They are embedded in the program. No other file can be included, in particular no file on disk.

namespace warploom::simt {

/// Returns the number of a header, from 1; 0 if there is no header with this name.
int find_header(const std::string& included);
const EmbeddedFile& header(int number);
/// Returns whether a header replaces one of CUDA, so that its lines are not shown.
bool is_header_of_cuda(int number);
/// Returns the names of all headers: "warp_sum.cuh, carries.cuh".
std::string header_names();

/// Returns the file that contains a location: "headers/warp_sum.cuh", or `text`, the name of the kernel source.
std::string file_of(SourceLocation place, const std::string& text);
/// Returns "line 12", or "headers/warp_sum.cuh line 12" if the line is in a header.
std::string line_of(SourceLocation place);
/// Returns whether a file that a trace or a finding names is a header.
bool is_header(const std::string& file);
/// Returns a source for editing, in which the #include lines of headers that contain kernels are replaced by their
/// contents.
std::string expand_kernel_headers(const std::string& text);
/// Returns the number of characters of a source and of all headers that it includes.
std::size_t length_with_headers(const std::string& text);
/// Returns the source of "headers/warp_sum.cuh"; null for other names.
const std::string* header_source(const std::string& file);

} // namespace warploom::simt
