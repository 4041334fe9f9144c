#pragma once

#include "engine/simt/code/code.h"

#include <deque>
#include <vector>

namespace warploom::simt {

/// Places where a float that holds a row, a column or an entry becomes a whole number again, and then an index or a
/// grid. A float holds whole numbers up to 2^24 only, and no input that is tried has as many rows. Memory on the way is
/// not followed.
std::vector<SourceLocation> whole_numbers_through_float(const Code& code, const std::deque<Code>& kernels);

} // namespace warploom::simt
