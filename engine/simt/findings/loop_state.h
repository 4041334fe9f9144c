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
        bool is_wide = false; ///< whether the register holds an 8-byte number
    };
    std::uint32_t begin = 0;     ///< index of the loop's loop_begin instruction
    std::vector<Number> carried; ///< loop-carried registers that determine whether the loop continues
    /// Registers with the pointers of the loads that affect the loop condition.
    std::vector<std::uint32_t> pointers;
    /// Whether the loop condition depends on the results of atomic operations, block-level votes, or volatile loads.
    bool depends_on_others = false;
    /// False if the loop condition depends on elements of a local array, which are not tracked.
    bool is_known = true;
};

/// Determines the registers that determine whether a loop continues. `pc` is the index of the loop_back instruction at
/// the end of the loop.
LoopState find_loop_state(const Code& code, std::uint32_t pc);

/// Caches the states of all loops in the kernels of a program. Thread-safe.
class LoopStates {
public:
    const LoopState& of(const Code& code, std::uint32_t pc);

private:
    std::mutex mutex_;
    std::map<std::pair<const Code*, std::uint32_t>, LoopState> known_;
};

} // namespace warploom::simt
