#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

// Variables that are used before they have a value. An uninitialized variable has a shadow, which propagates to all
// values computed from it and is reported only when it affects a branch, an address, or the contents of memory. If
// every path to such a use initializes the variable, as in most kernels, no instructions are added. The value that a
// shuffle reads from a non-participating lane has a shadow, too: the CUDA C++ Programming Guide, "Warp Shuffle
// Functions", calls the value undefined, and only the value.

namespace warploom::simt {

/// The effect of an instruction on shadows.
struct ShadowEffect {
    std::vector<std::uint32_t> decides; ///< registers that must have values
    /// How `result` gets its shadow: an `unset_` instruction; Op::end where there is no result.
    Op by = Op::end;
    std::uint32_t result = no_register;
    std::uint32_t sources[3] = {no_register, no_register, no_register};
    std::int64_t imm = 0;
    std::int64_t numbers = 1; ///< elements that a load of a built-in vector type writes
    std::uint32_t apart = 1;  ///< registers from one of them to the next
};
void find_effect(const Code& code, const std::deque<Code>& kernels, const Instruction& of, ShadowEffect& effect);

/// Adds instructions that track shadows to a compiled function, if a shadow may affect a decision. `units`: the
/// registers that are not constants.
void follow_unset(Code& code, std::uint32_t units, const std::deque<Code>& kernels);

const UnsetVariable& unset_variable(const Code& code, std::uint32_t shadow);
/// `part[3]`, `row.length`
std::string unset_name(const UnsetVariable& variable, std::uint32_t shadow);

} // namespace warploom::simt
