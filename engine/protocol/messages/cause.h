#pragma once

#include "engine/protocol/messages/trace.h"

#include <string>

namespace warploom::protocol {

/// The dominant cause of a kernel's time on a card.
enum class CauseKind {
    nothing,    ///< no block was launched
    launches,   ///< starting kernels
    copies,     ///< between host and card
    one_block,  ///< imbalance between blocks: most multiprocessors wait for one of them
    atomics,    ///< additions that follow each other at L2
    few_warps,  ///< too few warps to hide the wait for memory
    idle_lanes, ///< imbalance within warps
    gathers,    ///< the elements of x are far apart
    scattered,  ///< lanes of one request access data that is far apart
    padding,    ///< operations on zeros that a format stores
    bytes,      ///< memory moves the needed bytes, and that decides
    starts,     ///< blocks start one after another
    chain,      ///< loads that wait for each other
    issue,      ///< the number of instructions
    arithmetic, ///< floating-point operations
    shared      ///< passes over the banks of shared memory
};
constexpr auto words_of(CauseKind) {
    return std::array{"nothing",   "launches", "copies", "one-block", "atomics", "few-warps", "idle-lanes", "gathers",
                      "scattered", "padding",  "bytes",  "starts",    "chain",   "issue",     "arithmetic", "shared"};
}

struct Cause {
    CauseKind kind = CauseKind::nothing;
    std::string sentence; ///< made of counts, without a full stop: "blocks start one after another, 30,625 of them"
};

/// Returns the cause by the rules that the advice, the headline of the Model page and `trace` share. The rules are
/// tested in the order of CauseKind, and the first match applies; the dominant term of the model is tested last.
Cause cause_of(const Trace& trace);

/// "1,234,567"
std::string grouped(std::int64_t number);

} // namespace warploom::protocol
