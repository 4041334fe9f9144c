#include "engine/simt/machine/warp_parts.h"

#include <algorithm>
#include <bit>
#include <cstring>

// Implements independent thread scheduling. A warp executes in lockstep until some lanes wait for a value that another
// lane of the warp has yet to write. The warp is then split into parts with their own registers and masks, which are
// executed separately. At a warp-level operation or a barrier, a part waits for the other lanes in its mask.

namespace warploom::simt {

namespace {

/// Recomputes the mask of the lanes that have not returned and do not belong to the current part.
void count_apart(Warp& warp) {
    warp.apart = 0;
    for (const WarpState& part : warp.parts) warp.apart |= part.slot[0];
}

} // namespace

/// Returns a new part of a warp with uninitialized registers and masks.
WarpState WarpParts::new_part(Warp& warp) const {
    if (!warp.unused_parts.empty()) {
        const WarpState part = warp.unused_parts.back();
        warp.unused_parts.pop_back();
        return part;
    }
    const std::size_t masks = static_cast<std::size_t>(code_.mask_slots) + code_.barrier_loops.size() + warp.shadows;
    auto& memory = warp.part_memory.emplace_back(std::make_unique<Frames>());
    const std::size_t units = std::size_t{code_.units} + warp.shadows;
    memory->allocate(units * register_bytes + masks * sizeof(std::uint32_t));
    WarpState part;
    part.frame = memory->data();
    part.shadow = reinterpret_cast<std::uint32_t*>(part.frame + code_.units * register_bytes);
    part.slot = reinterpret_cast<std::uint32_t*>(part.frame + units * register_bytes);
    part.loop_turns = part.slot + code_.mask_slots;
    part.shadowed = part.loop_turns + code_.barrier_loops.size();
    return part;
}

bool WarpParts::split(Warp& warp) {
    const std::uint32_t waiting = warp.active;
    if ((warp.slot[0] & ~waiting) == 0 || !around_.traits.lanes_drift) return false;
    change_mask(warp, 0); // attributes the floating-point operations counted so far to the lanes that executed them
    const auto copy = [](auto* to, const auto* from, std::size_t count) { std::copy_n(from, count, to); };
    WarpState part = new_part(warp);
    copy(part.frame, warp.frame, code_.units * register_bytes);
    copy(part.slot, warp.slot, static_cast<std::size_t>(code_.mask_slots));
    copy(part.loop_turns, warp.loop_turns, code_.barrier_loops.size());
    copy(part.shadow, warp.shadow, std::size_t{warp.shadows} * lanes_of_a_warp);
    copy(part.shadowed, warp.shadowed, warp.shadows);
    part.shadows = warp.shadows;
    part.active = waiting;
    part.pc = static_cast<std::uint32_t>(code_.instructions[warp.pc].imm);
    for (int s = 0; s < code_.mask_slots; ++s) {
        part.slot[s] &= waiting;
        warp.slot[s] &= ~waiting;
    }
    ++warp.pc; // continues at the join, which reactivates the lanes that have left the loop
    warp.parts.push_back(part);
    warp.apart |= waiting;
    warp.waiting_turns = 0;
    return true;
}

bool WarpParts::drift(Warp& warp) {
    if (around_.endless == nullptr || around_.endless->do_lanes_drift || !split(warp)) return false;
    around_.endless->do_lanes_drift = true;
    warp.turns = 0;
    return true;
}

void WarpParts::exchange_part(Warp& warp, std::size_t with) {
    const std::uint32_t active = warp.active;
    change_mask(warp, 0);
    warp.active = active;
    std::swap(static_cast<WarpState&>(warp), warp.parts[with]);
    warp.is_mask_fresh = false;
    warp.watch.state = nullptr;
    std::rotate(warp.parts.begin() + static_cast<std::ptrdiff_t>(with),
                warp.parts.begin() + static_cast<std::ptrdiff_t>(with) + 1, warp.parts.end());
    count_apart(warp);
}

bool WarpParts::change_part(Warp& warp) {
    const auto next =
        std::find_if(warp.parts.begin(), warp.parts.end(), [](const WarpState& part) { return !part.is_at_meeting; });
    if (next == warp.parts.end()) return false;
    exchange_part(warp, static_cast<std::size_t>(next - warp.parts.begin()));
    return true;
}

bool WarpParts::end_part(Warp& warp) {
    warp.ended |= warp.slot[0];
    if (warp.parts.empty()) {
        warp.slot[0] = warp.ended;
        return false;
    }
    if (!change_part(warp)) exchange_part(warp, 0);
    warp.is_at_meeting = false; // check again later whether all lanes in the mask have arrived
    warp.unused_parts.push_back(warp.parts.back());
    warp.parts.pop_back();
    count_apart(warp);
    warp.waiting_turns = 0;
    return true;
}

std::uint32_t WarpParts::named_by(const Warp& warp, std::uint32_t masks) {
    std::uint32_t named = 0;
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1)
        named |= lanes<std::uint32_t>(warp, masks)[std::countr_zero(rest)];
    return named;
}

bool WarpParts::gather(Warp& warp, std::uint32_t named) {
    std::uint32_t missing = named & warp.apart;
    for (WarpState& part : warp.parts) {
        part.is_gathered = part.is_at_meeting && part.pc == warp.pc && (part.active & named) != 0;
        if (part.is_gathered) missing &= ~part.active;
    }
    if (missing != 0) {
        for (WarpState& part : warp.parts) part.is_gathered = false;
        warp.is_at_meeting = true;
        if (change_part(warp)) return false;
        // The missing lanes wait at other operations. Execute this operation without them and report them as absent.
        warp.is_at_meeting = false;
    }
    warp.own = warp.active;
    for (const WarpState& part : warp.parts) {
        if (!part.is_gathered) continue;
        share_operands(warp, part);
        warp.slot[0] |= part.active;
        change_mask(warp, warp.active | part.active);
    }
    return true;
}

void WarpParts::release(Warp& warp) {
    const Instruction& i = code_.instructions[warp.pc];
    const bool is_shuffle = i.op == Op::shuffle, is_wide = is_shuffle && code_.accesses[i.a].bytes == 8;
    const std::uint32_t result = is_shuffle ? code_.accesses[i.a].result : i.a;
    for (WarpState& part : warp.parts) {
        if (!part.is_gathered) continue;
        if (i.op != Op::warp_barrier && result != no_register) copy_lanes(part, warp, result, is_wide, part.active);
        ++part.pc;
        part.is_at_meeting = part.is_gathered = false;
        warp.slot[0] &= ~part.slot[0];
    }
    change_mask(warp, warp.own);
}

/// Copies the operands that lanes read from other lanes in the current warp-level operation. `from` is the part of the
/// warp that contains the other lanes.
void WarpParts::share_operands(Warp& warp, const WarpState& from) const {
    const Instruction& i = code_.instructions[warp.pc];
    const auto share = [&](std::uint32_t unit, bool is_wide) {
        if (unit != no_register) copy_lanes(warp, from, unit, is_wide, from.active);
    };
    if (i.op != Op::shuffle) {
        share(i.b, false);
        if (i.op == Op::ballot) share(i.c, false);
        return;
    }
    const MemoryAccess& access = code_.accesses[i.a];
    share(access.value, access.bytes == 8);
    for (const std::uint32_t unit : {access.index, access.compare, access.pointer}) share(unit, false);
}

/// Copies some lanes of a register and their shadows from one part of a warp to another.
void WarpParts::copy_lanes(const WarpState& to, const WarpState& from, std::uint32_t unit, bool is_wide,
                           std::uint32_t lanes) {
    const std::size_t bytes = is_wide ? 8 : 4;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const std::size_t offset = unit * register_bytes + lane * bytes;
        std::memcpy(to.frame + offset, from.frame + offset, bytes);
        const std::size_t shadow = std::size_t{unit} * lanes_of_a_warp + lane;
        if (unit < to.shadows) to.shadow[shadow] = from.shadow[shadow];
    }
    if (unit < to.shadows) to.shadowed[unit] = (to.shadowed[unit] & ~lanes) | (from.shadowed[unit] & lanes);
}

} // namespace warploom::simt
