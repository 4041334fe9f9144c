#pragma once

#include <string>

namespace warploom::app {

/// What stands behind "// NAME: " in a line of a kernel's text; empty where there is no such line.
std::string header_directive(const std::string& text, const std::string& name);

} // namespace warploom::app
