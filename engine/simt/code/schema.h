#pragma once

#include "engine/simt/code/code.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// The operands of each instruction. Relocation, the verifier, and the disassembler all use this table, so the meaning
// of operands `a`, `b`, `c`, and `imm` is defined in only one place.

namespace warploom::simt {

enum class Operand : std::uint8_t {
    none,
    result32, ///< register that the instruction writes; 4 bytes per lane
    result64, ///< pair of registers that the instruction writes; 8 bytes per lane
    source32, ///< register that the instruction reads; 4 bytes per lane
    source64,
    optional_result, ///< register that the instruction writes; no_register if there is none
    optional_source, ///< register that the instruction reads; no_register if there is none
    base,            ///< first register of a local array, a dim3, or a variable
    slot,            ///< mask slot, which saves a mask of lanes
    slots_end,       ///< end (exclusive) of a range of mask slots, which save active lanes
    access,          ///< index into Code::accesses, the memory accesses
    local,           ///< index into Code::locals, the local arrays
    print,           ///< index into Code::prints, the printf calls
    launch,          ///< index into Code::launches, the kernel launches
    unset,           ///< index into Code::unset, the uninitialized variables
    guard,           ///< 1-based index into Code::guards; 0 if the instruction is not guarded
    loop,            ///< 1-based index into Code::barrier_loops; 0 if there is none
    label,           ///< index of the instruction to which control is transferred
    kind,            ///< number type (see Kind)
    function,        ///< one of the math functions (see Mathematics)
    vote,            ///< operation across the lanes of a warp (see Vote)
    number           ///< integer operand with any other meaning
};

struct Schema {
    const char* name = "";
    Operand a = Operand::none, b = Operand::none, c = Operand::none, imm = Operand::none;
};

/// Returns the kinds of an instruction's operands. For an arithmetic instruction, they depend on its family and class.
Schema schema_of(Op op);
/// Returns the mnemonic of an instruction, such as "add.f64" or "loop_begin".
std::string mnemonic(Op op);
/// Returns whether operand `imm` of an instruction is a jump target.
inline bool jumps(Op op) { return schema_of(op).imm == Operand::label; }
constexpr bool is_register(Operand operand) { return operand >= Operand::result32 && operand <= Operand::base; }
/// Returns whether an operand is a register with 8 bytes per lane.
constexpr bool is_wide(Operand operand) { return operand == Operand::result64 || operand == Operand::source64; }

/// Verifies that all operands in the code of a kernel refer to existing registers, mask slots, labels, and table
/// entries, that 8-byte registers are within the register frame, and that the code ends with the `end` instruction.
/// Returns one sentence per violation. Each violation is a compiler bug.
std::vector<std::string> verify(const Code& code);

/// Disassembles the code of a kernel, with one instruction per line. Each source line is printed before the
/// instructions that were compiled from it. `source` is the content of the kernel source file; lines of headers are
/// looked up by file name. Omits the instructions that track initialization (`unset` and others).
std::string disassemble(const Code& code, const std::string& source);

} // namespace warploom::simt
