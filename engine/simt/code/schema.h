#pragma once

#include "engine/simt/code/code.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// Describes the operands of each instruction. Relocation, the verifier and the disassembler share this table, so the
// meaning of operands `a`, `b`, `c` and `imm` is defined in only one place.

namespace warploom::simt {

enum class Operand : std::uint8_t {
    none,
    result32, ///< destination register with 4 bytes per lane
    result64, ///< pair of destination registers with 8 bytes per lane
    source32, ///< source register with 4 bytes per lane
    source64,
    optional_result, ///< destination register; no_register if there is none
    optional_source, ///< source register; no_register if there is none
    base,            ///< first register of a local array, a dim3, or a variable
    slot,
    slots_end, ///< end (exclusive) of a range of mask slots
    access,    ///< index into Code::accesses
    local,     ///< index into Code::locals
    print,     ///< index into Code::prints
    launch,    ///< index into Code::launches
    unset,     ///< index into Code::unset
    guard,     ///< 1-based index into Code::guards; 0 if the instruction is not guarded
    loop,      ///< 1-based index into Code::barrier_loops; 0 if there is none
    label,     ///< index of the target instruction
    kind,      ///< enumerator of Kind
    function,  ///< enumerator of Mathematics
    vote,      ///< enumerator of Vote
    number     ///< integer operand with any other meaning
};

struct Schema {
    const char* name = "";
    Operand a = Operand::none, b = Operand::none, c = Operand::none, imm = Operand::none;
};

/// Returns the kinds of an instruction's operands. The kinds for an arithmetic instruction depend on its family and
/// class.
Schema schema_of(Op op);
/// Returns the mnemonic of an instruction, such as "add.f64" or "loop_begin".
std::string mnemonic(Op op);
/// Returns whether operand `imm` of an instruction is a jump target.
inline bool jumps(Op op) { return schema_of(op).imm == Operand::label; }
constexpr bool is_register(Operand operand) { return operand >= Operand::result32 && operand <= Operand::base; }
constexpr bool is_wide(Operand operand) { return operand == Operand::result64 || operand == Operand::source64; }

/// Verifies that all operands refer to existing registers, mask slots, labels and table entries, that 8-byte registers
/// are within the frame, and that the code ends with `end`. Returns one sentence per violation. Each violation is a
/// compiler bug.
std::vector<std::string> verify(const Code& code);

/// Disassembles a kernel, one instruction per line. Prints each source line before its instructions. `source` is the
/// kernel source file; lines of headers are looked up by file name. Omits instructions that track initialization, such
/// as `unset`.
std::string disassemble(const Code& code, const std::string& source);

} // namespace warploom::simt
