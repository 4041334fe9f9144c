#pragma once

#include "engine/simt/code/code.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// The operands of each instruction. Relocation, the verifier and the disassembler read this table, so that the meaning
// of `a`, `b`, `c` and `imm` is written down once.

namespace warploom::simt {

enum class Operand : std::uint8_t {
    none,
    result32, ///< a register that is written; 4 bytes per lane
    result64, ///< two registers, 8 bytes per lane
    source32, ///< a register that is read
    source64,
    optional_result, ///< result32, or no_register
    optional_source, ///< source32, or no_register
    base,            ///< the first register of a local array, a dim3 or a variable
    slot,            ///< a mask slot
    slots_end,       ///< one past the last mask slot
    access,          ///< an index into Code::accesses
    local,           ///< into Code::locals
    print,           ///< into Code::prints
    launch,          ///< into Code::launches
    unset,           ///< into Code::unset
    guard,           ///< into Code::guards, from 1; 0: none
    loop,            ///< into Code::barrier_loops, from 1; 0: none
    label,           ///< a jump target
    kind,            ///< a Kind
    function,        ///< a Mathematics
    vote,            ///< a Vote
    number           ///< any other number
};

struct Schema {
    const char* name = "";
    Operand a = Operand::none, b = Operand::none, c = Operand::none, imm = Operand::none;
};

/// Returns the operands of an instruction; of arithmetic for its family and class.
Schema schema_of(Op op);
/// Returns "add.f64" or "loop_begin".
std::string mnemonic(Op op);
/// Returns whether imm is a jump target.
inline bool jumps(Op op) { return schema_of(op).imm == Operand::label; }
constexpr bool is_register(Operand operand) { return operand >= Operand::result32 && operand <= Operand::base; }
/// Returns whether the operand is a register of 8 bytes per lane.
constexpr bool is_wide(Operand operand) { return operand == Operand::result64 || operand == Operand::source64; }

/// Checks that each operand refers to an existing register, slot, label or table entry, that registers of 8 bytes lie
/// inside the frame, and that code ends with `end`. Returns one sentence for each violation: the compiler has a bug.
std::vector<std::string> verify(const Code& code);

/// Returns the code as text, one instruction per line, with the source line before the first instruction that was
/// compiled from it. `source`: the source of the kernel file; lines of headers are found by their name. Initialization
/// tracking (`unset` ...) is left out.
std::string disassemble(const Code& code, const std::string& source);

} // namespace warploom::simt
