#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

// Detection of uninitialized variables. An uninitialized variable has a shadow, which propagates to all values computed
// from it, and is reported only when it affects a branch, an address, or the contents of memory. If every path to such
// a use initializes the variable, as in most kernels, no instructions are added. The value that a shuffle reads from a
// non-participating lane also has a shadow, because it is undefined according to the CUDA C++ Programming Guide, "Warp
// Shuffle Functions".

namespace warploom::simt {

/// The effect of an instruction on shadows.
struct ShadowEffect {
    std::vector<std::uint32_t> decides; ///< registers that must be initialized before the instruction
    /// The `unset_` instruction that computes the shadow of `result`; Op::end if there is none.
    Op by = Op::end;
    std::uint32_t result = no_register;
    std::uint32_t sources[3] = {no_register, no_register, no_register};
    std::int64_t imm = 0;
    std::int64_t numbers = 1; ///< number of elements that a load of a built-in vector type writes
    std::uint32_t apart = 1;  ///< number of registers between consecutive elements
};
void find_effect(const Code& code, const std::deque<Code>& kernels, const Instruction& of, ShadowEffect& effect);

/// Adds instructions that track shadows to a compiled function, if an uninitialized value may reach a use that must be
/// reported. `units` is the number of registers that are not constants.
void follow_unset(Code& code, std::uint32_t units, const std::deque<Code>& kernels);

const UnsetVariable& unset_variable(const Code& code, std::uint32_t shadow);
/// Returns the name of a variable or of a part of it: `part[3]`, `row.length`.
std::string unset_name(const UnsetVariable& variable, std::uint32_t shadow);

} // namespace warploom::simt
