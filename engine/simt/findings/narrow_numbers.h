#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace warploom::simt {

/// A 32-bit number of a kernel that overflows for large inputs: right on all that are tried, and wrong on larger ones.
struct NarrowNumber {
    enum class What : std::uint8_t {
        counter, ///< loop counter that advances by the number of threads in the grid
        thread,  ///< the number of a thread of which several share a row
        product  ///< an index: rows times columns
    };
    What what = What::product;
    SourceLocation place;
    bool is_signed = true;
    std::int64_t threads_of_row = 0; ///< of `thread`; 0: not known
};

/// Finds them by following the numbers through the code, without running it. Sizes and counts of the matrix are taken
/// to be as large as their types allow; the block has at most 1,024 threads.
std::vector<NarrowNumber> narrow_numbers(const Code& code, const std::deque<Code>& kernels);

} // namespace warploom::simt
