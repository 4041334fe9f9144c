#include "engine/simt/findings/unset.h"
#include "engine/simt/language/parts.h"
#include "engine/simt/machine/machine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

// The shadows of values that were never given (unset.h): a number for each lane of a register, 0 where the value is there.

namespace warploom::simt {

namespace {

using Shadows = std::uint32_t*;

Shadows shadow_of(const Warp& warp, std::uint32_t unit) {
    return warp.shadow + std::size_t{unit} * static_cast<std::size_t>(lanes_of_a_warp);
}
/// Where no register is meant, no lane has a shadow.
const std::uint32_t* shadow_or_none(const Warp& warp, std::uint32_t unit) {
    static constexpr std::array<std::uint32_t, lanes_of_a_warp> none{};
    return unit < warp.shadows ? shadow_of(warp, unit) : none.data();
}

/// Gives the lanes of `mask` what shadow(lane) is.
template <class Shadow> void shade(const Warp::Mask& mask, Shadows to, const Shadow& shadow) {
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) {
        const auto chosen = static_cast<std::uint32_t>(mask.narrow[l]);
        to[l] = (shadow(l) & chosen) | (to[l] & ~chosen);
    }
}

template <class Body> void for_set_lanes(std::uint32_t lanes, const Body& body) {
    for (; lanes != 0; lanes &= lanes - 1) body(static_cast<std::size_t>(std::countr_zero(lanes)));
}

/// How a variable would be declared with a value.
std::string with_a_value(const UnsetVariable& variable) {
    const Type* of = variable.type;
    std::string extents;
    for (; of->kind == Kind::array; of = of->of) extents += "[" + std::to_string(of->count) + "]";
    const bool is_list = of != variable.type || of->kind == Kind::record;
    const char* const value = is_list                     ? "{}"
                              : of->kind == Kind::pointer ? "nullptr"
                              : of->kind == Kind::boolean ? "false"
                                                          : "0";
    return variable.written + " " + variable.name + extents + " = " + value + ";";
}

} // namespace

void Machine::follow_unset(Warp& warp, const Instruction& i) {
    if (!warp.has_shadows && i.op != Op::unset) return;
    switch (i.op) {
    case Op::unset: return unset(warp, i);
    case Op::unset_join: {
        const auto *const b = shadow_or_none(warp, i.b), *const c = shadow_or_none(warp, i.c),
                          *const d = shadow_or_none(warp, static_cast<std::uint32_t>(i.imm));
        return shade(mask_of(warp), shadow_of(warp, i.a), [&](std::size_t l) {
            return b[l] != 0 ? b[l] : c[l] != 0 ? c[l] : d[l];
        });
    }
    case Op::unset_absorb: { // what one side alone decides does not depend on the other
        const auto *const b = shadow_or_none(warp, i.b), *const c = shadow_or_none(warp, i.c);
        const auto *const left = lanes<std::int32_t>(warp, i.b), *const right = lanes<std::int32_t>(warp, i.c);
        const bool is_or = i.imm != 0;
        return shade(mask_of(warp), shadow_of(warp, i.a), [&](std::size_t l) {
            const bool decided = (b[l] == 0 && (left[l] != 0) == is_or) || (c[l] == 0 && (right[l] != 0) == is_or);
            return decided ? 0 : b[l] != 0 ? b[l] : c[l];
        });
    }
    case Op::unset_choose: {
        const auto of_test = static_cast<std::uint32_t>(i.imm);
        const auto *const b = shadow_or_none(warp, i.b), *const c = shadow_or_none(warp, i.c),
                          *const d = shadow_or_none(warp, of_test);
        const auto* const test = lanes<std::int32_t>(warp, of_test);
        return shade(mask_of(warp), shadow_of(warp, i.a), [&](std::size_t l) {
            return d[l] != 0 ? d[l] : test[l] != 0 ? b[l] : c[l];
        });
    }
    case Op::unset_load_local:
    case Op::unset_store_local: return unset_local(warp, i);
    default: break; // unset_decide
    }
    const std::uint32_t* const shadow = shadow_or_none(warp, i.a);
    std::uint32_t all = 0, found = 0;
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) all |= shadow[l];
    if (all == 0) return;
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) found |= static_cast<std::uint32_t>(shadow[l] != 0) << l;
    if ((found & warp.active) != 0) report_unset(warp, found & warp.active, shadow);
}

/// As shared memory, registers hold NaN and -1 until they are written.
void Machine::unset(Warp& warp, const Instruction& i) {
    const UnsetVariable& variable = code_.unset[i.b];
    const Warp::Mask& mask = mask_of(warp);
    warp.has_shadows = true;
    // A number of 8 bytes takes the lanes of two registers together: lane l its bytes from 8 l on.
    const std::uint32_t all = warp.active == 0xffffffffu ? i.c : 0;
    std::memset(at(warp, i.a), 0xff, all * register_bytes);
    for (std::size_t n = 0; n < variable.units.size(); ++n) {
        const std::uint32_t unit = variable.units[n];
        const std::uint32_t next = n + 1 < variable.units.size() ? variable.units[n + 1] : i.c;
        shade(mask, shadow_of(warp, i.a + unit), [&](std::size_t) { return variable.first + unit; });
        if (all != 0) continue;
        for_set_lanes(warp.active, [&](std::size_t l) {
            const std::size_t bytes = std::size_t{next - unit} * 4;
            std::memset(at(warp, i.a + unit) + l * bytes, 0xff, bytes);
        });
    }
}

void Machine::unset_local(const Warp& warp, const Instruction& i) {
    const LocalArray& array = code_.locals[static_cast<std::size_t>(i.imm)];
    for_set_lanes(warp.active, [&](std::size_t l) {
        const std::int64_t index =
            array.is_wide_index ? lanes<std::int64_t>(warp, i.c)[l] : lanes<std::int32_t>(warp, i.c)[l];
        const bool is_inside = static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(array.count);
        const auto unit = static_cast<std::uint32_t>(i.b + (is_inside ? index : 0) * array.stride + array.unit);
        if (i.op == Op::unset_load_local) shadow_of(warp, i.a)[l] = is_inside ? shadow_of(warp, unit)[l] : 0;
        else if (is_inside) shadow_of(warp, unit)[l] = shadow_or_none(warp, i.a)[l];
    });
}

/// `lost`: lanes whose source does not take part.
void Machine::shuffle_shadow(Warp& warp, const Access& access, const std::int32_t* source, std::uint32_t lost) {
    std::array<std::uint32_t, lanes_of_a_warp> given{};
    std::copy_n(shadow_or_none(warp, access.value), given.size(), given.begin());
    warp.has_shadows = true;
    shade(mask_of(warp), shadow_of(warp, access.result), [&](std::size_t l) {
        const auto from = static_cast<std::uint32_t>(source[l]);
        return (lost >> l & 1u) != 0 ? access.lost_shadow + from : given[from];
    });
}

/// Told once for each block and instruction.
void Machine::report_unset(const Warp& warp, std::uint32_t found, const std::uint32_t* shadow) {
    around_.told_unset.resize(code_.instructions.size());
    if (around_.told_unset[warp.pc] == around_.block + 1) return;
    around_.told_unset[warp.pc] = around_.block + 1;
    while (found != 0) {
        const std::uint32_t first = shadow[std::countr_zero(found)];
        const UnsetVariable& variable = unset_variable(code_, first);
        std::uint32_t same = 0;
        for_set_lanes(found, [&](std::size_t l) {
            if (&unset_variable(code_, shadow[l]) == &variable) same |= 1u << l;
        });
        found &= ~same;
        const bool is_one = code_.is_host || std::popcount(same) == 1;
        if (variable.is_shuffle) {
            simulated::Finding finding = finding_at(simulated::Finding::Kind::absent_lane, warp, same, variable.place);
            finding.sentence += (is_one ? " has a value that `" : " have a value that `") + variable.name +
                                "` took from lane " + std::to_string(first - variable.first) +
                                ", which does not take part, and " + (is_one ? "uses" : "use") + " it in " +
                                line_of(where(warp.pc).place) + "; such a value is undefined.";
            around_.findings->add(std::move(finding));
            continue;
        }
        simulated::Finding finding = finding_at(simulated::Finding::Kind::unset_value, warp, same, warp.pc);
        if (code_.is_host) finding.sentence = "In " + code_.name + ", " + line_of(where(warp.pc).place) + ", the host";
        finding.variable = variable.name;
        const std::string line = line_of(variable.place);
        finding.sentence += is_one ? " uses " : " use ";
        if (variable.is_result)
            finding.sentence +=
                "the result of `" + variable.name + "`, which ended in " + line + " without a `return`.";
        else
            finding.sentence += "`" + unset_name(variable, first) +
                                "` before it has a value. Give it one where it is " + "declared, in " + line + ": `" +
                                with_a_value(variable) + "`";
        if (!variable.is_result) finding.sentence += ".";
        around_.findings->add(std::move(finding));
    }
}

} // namespace warploom::simt
