#include "engine/simt/findings/unset.h"

#include "engine/simt/code/schema.h"

#include <algorithm>

namespace warploom::simt {

namespace {

void add_address(const MemoryAccess& access, ShadowEffect& effect) {
    effect.decides.push_back(access.pointer);
    effect.decides.push_back(access.index);
}

void find_arithmetic(const Instruction& i, ShadowEffect& effect) {
    const auto is = [&](Family family) {
        return i.op == operation(family, Class::i32) || i.op == operation(family, Class::u32);
    };
    const bool is_or = is(Family::bit_or) && i.imm == decided_by_one;
    effect.by = is(Family::bit_and) || is_or ? Op::unset_absorb : Op::unset_join;
    effect.imm = is_or ? 1 : no_register;
    if (is(Family::bit_and)) effect.imm = 0;
    effect.result = i.a;
    effect.sources[0] = i.b;
    effect.sources[1] = i.c;
}

void find_memory(const Code& code, const Instruction& i, ShadowEffect& effect) {
    const MemoryAccess& access = code.accesses[i.a];
    add_address(access, effect);
    const std::uint32_t apart = is_wide(access.kind) ? 2 : 1;
    if (i.op == Op::load) {
        effect.by = Op::unset_join;
        effect.result = access.value;
        effect.numbers = access.numbers;
        effect.apart = apart;
        return;
    }
    for (int n = 0; n < access.numbers; ++n)
        effect.decides.push_back(access.value + static_cast<std::uint32_t>(n) * apart);
    if (i.op == Op::store) return;
    effect.decides.push_back(access.compare);
    effect.by = Op::unset_join;
    effect.result = access.result;
}

void find_launch(const LaunchCode& launch, const std::deque<Code>& kernels, ShadowEffect& effect) {
    for (std::uint32_t d = 0; d < 3; ++d) {
        effect.decides.push_back(launch.grid + d);
        effect.decides.push_back(launch.block + d);
    }
    effect.decides.push_back(launch.shared);
    const auto& parameters = kernels[static_cast<std::size_t>(launch.kernel)].parameters;
    for (std::size_t p = 0; p < launch.arguments.size() && p < parameters.size(); ++p)
        for (const Leaf& leaf : leaves_of(parameters[p].type))
            effect.decides.push_back(launch.arguments[p].first + static_cast<std::uint32_t>(leaf.unit));
}

} // namespace

void find_effect(const Code& code, const std::deque<Code>& kernels, const Instruction& i, ShadowEffect& effect) {
    effect.decides.clear();
    effect.by = Op::end;
    effect.result = no_register;
    std::fill(std::begin(effect.sources), std::end(effect.sources), no_register);
    effect.imm = no_register;
    effect.numbers = effect.apart = 1;
    if (static_cast<int>(i.op) < families * classes) return find_arithmetic(i, effect);
    const auto give = [&](std::uint32_t result) {
        effect.by = Op::unset_join;
        effect.result = result;
    };
    switch (i.op) {
    case Op::address:
        give(i.a);
        effect.sources[0] = code.accesses[i.b].pointer;
        effect.sources[1] = code.accesses[i.b].index;
        return;
    case Op::load:
    case Op::store:
    case Op::atomic: return find_memory(code, i, effect);
    case Op::load_local:
    case Op::store_local:
        effect.decides = {i.c};
        give(i.a);
        effect.by = i.op == Op::load_local ? Op::unset_load_local : Op::unset_store_local;
        return;
    case Op::shuffle: {
        const MemoryAccess& access = code.accesses[i.a];
        effect.decides = {access.compare, access.index, access.pointer};
        give(access.result);
        effect.by = Op::shuffle;
        effect.sources[0] = access.value;
        return;
    }
    case Op::print:
        for (const auto& [unit, type] : code.prints[i.a].values) effect.decides.push_back(unit);
        return;
    case Op::launch: return find_launch(code.launches[i.a], kernels, effect);
    case Op::switch_skip:
    case Op::switch_case: return; // the instruction switch_begin has already read the value of the switch
    default: break;
    }
    const Schema schema = schema_of(i.op);
    const auto operands = {std::pair(schema.a, i.a), std::pair(schema.b, i.b), std::pair(schema.c, i.c),
                           std::pair(schema.imm, static_cast<std::uint32_t>(i.imm))};
    if (schema.a == Operand::result32 || schema.a == Operand::result64 || schema.a == Operand::optional_result)
        give(i.a);
    // Barriers and votes, which have an optional result, affect other threads. So do instructions without a result.
    const bool decides = effect.result == no_register || schema.a == Operand::optional_result;
    std::size_t source = 0;
    for (const auto& [operand, reg] : operands) {
        const bool is_source =
            operand == Operand::source32 || operand == Operand::source64 || operand == Operand::optional_source;
        if (is_source && decides) effect.decides.push_back(reg);
        else if (is_source) effect.sources[source++] = reg;
    }
    if (i.op == Op::select32 || i.op == Op::select64) effect.by = Op::unset_choose;
    if (is_register(schema.imm)) effect.imm = i.imm;
}

const UnsetVariable& unset_variable(const Code& code, std::uint32_t shadow) {
    const auto behind =
        std::upper_bound(code.unset.begin(), code.unset.end(), shadow,
                         [](std::uint32_t of, const UnsetVariable& variable) { return of < variable.first; });
    return *(behind - 1);
}

std::string unset_name(const UnsetVariable& variable, std::uint32_t shadow) {
    return variable.name + path_of_unit(variable.type, std::int64_t{shadow} - variable.first);
}

} // namespace warploom::simt
