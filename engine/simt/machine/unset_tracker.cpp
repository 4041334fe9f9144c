#include "engine/simt/machine/unset_tracker.h"

#include "engine/simt/findings/unset.h"

#include <bit>
#include <cstring>

// Tracks the shadows of uninitialized values (unset.h). A shadow is a number that identifies an uninitialized variable.
// For each register, there is a mask of the lanes with a shadow, and the shadow of each of these lanes. Most registers
// have no shadows, so these functions usually return immediately.

namespace warploom::simt {

namespace {

/// The shadows of one register. They identify the uninitialized variables that its lanes depend on.
struct Shadow {
    std::uint32_t lanes = 0;
    const std::uint32_t* of = nullptr; ///< shadow of each lane in `lanes`; undefined for other lanes

    bool has(std::size_t lane) const { return (lanes >> lane & 1u) != 0; }
};

std::uint32_t* numbers_of(const Warp& warp, std::uint32_t unit) {
    return warp.shadow + std::size_t{unit} * static_cast<std::size_t>(lanes_of_a_warp);
}
/// Returns the shadows of a register. The result is empty for no_register.
Shadow shadow_of(const Warp& warp, std::uint32_t unit) {
    return unit < warp.shadows ? Shadow{warp.shadowed[unit], numbers_of(warp, unit)} : Shadow{};
}

template <class Body> void for_set_lanes(std::uint32_t lanes, const Body& body) {
    for (; lanes != 0; lanes &= lanes - 1) body(static_cast<std::size_t>(std::countr_zero(lanes)));
}

/// Sets the shadow of a register to number(lane) in the lanes of `given`, and clears the shadow in all other active
/// lanes.
template <class Number> void shade(const Warp& warp, std::uint32_t unit, std::uint32_t given, const Number& number) {
    std::uint32_t& shadowed = warp.shadowed[unit];
    shadowed = (shadowed & ~warp.active) | given;
    std::uint32_t* const to = numbers_of(warp, unit);
    if (given == 0xffffffffu) // this loop over all 32 lanes is separate, because the compiler can vectorize it
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) to[l] = number(l);
    else for_set_lanes(given, [&](std::size_t l) { to[l] = number(l); });
}

} // namespace

void UnsetTracker::follow(Warp& warp, const Instruction& i) {
    if (!warp.has_shadows && i.op != Op::unset) return;
    switch (i.op) {
    case Op::unset: return unset(warp, i);
    case Op::unset_join: {
        const Shadow b = shadow_of(warp, i.b), c = shadow_of(warp, i.c),
                     d = shadow_of(warp, static_cast<std::uint32_t>(i.imm));
        return shade(warp, i.a, (b.lanes | c.lanes | d.lanes) & warp.active, [&](std::size_t l) {
            return b.has(l) ? b.of[l] : c.has(l) ? c.of[l] : d.of[l];
        });
    }
    case Op::unset_absorb: return absorb(warp, i);
    case Op::unset_choose: return choose(warp, i);
    case Op::unset_load_local:
    case Op::unset_store_local: return local(warp, i);
    default: break; // the only remaining instruction is Op::unset_decide
    }
    const Shadow shadow = shadow_of(warp, i.a);
    if ((shadow.lanes & warp.active) != 0) report_use(warp, shadow.lanes & warp.active, shadow.of);
}

/// Computes the shadow of && or ||. If an initialized operand alone determines the result, ignores the shadow of the
/// other operand.
void UnsetTracker::absorb(const Warp& warp, const Instruction& i) {
    const Shadow b = shadow_of(warp, i.b), c = shadow_of(warp, i.c);
    const auto *const left = lanes<std::int32_t>(warp, i.b), *const right = lanes<std::int32_t>(warp, i.c);
    const bool is_or = i.imm != 0;
    std::uint32_t open = (b.lanes | c.lanes) & warp.active;
    for_set_lanes(open, [&](std::size_t l) {
        if ((!b.has(l) && (left[l] != 0) == is_or) || (!c.has(l) && (right[l] != 0) == is_or)) open &= ~(1u << l);
    });
    shade(warp, i.a, open, [&](std::size_t l) { return b.has(l) ? b.of[l] : c.of[l]; });
}

void UnsetTracker::choose(const Warp& warp, const Instruction& i) {
    const auto of_test = static_cast<std::uint32_t>(i.imm);
    const Shadow b = shadow_of(warp, i.b), c = shadow_of(warp, i.c), test = shadow_of(warp, of_test);
    const auto* const chosen = lanes<std::int32_t>(warp, of_test);
    const auto source = [&](std::size_t l) { return test.has(l) ? test : chosen[l] != 0 ? b : c; };
    std::uint32_t given = (b.lanes | c.lanes | test.lanes) & warp.active;
    for_set_lanes(given, [&](std::size_t l) {
        if (!source(l).has(l)) given &= ~(1u << l);
    });
    shade(warp, i.a, given, [&](std::size_t l) { return source(l).of[l]; });
}

/// Marks a variable as uninitialized. Fills its registers with NaN and -1, like uninitialized shared memory.
void UnsetTracker::unset(Warp& warp, const Instruction& i) {
    const UnsetVariable& variable = code_.unset[i.b];
    warp.has_shadows = true;
    // An 8-byte value occupies two registers, with lane l at byte offset 8 * l.
    const std::uint32_t all = warp.active == 0xffffffffu ? i.c : 0;
    std::memset(at(warp, i.a), 0xff, all * register_bytes);
    for (std::size_t n = 0; n < variable.units.size(); ++n) {
        const std::uint32_t unit = variable.units[n];
        const std::uint32_t next = n + 1 < variable.units.size() ? variable.units[n + 1] : i.c;
        shade(warp, i.a + unit, warp.active, [&](std::size_t) { return variable.first + unit; });
        if (all != 0) continue;
        for_set_lanes(warp.active, [&](std::size_t l) {
            const std::size_t bytes = std::size_t{next - unit} * 4;
            std::memset(at(warp, i.a + unit) + l * bytes, 0xff, bytes);
        });
    }
}

void UnsetTracker::local(const Warp& warp, const Instruction& i) {
    const LocalArray& array = code_.locals[static_cast<std::size_t>(i.imm)];
    const bool is_load = i.op == Op::unset_load_local;
    const auto unit_of = [&](std::int64_t index) {
        return static_cast<std::uint32_t>(i.b + index * array.stride + array.unit);
    };
    const auto move = [&](std::uint32_t to, std::uint32_t from, std::uint32_t wanted) {
        const Shadow given = shadow_of(warp, from);
        std::uint32_t& shadowed = warp.shadowed[to];
        shadowed = (shadowed & ~wanted) | (given.lanes & wanted);
        for_set_lanes(given.lanes & wanted, [&](std::size_t l) { numbers_of(warp, to)[l] = given.of[l]; });
    };
    const std::int64_t common = same_index(warp, i.c, array.is_wide_index);
    if (common >= 0 && common < array.count)
        return is_load ? move(i.a, unit_of(common), warp.active) : move(unit_of(common), i.a, warp.active);
    for_set_lanes(warp.active, [&](std::size_t l) {
        const std::int64_t index = index_of(warp, i.c, array.is_wide_index, static_cast<int>(l));
        const bool is_inside = static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(array.count);
        if (is_inside) is_load ? move(i.a, unit_of(index), 1u << l) : move(unit_of(index), i.a, 1u << l);
        else if (is_load) warp.shadowed[i.a] &= ~(1u << l);
    });
}

void UnsetTracker::shuffle(Warp& warp, const MemoryAccess& access, const std::int32_t* source, std::uint32_t lost) {
    const Shadow value = shadow_of(warp, access.value);
    warp.has_shadows = true;
    std::uint32_t given = lost;
    // Copy the shadows first, because the source and destination may be the same register.
    std::array<std::uint32_t, lanes_of_a_warp> numbers{};
    for_set_lanes(value.lanes != 0 ? warp.active : lost, [&](std::size_t l) {
        const auto from = static_cast<std::size_t>(source[l]);
        if ((lost >> l & 1u) != 0) numbers[l] = access.lost_shadow + static_cast<std::uint32_t>(from);
        else if (value.has(from)) {
            numbers[l] = value.of[from];
            given |= 1u << l;
        }
    });
    shade(warp, access.result, given, [&](std::size_t l) { return numbers[l]; });
}

/// Reports the use of uninitialized values, once per block and instruction.
void UnsetTracker::report_use(const Warp& warp, std::uint32_t found, const std::uint32_t* shadow) {
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
        around_.tell(UnsetUse{warp, same, variable, first});
    }
}

} // namespace warploom::simt
