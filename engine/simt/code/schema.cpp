#include "engine/simt/code/schema.h"

namespace warploom::simt {

namespace {

constexpr int first_other = families * classes;
constexpr int others = static_cast<int>(Op::end) - first_other + 1;

using enum Operand;
/// Operands of all instructions that are not arithmetic, in the order of Op, starting with copy32.
constexpr std::array<Schema, others> schemas{{
    {"copy32", result32, source32},
    {"copy64", result64, source64},
    {"set32", result32, source32},
    {"set64", result64, source64},
    {"narrow", result32, source32, none, kind},
    {"select32", result32, source32, source32, source32},
    {"select64", result64, source64, source64, source32},
    {"fma32", result32, source32, source32, source32},
    {"fma64", result64, source64, source64, source64},
    {"power32", result32, source32, source32},
    {"power64", result64, source64, source64},
    {"address", result64, access},
    {"load", access, none, none, number},
    {"store", access},
    {"atomic", access},
    {"load_local", base, base, source32, local},
    {"store_local", base, base, source32, local},
    {"if_begin", source32, slot, none, label},
    {"else", none, slot, none, label},
    {"join", none, slot, none, label},
    {"loop_begin", number, slot, none, loop},
    {"loop_test", source32, slot, none, label},
    {"loop_back", none, number, loop, label},
    {"switch_begin", source64, slot},
    {"switch_skip", source64, slot, source64},
    {"switch_case", source64, slot, source64, label},
    {"switch_default", none, slot, none, label},
    {"call_begin", none, slot},
    {"leave", none, slot, slots_end, label},
    {"jump", none, none, none, label},
    {"count_flops"},
    {"barrier", optional_result, optional_source, loop, vote},
    {"warp_barrier", none, source32},
    {"fence", none, none, none, number},
    {"commit_copies"},
    {"wait_for_copies", source32},
    {"shuffle", access},
    {"ballot", optional_result, source32, optional_source, vote},
    {"active_mask", result32},
    {"print", print},
    {"check", source32},
    {"launch", launch},
    {"fill", source64, source32, source64},
    {"unset", base, unset, number},
    {"unset_join", base, base, base, base},
    {"unset_absorb", base, base, base, number},
    {"unset_choose", base, base, base, base},
    {"unset_load_local", base, base, base, local},
    {"unset_store_local", base, base, base, local},
    {"unset_decide", base},
    {"end"},
}};

constexpr std::array<const char*, families> family_names{
    "add", "sub", "mul",  "div",     "rem",     "min",     "max",     "lt",      "le",      "eq",
    "ne",  "and", "or",   "xor",     "shl",     "shr",     "neg",     "not",     "abs",     "popc",
    "clz", "ffs", "math", "cvt.s32", "cvt.u32", "cvt.s64", "cvt.u64", "cvt.f32", "cvt.f64", "cvt.bool"};
constexpr std::array<const char*, classes> class_names{"s32", "u32", "s64", "u64", "f32", "f64"};

constexpr bool is_wide_class(Class of) { return of == Class::i64 || of == Class::u64 || of == Class::f64; }

constexpr bool is_wide_result(Family family, Class of) {
    switch (family) {
    case Family::less:
    case Family::less_equal:
    case Family::equal:
    case Family::not_equal:
    case Family::population:
    case Family::leading_zeros:
    case Family::first_set:
    case Family::to_i32:
    case Family::to_u32:
    case Family::to_f32:
    case Family::to_bool: return false;
    case Family::to_i64:
    case Family::to_u64:
    case Family::to_f64: return true;
    default: return is_wide_class(of);
    }
}

} // namespace

Schema schema_of(Op op) {
    const int number_of_op = static_cast<int>(op);
    if (number_of_op >= first_other) return schemas.at(static_cast<std::size_t>(number_of_op - first_other));
    const auto family = static_cast<Family>(number_of_op / classes);
    const auto of = static_cast<Class>(number_of_op % classes);
    const Operand source = is_wide_class(of) ? source64 : source32;
    const bool is_shift = family == Family::shift_left || family == Family::shift_right;
    Schema made{family_names[static_cast<std::size_t>(family)], is_wide_result(family, of) ? result64 : result32,
                source,
                is_shift                   ? source32
                : family >= Family::negate ? none
                                           : source,
                family == Family::mathematics ? function : guard};
    return made;
}

std::string mnemonic(Op op) {
    const int number_of_op = static_cast<int>(op);
    const std::string name = schema_of(op).name;
    return number_of_op >= first_other ? name
                                       : name + "." + class_names[static_cast<std::size_t>(number_of_op % classes)];
}

std::vector<std::string> verify(const Code& code) {
    std::vector<std::string> violations;
    const auto units = static_cast<std::int64_t>(code.units);
    const auto slots = static_cast<std::int64_t>(code.mask_slots);
    // Returns the size of the table that an operand indexes.
    const auto size_of = [&](Operand operand) -> std::int64_t {
        switch (operand) {
        case access: return static_cast<std::int64_t>(code.accesses.size());
        case local: return static_cast<std::int64_t>(code.locals.size());
        case print: return static_cast<std::int64_t>(code.prints.size());
        case launch: return static_cast<std::int64_t>(code.launches.size());
        case unset: return static_cast<std::int64_t>(code.unset.size());
        case guard: return static_cast<std::int64_t>(code.guards.size()) + 1;
        case loop: return static_cast<std::int64_t>(code.barrier_loops.size()) + 1;
        case label: return static_cast<std::int64_t>(code.instructions.size()) + 1;
        case slot: return slots;
        case slots_end: return slots + 1;
        default: return INT64_MAX;
        }
    };
    for (std::size_t pc = 0; pc < code.instructions.size(); ++pc) {
        const Instruction& i = code.instructions[pc];
        const Schema schema = schema_of(i.op);
        const auto check = [&](const char* name, Operand operand, std::int64_t value) {
            const bool may_be_absent = operand == optional_result || operand == optional_source || operand == base;
            bool is_fine = true;
            if (is_register(operand))
                is_fine = (may_be_absent && value == no_register) ||
                          (value >= 0 && value + (is_wide(operand) ? 2 : 1) <= units);
            else if (operand != none && operand != number) is_fine = value >= 0 && value < size_of(operand);
            if (!is_fine)
                violations.push_back("Instruction " + std::to_string(pc) + ", " + mnemonic(i.op) + ": " + name +
                                     " is " + std::to_string(value) + ".");
        };
        check("a", schema.a, i.a);
        check("b", schema.b, i.b);
        check("c", schema.c, i.c);
        check("imm", schema.imm, i.imm);
    }
    if (code.instructions.empty() || code.instructions.back().op != Op::end)
        violations.emplace_back("The code does not end with `end`.");
    for (const MemoryAccess& each : code.accesses)
        for (const std::uint32_t reg : {each.pointer, each.index, each.value, each.result, each.compare})
            if (reg != no_register && static_cast<std::int64_t>(reg) >= units)
                violations.push_back("An access refers to register " + std::to_string(reg) + ".");
    return violations;
}

} // namespace warploom::simt
