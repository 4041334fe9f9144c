#pragma once

#include "engine/protocol/messages/trace.h"

#include <optional>
#include <string>

// Metrics of a traced call that exercises and lessons can query: each is a single number from the trace document.

namespace warploom::exercise {

/// The counted quantity in one call, over all launches.
enum class Count {
    transactions,      ///< of global memory
    bytes,             ///< that those transactions move
    accesses,          ///< to an array, each lane apart
    atomics,           ///< lanes that add, exchange ... atomically
    active_lanes,      ///< mean of a warp instruction, 0 to 32
    warp_instructions, ///< recorded ones: accesses, shuffles, barriers
    bank_passes,       ///< number of shared memory passes
    bank_conflicts,    ///< passes beyond the number that the data width requires
    barriers,          ///< that a warp comes to
    shared_bytes,      ///< the most that a block uses
    launches,
    flops
};
constexpr auto words_of(Count) {
    return std::array{"transactions", "bytes",          "accesses", "atomics",      "active_lanes", "warp_instructions",
                      "bank_passes",  "bank_conflicts", "barriers", "shared_bytes", "launches",     "flops"};
}

/// The unit that a count is divided by.
enum class Per { call, row, nonzero };
constexpr auto words_of(Per) { return std::array{"call", "row", "nonzero"}; }
using warploom::to_string;

struct Measure {
    Count count = Count::transactions;
    Per per = Per::call;
    std::string array;                       ///< only accesses to this array; empty: to all
    std::optional<simulated::Access> access; ///< only loads, stores ...

    static const protocol::Fields<Measure>& fields();
    /// NaN where it is divided by nothing.
    double of(const protocol::Trace& trace) const;
    /// "transactions for each nonzero, array value"; of exactly one, "launch".
    std::string words(double number = 0) const;
};

} // namespace warploom::exercise
