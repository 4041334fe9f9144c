#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace warploom::simt {

/// The registers that determine whether a loop continues. If they have the same values after two iterations and no
/// other thread modifies the memory that the loop reads, the loop is infinite.
struct LoopState {
    struct Number {
        std::uint32_t unit = 0;
        bool is_wide = false;
    };
    std::uint32_t begin = 0;
    std::vector<Number> carried; ///< loop-carried registers
    /// Pointers used by loads that affect the loop condition.
    std::vector<std::uint32_t> pointers;
    /// Whether the loop condition depends on atomic operations, block-level votes or volatile loads.
    bool depends_on_others = false;
    /// False if the loop condition depends on a local array, because local arrays are not tracked.
    bool is_known = true;
};

/// Finds the registers that determine whether a loop continues. `pc` is the loop_back instruction of the loop.
LoopState find_loop_state(const Code& code, std::uint32_t pc);

/// Caches the loop states of a program's kernels. Thread-safe.
class LoopStates {
public:
    const LoopState& of(const Code& code, std::uint32_t pc);

private:
    std::mutex mutex_;
    std::map<std::pair<const Code*, std::uint32_t>, LoopState> known_;
};

} // namespace warploom::simt
