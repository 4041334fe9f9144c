#pragma once

#include "engine/protocol/messages/trace.h"

#include <string>

namespace warploom::protocol {

/// The main reason why a kernel takes as long as it does on a card.
enum class CauseKind {
    nothing,    ///< no blocks were launched
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
    starts,     ///< rate at which the card starts blocks
    chain,      ///< dependent loads
    issue,      ///< instruction issue rate
    arithmetic, ///< floating-point operations
    shared      ///< bank conflicts in shared memory
};
constexpr auto words_of(CauseKind) {
    return std::array{"nothing",   "launches", "copies", "one-block", "atomics", "few-warps", "idle-lanes", "gathers",
                      "scattered", "padding",  "bytes",  "starts",    "chain",   "issue",     "arithmetic", "shared"};
}

struct Cause {
    CauseKind kind = CauseKind::nothing;
    std::string sentence; ///< explanation based on counts, such as "The card starts 30,625 blocks one after another."
};

/// Returns the main cause of a kernel's modeled time. Used by recommendations, the headline of the Model page, and the
/// `trace` command. Specific causes are tested first. If none of them applies, the largest model term determines the
/// cause.
Cause cause_of(const Trace& trace);

/// Formats a number with thousands separators, such as "1,234,567".
std::string grouped(std::int64_t number);

} // namespace warploom::protocol
