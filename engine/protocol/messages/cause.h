#pragma once

#include "engine/protocol/messages/trace.h"

#include <string>

namespace warploom::protocol {

/// The dominant cause of a kernel's time on a card.
enum class CauseKind {
    nothing,    ///< no block was launched
    launches,   ///< launch overhead
    copies,     ///< copies between host and card
    one_block,  ///< imbalance between blocks: most multiprocessors are idle while the slowest block runs
    atomics,    ///< atomic operations that are serialized at L2
    few_warps,  ///< too few warps to hide memory latency
    idle_lanes, ///< imbalance between the lanes of a warp
    gathers,    ///< scattered reads of x
    scattered,  ///< uncoalesced accesses to another array
    padding,    ///< operations on zeros that the format stores
    bytes,      ///< memory bandwidth
    starts,     ///< rate at which blocks are started
    chain,      ///< dependent loads
    issue,      ///< number of instructions to issue
    arithmetic, ///< floating-point operations
    shared      ///< bank passes in shared memory
};
constexpr auto words_of(CauseKind) {
    return std::array{"nothing",   "launches", "copies", "one-block", "atomics", "few-warps", "idle-lanes", "gathers",
                      "scattered", "padding",  "bytes",  "starts",    "chain",   "issue",     "arithmetic", "shared"};
}

struct Cause {
    CauseKind kind = CauseKind::nothing;
    std::string sentence; ///< based on counts: "The card starts 30,625 blocks one after another."
};

/// Returns the dominant cause. Recommendations, the headline of the Model page and `trace` all use this function. It
/// tests the causes in the order of CauseKind and returns the first match; the dominant term of the model is tested
/// last.
Cause cause_of(const Trace& trace);

/// Formats a number with thousands separators: "1,234,567".
std::string grouped(std::int64_t number);

} // namespace warploom::protocol
