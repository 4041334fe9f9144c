#pragma once

#include "engine/simt/program.h"

#include <cstdint>
#include <vector>

namespace warploom::simt {

/// The constants in a kernel. Test inputs have sizes just below, at and just above each of them.
struct SourceConstants {
    /// Integer literals and constant expressions greater than 1, such as tile sizes, array extents, 8 * 256, or 1 <<
    /// 12. They are in ascending order without duplicates. The values of macros and of const and constexpr variables
    /// are included.
    std::vector<std::int64_t> whole;
    /// Whether the kernel may use the results of atomics on global memory. If so, a single thread may do all of the
    /// work.
    bool takes_tickets = false;
    /// Whether threads wait for other threads, or take locks or tickets. If so, test inputs should be small.
    bool waits = false;
};

/// Finds the constants in a program and its headers.
SourceConstants constants_of(const Program& program);

} // namespace warploom::simt
