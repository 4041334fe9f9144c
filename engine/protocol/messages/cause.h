#pragma once

#include "engine/protocol/messages/trace.h"

#include <string>

namespace warploom::protocol {

/// The main reason for a kernel's modeled time on a simulated GPU.
enum class CauseKind {
    nothing,  ///< the kernel launched no blocks
    launches, ///< launch overhead
    copies,
    one_block,  ///< imbalance between blocks: most multiprocessors wait for the slowest block
    atomics,    ///< atomic operations that L2 executes one after another
    few_warps,  ///< too few warps to hide memory latency
    idle_lanes, ///< imbalance between the lanes of a warp
    gathers,
    scattered,  ///< uncoalesced accesses to an array other than x
    padding,    ///< operations on zeros that pad the storage format
    bytes,      ///< memory bandwidth
    starts,     ///< the rate at which the GPU starts blocks
    chain,      ///< dependent loads
    issue,      ///< instruction issue rate
    arithmetic, ///< floating-point operations
    shared
};
constexpr auto words_of(CauseKind) {
    return std::array{"nothing",   "launches", "copies", "one-block", "atomics", "few-warps", "idle-lanes", "gathers",
                      "scattered", "padding",  "bytes",  "starts",    "chain",   "issue",     "arithmetic", "shared"};
}

struct Cause {
    CauseKind kind = CauseKind::nothing;
    std::string sentence;
};

/// Returns the main reason for a kernel's modeled time. It is shown in recommendations, on the Model page and by the
/// `trace` command. Specific causes are considered first. If none of them applies, the reason is the largest term of
/// the time model.
Cause cause_of(const Trace& trace);

/// Formats an integer with thousands separators, such as "1,234,567".
std::string grouped(std::int64_t number);

} // namespace warploom::protocol
