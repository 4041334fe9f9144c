#pragma once

#include "engine/protocol/messages/trace.h"

#include <optional>
#include <string>

// Metrics of a traced call for exercises and lessons. Each metric is a single number computed from the trace document.

namespace warploom::exercise {

/// The quantity to count in one call, summed over all launches.
enum class Count {
    transactions,      ///< global memory transactions
    bytes,             ///< bytes transferred by these transactions
    accesses,          ///< accesses to an array, counted per lane
    atomics,           ///< lanes that perform an atomic operation
    active_lanes,      ///< mean number of active lanes per warp instruction, 0 to 32
    warp_instructions, ///< recorded instructions: memory accesses, shuffles, barriers
    bank_passes,       ///< passes over the banks of shared memory
    bank_conflicts,    ///< bank passes in excess of the conflict-free number
    barriers,          ///< barriers reached by a warp
    shared_bytes,      ///< largest amount of shared memory used by a block
    launches,
    flops
};
constexpr auto words_of(Count) {
    return std::array{"transactions", "bytes",          "accesses", "atomics",      "active_lanes", "warp_instructions",
                      "bank_passes",  "bank_conflicts", "barriers", "shared_bytes", "launches",     "flops"};
}

/// The unit by which a count is divided.
enum class Per { call, row, nonzero };
constexpr auto words_of(Per) { return std::array{"call", "row", "nonzero"}; }
using warploom::to_string;

struct Measure {
    Count count = Count::transactions;
    Per per = Per::call;
    std::string array;                       ///< counts only accesses to this array; all arrays if empty
    std::optional<simulated::Access> access; ///< counts only accesses of this kind

    static const protocol::Fields<Measure>& fields();
    /// Computes the metric for a trace; NaN if the divisor is 0.
    double of(const protocol::Trace& trace) const;
    /// Returns a description such as "transactions for each nonzero, array value". Uses the singular if `number` is 1:
    /// "launch".
    std::string words(double number = 0) const;
};

} // namespace warploom::exercise
