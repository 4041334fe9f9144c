#pragma once

#include "engine/simulated/trace.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Returns a short sentence about the finding that most likely explains a wrong result, such as "Line 8 accesses an
/// array out of bounds." Returns an empty string if there are no findings in the user's source.
std::string cause_of(const std::vector<simulated::Finding>& findings);

} // namespace warploom::app
