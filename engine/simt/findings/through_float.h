#pragma once

#include "engine/simt/code/code.h"

#include <deque>
#include <vector>

namespace warploom::simt {

/// Returns the locations where a float that contains the index of a row, column or matrix entry is converted back to an
/// integer. Only integers that are used as an array index or grid size are reported. Floats represent integers exactly
/// only up to 2^24. Tests cannot find this error, because no test input has that many rows. Values in memory are not
/// tracked.
std::vector<SourceLocation> whole_numbers_through_float(const Code& code, const std::deque<Code>& kernels);

} // namespace warploom::simt
