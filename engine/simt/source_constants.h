#pragma once

#include "engine/simt/program.h"

#include <cstdint>
#include <vector>

namespace warploom::simt {

/// The constants of a kernel source, from which test inputs just below, at and just above each limit are derived.
struct SourceConstants {
    /// Values above 1 of whole-number literals and of constant expressions (tile sizes, array extents, 8 * 256, 1 <<
    /// 12), ascending, each once. Macros, `constexpr` and `const` variables are resolved.
    std::vector<std::int64_t> whole;
    bool uses_grid_y = false; ///< reads blockIdx.y or z, whose grid dimensions are limited to 65,535 blocks
    bool takes_tickets =
        false;          ///< may use the results of atomic operations on global memory: one thread may do all work
    bool waits = false; ///< waits for other threads, or takes locks and tickets: inputs should be small
};

/// Collects them from the functions of the source and the headers that it includes.
SourceConstants constants_of(const Program& program);

} // namespace warploom::simt
