#pragma once

#include "engine/protocol/messages/trace.h"

#include <optional>
#include <string>

// Metrics of a traced kernel call for exercises and lessons. A metric is a single number computed from the trace
// document.

namespace warploom::exercise {

/// The quantity that a metric counts, summed over all kernel launches of a call.
enum class Count {
    transactions, ///< number of global memory transactions
    bytes,        ///< number of bytes moved by global memory transactions
    accesses,
    atomics,           ///< number of lanes that perform atomic operations
    active_lanes,      ///< mean number of active lanes per warp instruction, from 0 to 32
    warp_instructions, ///< number of recorded warp instructions: memory accesses, shuffles and barriers
    bank_passes,       ///< number of passes (wavefronts) over the shared memory banks
    bank_conflicts,    ///< number of extra shared memory passes caused by bank conflicts
    barriers,
    shared_bytes, ///< maximum shared memory per block, in bytes
    launches,
    flops
};
constexpr auto words_of(Count) {
    return std::array{"transactions", "bytes",          "accesses", "atomics",      "active_lanes", "warp_instructions",
                      "bank_passes",  "bank_conflicts", "barriers", "shared_bytes", "launches",     "flops"};
}

/// The divisor of a metric: one call, the number of matrix rows, or the number of nonzeros.
enum class Per { call, row, nonzero };
constexpr auto words_of(Per) { return std::array{"call", "row", "nonzero"}; }
using warploom::to_string;

struct Measure {
    Count count = Count::transactions;
    Per per = Per::call;
    std::string array;                       ///< array whose accesses are counted; if empty, all arrays
    std::optional<simulated::Access> access; ///< kind of access to count; if not set, all kinds

    static const protocol::Fields<Measure>& fields();
    /// Computes the metric from a trace. Returns NaN if the divisor is 0.
    double of(const protocol::Trace& trace) const;
    /// Returns a description of the metric, such as "transactions for each nonzero, array value". Uses the singular,
    /// such as "launch", if `number` is 1.
    std::string words(double number = 0) const;
};

} // namespace warploom::exercise
