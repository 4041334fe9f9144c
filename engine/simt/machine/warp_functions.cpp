#include "engine/simt/machine/warp_functions.h"

#include <algorithm>
#include <bit>

namespace warploom::simt {

bool WarpFunctions::check_mask(const Warp& warp, std::uint32_t reg) {
    const auto* const mask = lanes<std::uint32_t>(warp, reg);
    std::uint32_t by_all = 0xffffffffu;
    for (int l = 0; l < lanes_of_a_warp; ++l) by_all &= mask[l];
    // This is the most common case: all lanes pass the full mask.
    if ((by_all & warp.active) == 0xffffffffu) return true;
    std::uint32_t named = 0, unnamed = 0;
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
        named |= mask[first_of(rest)];
        if ((mask[first_of(rest)] >> first_of(rest) & 1u) == 0) unnamed |= rest & -rest;
    }
    const std::uint32_t absent = named & (warp.slot[0] | warp.apart) & ~warp.active;
    if (absent != 0 || unnamed != 0) around_.tell(MaskFault{warp, warp.active, absent, unnamed});
    return false;
}

void WarpFunctions::order_by_fence(Warp& warp, FenceScope scope) {
    ++warp.meetings;
    warp.order->meet(0, warp.meetings);
    warp.flags->fence(warp.number, warp.active, warp.meetings, *warp.order, scope);
}

void WarpFunctions::order_lanes(Warp& warp, std::uint32_t masks, bool is_whole) {
    ++warp.meetings;
    if (warp.order == nullptr) return;
    const auto* const mask = lanes<std::uint32_t>(warp, masks);
    const auto meet = [&](std::uint32_t group) {
        if (group == warp.launched) warp.order->meet_all();
        else warp.order->meet(group, warp.meetings);
        if (warp.flags != nullptr) warp.flags->meet(warp.number, group);
    };
    if (is_whole) return meet(warp.active);
    for (std::uint32_t left = warp.active; left != 0;) {
        std::uint32_t group = 0;
        for (std::uint32_t rest = left; rest != 0; rest &= rest - 1)
            if (mask[first_of(rest)] == mask[first_of(left)]) group |= rest & -rest;
        left &= ~group;
        meet(group & mask[first_of(group)]);
    }
}

namespace {

using Lanes = std::array<std::int32_t, lanes_of_a_warp>;

/// Returns the source lane of each lane according to the rules of PTX shfl.sync. `widths` contains the segment width of
/// each lane. If it is null, all widths are 32.
template <ShuffleKind kind> Lanes sources_of(const std::int32_t* given, const std::int32_t* widths) {
    constexpr std::int32_t last = lanes_of_a_warp - 1;
    Lanes source;
    for (std::int32_t l = 0; l < lanes_of_a_warp; ++l) {
        const std::int32_t width = widths != nullptr ? widths[l] : lanes_of_a_warp;
        const auto segments =
            static_cast<std::int32_t>((std::uint32_t{lanes_of_a_warp} - static_cast<std::uint32_t>(width)) & last);
        const std::int32_t by = given[l] & last, first = l & segments;
        const std::int32_t most = first | (last & ~segments);
        std::int32_t from = l;
        if constexpr (kind == ShuffleKind::from) from = first | (by & ~segments);
        if constexpr (kind == ShuffleKind::up) from = l - by;
        if constexpr (kind == ShuffleKind::down) from = l + by;
        if constexpr (kind == ShuffleKind::butterfly) from = l ^ by;
        const bool is_inside = kind == ShuffleKind::up ? from >= first : from <= most;
        source[static_cast<std::size_t>(l)] = is_inside ? from : l;
    }
    return source;
}

/// Returns the source lane of each lane in a shuffle. `widths` contains the segment width of each lane. If it is null,
/// a segment is a whole warp.
Lanes sources(ShuffleKind kind, const std::int32_t* given, const std::int32_t* widths) {
    switch (kind) {
    case ShuffleKind::from: return sources_of<ShuffleKind::from>(given, widths);
    case ShuffleKind::up: return sources_of<ShuffleKind::up>(given, widths);
    case ShuffleKind::down: return sources_of<ShuffleKind::down>(given, widths);
    default: return sources_of<ShuffleKind::butterfly>(given, widths);
    }
}

} // namespace

/// Reports shuffles with a width for which CUDA does not define the result.
void WarpFunctions::check_widths(const Warp& warp, const std::int32_t* widths) {
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
        const auto width = static_cast<std::uint32_t>(widths[first_of(rest)]);
        if (std::has_single_bit(width) && width <= lanes_of_a_warp) continue;
        around_.tell(MaskFault{.warp = warp, .lanes = rest & -rest, .width = widths[first_of(rest)]});
        return;
    }
}

void WarpFunctions::shuffle(Warp& warp, const Instruction& i, WarpInstruction* step) {
    const MemoryAccess& access = code_.accesses[i.a];
    const bool is_whole = check_mask(warp, access.compare);
    const auto* const given = lanes<std::int32_t>(warp, access.index);
    const auto* const widths = access.pointer != no_register ? lanes<std::int32_t>(warp, access.pointer) : nullptr;
    if (widths != nullptr) check_widths(warp, widths);
    const Lanes source_of = sources(access.shuffle, given, widths);
    Lanes source = source_of;
    if (step != nullptr)
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) step->index[l] = source_of[l];
    std::uint32_t lost = 0; // lanes that read from a nonparticipating lane, or from a lane outside their mask
    const auto* const mask = lanes<std::uint32_t>(warp, access.compare);
    for (std::uint32_t rest = is_whole ? 0 : warp.active; rest != 0; rest &= rest - 1) {
        const std::size_t l = first_of(rest);
        const auto from = static_cast<std::size_t>(source_of[l]);
        if (from == l || (warp.active & mask[l]) >> from % lanes_of_a_warp & 1u) continue;
        lost |= 1u << l;
        source[l] = static_cast<std::int32_t>(l);
    }
    if (access.has_shadow && (warp.has_shadows || lost != 0)) unset_.shuffle(warp, access, source_of.data(), lost);
    const bool is_wide = access.bytes == 8;
    const auto move = [&]<class T>(T) {
        T result[lanes_of_a_warp];
        for (int l = 0; l < lanes_of_a_warp; ++l)
            result[l] = lanes<T>(warp, access.value)[source[static_cast<std::size_t>(l)]];
        if (warp.active == 0xffffffffu) {
            put_lanes(at(warp, access.result), result);
            return;
        }
        for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1)
            lanes<T>(warp, access.result)[first_of(rest)] = result[first_of(rest)];
    };
    if (is_wide) move(std::int64_t{});
    else move(std::int32_t{});
}

/// Executes __match_any_sync, and reductions such as __reduce_add_sync.
void WarpFunctions::combine(const Warp& warp, const Instruction& i) {
    const auto vote = static_cast<Vote>(i.imm);
    const auto *const mask = lanes<std::uint32_t>(warp, i.b), *const value = lanes<std::uint32_t>(warp, i.c);
    std::array<std::uint32_t, lanes_of_a_warp> result{};
    for (std::uint32_t left = warp.active; left != 0; left &= left - 1) {
        const std::size_t lane = first_of(left);
        const std::uint32_t named = warp.active & mask[lane];
        std::uint32_t same = 0, all = value[lane];
        for (std::uint32_t rest = named; rest != 0; rest &= rest - 1) {
            const std::uint32_t other = value[first_of(rest)];
            if (other == value[lane]) same |= rest & -rest;
            if (first_of(rest) == lane) continue;
            switch (vote) {
            case Vote::add: all += other; break;
            case Vote::least: all = std::min(all, other); break;
            case Vote::greatest: all = std::max(all, other); break;
            case Vote::bit_and: all &= other; break;
            case Vote::bit_or: all |= other; break;
            default: all ^= other; break;
            }
        }
        result[lane] = vote == Vote::match ? same : all;
    }
    std::copy(result.begin(), result.end(), lanes<std::uint32_t>(warp, i.a));
}

void WarpFunctions::ballot(Warp& warp, const Instruction& i, WarpInstruction* step) {
    const bool is_whole = check_mask(warp, i.b);
    if (step != nullptr)
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) step->index[l] = static_cast<std::int64_t>(l);
    if (static_cast<Vote>(i.imm) >= Vote::match) return combine(warp, i);
    const std::uint32_t votes = warp.active & true_lanes(at(warp, i.c));
    std::array<std::uint32_t, lanes_of_a_warp> result{};
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) {
        // Groups of lanes with different masks can vote in the same step.
        const std::uint32_t named = is_whole ? warp.active : warp.active & lanes<std::uint32_t>(warp, i.b)[l];
        result[l] = votes & named;
        if (static_cast<Vote>(i.imm) == Vote::any) result[l] = result[l] != 0 ? 1 : 0;
        if (static_cast<Vote>(i.imm) == Vote::all) result[l] = result[l] == named ? 1 : 0;
    }
    std::copy(result.begin(), result.end(), lanes<std::uint32_t>(warp, i.a));
}

} // namespace warploom::simt
