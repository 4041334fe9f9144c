#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace warploom::simt {

/// The registers that determine whether a loop continues. If their values are the same at the end of two iterations,
/// and no other thread modifies the memory that the loop reads, the loop is infinite.
struct LoopState {
    struct Number {
        std::uint32_t unit = 0;
        bool is_wide = false; ///< whether the register has 8 bytes per lane
    };
    std::uint32_t begin = 0;             ///< index of the loop_begin instruction
    std::vector<Number> carried;         ///< loop-carried registers
    std::vector<std::uint32_t> pointers; ///< pointers of loads that affect the loop condition
    /// Whether the loop condition depends on results of atomic operations, block votes, or volatile loads.
    bool depends_on_others = false;
    /// False if the loop condition depends on elements of a local array. These elements are not tracked.
    bool is_known = true;
};

/// Determines the state of a loop. `pc` is the loop_back instruction at its end.
LoopState find_loop_state(const Code& code, std::uint32_t pc);

/// Caches the states of all loops in a call. Thread-safe.
class LoopStates {
public:
    const LoopState& of(const Code& code, std::uint32_t pc);

private:
    std::mutex mutex_;
    std::map<std::pair<const Code*, std::uint32_t>, LoopState> known_;
};

} // namespace warploom::simt
