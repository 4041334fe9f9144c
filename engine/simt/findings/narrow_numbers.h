#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace warploom::simt {

/// A 32-bit number in a kernel that is correct for all test inputs but overflows for larger ones.
struct NarrowNumber {
    enum class What : std::uint8_t {
        counter, ///< a loop counter that advances by the number of threads in the grid
        thread,  ///< a global thread index, if several threads share a row
        product, ///< an index computed as rows times columns
        middle   ///< half of the sum of two sizes, as in a binary search
    };
    What what = What::product;
    SourceLocation place;
    bool is_signed = true;
    std::int64_t threads_of_row = 0; ///< for `thread`: number of threads per row; 0 if unknown
};

/// Uses static analysis to find numbers that may overflow. Assumes that the sizes and counts of the matrix are as large
/// as their types permit, and that blocks have at most 1,024 threads. `run` launches the kernel: a parameter that is
/// the quotient of two sizes in every launch does not overflow when multiplied by the divisor.
std::vector<NarrowNumber> narrow_numbers(const Code& code, const std::deque<Code>& kernels, const Code& run);

} // namespace warploom::simt
