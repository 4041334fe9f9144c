#pragma once

#include "engine/protocol/messages/trace.h"

#include <string>

namespace warploom::protocol {

/// The dominant cause of a kernel's time on a card.
enum class CauseKind {
    nothing,    ///< no block was launched
    launches,   ///< launch overhead
    copies,     ///< copies between host and card
    one_block,  ///< imbalance between blocks: most multiprocessors wait for one of them
    atomics,    ///< atomics that are serialized at L2
    few_warps,  ///< too few warps to hide memory latency
    idle_lanes, ///< imbalance within warps
    gathers,    ///< the elements of x are far apart
    scattered,  ///< lanes of one request access data that is far apart
    padding,    ///< operations on zeros stored by a format
    bytes,      ///< the required bytes, limited by memory bandwidth
    starts,     ///< start rate of blocks
    chain,      ///< dependent loads
    issue,      ///< number of instructions
    arithmetic, ///< floating-point operations
    shared      ///< passes over the banks of shared memory
};
constexpr auto words_of(CauseKind) {
    return std::array{"nothing",   "launches", "copies", "one-block", "atomics", "few-warps", "idle-lanes", "gathers",
                      "scattered", "padding",  "bytes",  "starts",    "chain",   "issue",     "arithmetic", "shared"};
}

struct Cause {
    CauseKind kind = CauseKind::nothing;
    std::string sentence; ///< based on counts: "30,625 blocks start one after another."
};

/// Returns the cause by the rules that the recommendation, the headline of the Model page and `trace` share. The rules
/// are tested in the order of CauseKind, and the first match applies; the dominant term of the model is tested last.
Cause cause_of(const Trace& trace);

/// Formats a number with thousands separators: "1,234,567".
std::string grouped(std::int64_t number);

} // namespace warploom::protocol
