#pragma once

#include "engine/simt/code/code.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

// Variables that are used before they have a value. A variable without a first value casts a shadow, which goes along
// with all that is computed of it and is silent until it decides something: a branch, an address, what memory holds.
// Where each way to a decision gives every value, as in most kernels, no instruction is added. What a shuffle takes
// from a lane that does not take part casts one, too: the CUDA C++ Programming Guide, "Warp Shuffle Functions", calls
// the value undefined, and only the value.

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

/// Adds to a compiled function what follows its shadows, where one may decide. `units`: the registers that are no
/// constants.
void follow_unset(Code& code, std::uint32_t units, const std::deque<Code>& kernels);

const UnsetVariable& unset_variable(const Code& code, std::uint32_t shadow);
/// `part[3]`, `row.length`
std::string unset_name(const UnsetVariable& variable, std::uint32_t shadow);

} // namespace warploom::simt
