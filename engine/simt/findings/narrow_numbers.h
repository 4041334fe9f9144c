#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace warploom::simt {

/// A 32-bit number in a kernel that is correct for all test inputs, but overflows for larger inputs.
struct NarrowNumber {
    enum class What : std::uint8_t {
        counter, ///< a loop counter incremented by the number of threads in the grid
        thread,  ///< a global thread index in a kernel with several threads per row
        product, ///< an index computed as the product of rows and columns
        middle   ///< half of the sum of two sizes, as in a binary search
    };
    What what = What::product;
    SourceLocation place;
    bool is_signed = true;
    std::int64_t threads_of_row = 0; ///< number of threads per row for `thread`; 0 if unknown
};

/// Finds numbers in a kernel that may overflow, by static analysis. The analysis assumes that the sizes and counts of a
/// matrix are as large as their types permit, and that blocks have at most 1,024 threads. `run` is the host function
/// that launches the kernel. If a kernel parameter is the quotient of two sizes in every launch, its product with the
/// divisor cannot overflow.
std::vector<NarrowNumber> narrow_numbers(const Code& code, const std::deque<Code>& kernels, const Code& run);

} // namespace warploom::simt
