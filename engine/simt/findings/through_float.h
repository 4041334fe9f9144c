#pragma once

#include "engine/simt/code/code.h"

#include <deque>
#include <vector>

namespace warploom::simt {

/// Returns the locations where a float that contains the index of a row, column or entry is converted back to an
/// integer and used as an index or grid size. Floats represent integers exactly only up to 2^24, and no test input has
/// that many rows. Values that are stored in memory are not tracked.
std::vector<SourceLocation> whole_numbers_through_float(const Code& code, const std::deque<Code>& kernels);

} // namespace warploom::simt
