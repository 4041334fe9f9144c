#pragma once

#include "engine/simt/code/code.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// The operands of each instruction. Relocation, the verifier and the disassembler all use this table, so the meaning of
// `a`, `b`, `c` and `imm` is defined only once.

namespace warploom::simt {

enum class Operand : std::uint8_t {
    none,
    result32, ///< register that is written; 4 bytes per lane
    result64, ///< pair of registers that is written; 8 bytes per lane
    source32, ///< register that is read
    source64,
    optional_result, ///< result32, or no_register
    optional_source, ///< source32, or no_register
    base,            ///< first register of a local array, a dim3, or a variable
    slot,            ///< mask slot
    slots_end,       ///< end (exclusive) of a range of mask slots
    access,          ///< index into Code::accesses
    local,           ///< index into Code::locals
    print,           ///< index into Code::prints
    launch,          ///< index into Code::launches
    unset,           ///< index into Code::unset
    guard,           ///< index into Code::guards, counted from 1; 0 if not guarded
    loop,            ///< index into Code::barrier_loops, counted from 1; 0 if there is none
    label,           ///< jump target
    kind,            ///< a Kind
    function,        ///< a Mathematics
    vote,            ///< a Vote
    number           ///< other number
};

struct Schema {
    const char* name = "";
    Operand a = Operand::none, b = Operand::none, c = Operand::none, imm = Operand::none;
};

/// Returns the operands of an instruction. The operands of an arithmetic instruction depend on its family and class.
Schema schema_of(Op op);
/// Returns the mnemonic of an instruction, such as "add.f64" or "loop_begin".
std::string mnemonic(Op op);
/// Returns whether operand imm is a jump target.
inline bool jumps(Op op) { return schema_of(op).imm == Operand::label; }
constexpr bool is_register(Operand operand) { return operand >= Operand::result32 && operand <= Operand::base; }
/// Returns whether an operand is a register with 8 bytes per lane.
constexpr bool is_wide(Operand operand) { return operand == Operand::result64 || operand == Operand::source64; }

/// Verifies that all operands refer to existing registers, slots, labels and table entries, that 8-byte registers are
/// within the frame, and that the code ends with `end`. Returns one sentence per violation. Each violation is a
/// compiler bug.
std::vector<std::string> verify(const Code& code);

/// Disassembles a kernel, with one instruction per line. Each source line is printed before the instructions that were
/// compiled from it. `source` is the kernel source. Lines of headers are looked up by file name. Omits the instructions
/// that track initialization (`unset` and others).
std::string disassemble(const Code& code, const std::string& source);

} // namespace warploom::simt
