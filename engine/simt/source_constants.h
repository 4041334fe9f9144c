#pragma once

#include "engine/simt/program.h"

#include <cstdint>
#include <vector>

namespace warploom::simt {

/// The constants of a kernel source, from which test inputs just below, at and just above each limit are derived.
struct SourceConstants {
    /// Values greater than 1 of integer literals and constant expressions (tile sizes, array extents, 8 * 256, 1 <<
    /// 12), in ascending order without duplicates. Macros and `constexpr` and `const` variables are resolved.
    std::vector<std::int64_t> whole;
    /// Whether it may use results of atomic operations on global memory, so that one thread may do all work.
    bool takes_tickets = false;
    bool waits = false; ///< whether it waits for other threads, or uses locks or tickets; test inputs should be small
};

/// Collects the constants from the functions of the source and the headers that it includes.
SourceConstants constants_of(const Program& program);

} // namespace warploom::simt
