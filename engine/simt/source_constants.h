#pragma once

#include "engine/simt/program.h"

#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Constants of a kernel source. Test inputs have sizes just below, at, and just above each constant.
struct SourceConstants {
    /// Integer literals and constant expressions with values greater than 1 (tile sizes, array extents, 8 * 256, 1 <<
    /// 12), in ascending order without duplicates. Macros and const and constexpr variables are resolved.
    std::vector<std::int64_t> whole;
    /// Whether the kernel may use the results of atomics on global memory, so that a single thread may do all of the
    /// work.
    bool takes_tickets = false;
    /// whether threads wait for other threads, or take locks or tickets; test inputs should then be small
    bool waits = false;
};

/// Collects the constants in the functions of the source and of the headers that it includes.
SourceConstants constants_of(const Program& program);

} // namespace warploom::simt
