#pragma once

#include <string>

namespace warploom::app {

/// Returns the value of a line "// NAME: value" in a kernel source, or an empty string if there is no such line.
std::string header_directive(const std::string& text, const std::string& name);

} // namespace warploom::app
