#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

// Detects uninitialized variables. Each uninitialized variable has a number (its shadow), which propagates to all
// values that are computed from the variable. An error is reported only if one of these values affects a branch, an
// address or memory. If variables are initialized on every path to such a use, as in most kernels, no tracking
// instructions are added. The result of a shuffle from a nonparticipating lane also has a shadow, because it is
// undefined (CUDA C++ Programming Guide, "Warp Shuffle Functions").

namespace warploom::simt {

/// Describes how an instruction propagates the shadows of uninitialized variables.
struct ShadowEffect {
    /// Registers that must be initialized before the instruction is executed.
    std::vector<std::uint32_t> decides;
    /// The instruction (Op::unset_join or similar) that computes the shadow of `result`, or Op::end if there is none.
    Op by = Op::end;
    std::uint32_t result = no_register;
    std::uint32_t sources[3] = {no_register, no_register, no_register};
    std::int64_t imm = 0;
    /// Number of elements that the load of a built-in vector writes; 1 for other instructions.
    std::int64_t numbers = 1;
    std::uint32_t apart = 1; ///< distance in registers between the elements of the vector
};
void find_effect(const Code& code, const std::deque<Code>& kernels, const Instruction& of, ShadowEffect& effect);

/// Adds instructions that track uninitialized variables to a compiled function. Adds them only if an uninitialized
/// value may reach a use that must be reported. `units` is the number of registers, not counting constants.
void follow_unset(Code& code, std::uint32_t units, const std::deque<Code>& kernels);

const UnsetVariable& unset_variable(const Code& code, std::uint32_t shadow);
/// Returns the name of an uninitialized variable or of its uninitialized part, such as `part[3]` or `row.length`.
std::string unset_name(const UnsetVariable& variable, std::uint32_t shadow);

} // namespace warploom::simt
