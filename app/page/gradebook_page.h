#pragma once

#include "app/exercise/gradebook.h"

#include <string>

namespace warploom::app {

/// Returns the grades of a class as a self-contained HTML page without scripts, which makes no network requests.
std::string gradebook_html(const Gradebook& gradebook);

} // namespace warploom::app
