#pragma once

#include "engine/simt/code/code.h"

#include <deque>
#include <vector>

namespace warploom::simt {

/// Returns where a float that contains the index of a row, column or matrix entry is converted back to an integer and
/// used as an array index or grid size. Floats represent integers exactly only up to 2^24, and tests cannot find the
/// error, because no test input has that many rows. Values in memory are not tracked.
std::vector<SourceLocation> whole_numbers_through_float(const Code& code, const std::deque<Code>& kernels);

} // namespace warploom::simt
