#include "engine/sentence.h"
#include "engine/simt/findings/launch_findings.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/machine/machine.h"

#include <algorithm>
#include <bit>
#include <cstdarg>

// Reports of errors that the simulated GPU detects, and operations across lanes such as shuffles.

namespace warploom::simt {

namespace {

std::size_t first_of(std::uint32_t lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }

} // namespace

Finding* Machine::count_again(Finding::Kind kind, SourceLocation place) {
    return around_.findings->count_again(kind, file_of(place, *around_.file), place.line, around_.block);
}

Finding& Machine::add_finding(Finding::Kind kind, const Warp& warp, std::uint32_t found, SourceLocation place,
                              const std::string& message) {
    return around_.findings->add(
        finding_at(kind, code_, *around_.file, place, around_.block, warp.number, found, message));
}

/// Reports an out-of-bounds access once per block and counts repetitions, because an endless loop may be out of
/// bounds in every iteration.
void Machine::report_miss(const Warp& warp, const MemoryAccess& access, Op op, const Object& object,
                          std::uint32_t lost) {
    around_.missed.resize(code_.instructions.size());
    ExecutionContext::Missed& known = around_.missed[warp.pc];
    if (known.block == around_.block + 1) {
        ++known.finding->times;
        return;
    }
    const auto message = [&] {
        const bool reads = op == Op::load;
        const std::int64_t distance = distance_[first_of(lost)];
        const std::int64_t element = object.element_bytes == 0 ? 1 : object.element_bytes;
        if (object.data == nullptr && object.bytes == 0 && object.name[0] == '\0')
            return reads ? sentence("Invalid read through a pointer that does not point into any array.")
                         : sentence("Invalid write through a pointer that does not point into any array.");
        if (distance >= 0 && distance <= object.bytes - access.bytes)
            return reads ? sentence("Misaligned read of {bytes} bytes in {array}. The address must be a multiple of "
                                    "{bytes} bytes.",
                                    {{"bytes", access.bytes}, {"array", object.name}})
                         : sentence("Misaligned write of {bytes} bytes in {array}. The address must be a multiple of "
                                    "{bytes} bytes.",
                                    {{"bytes", access.bytes}, {"array", object.name}});
        const std::int64_t index = distance < 0 ? (distance - element + 1) / element : distance / element;
        return reads ? sentence("Out-of-bounds read of element {element} of {array}, which has {n} "
                                "{n:element|elements}.",
                                {{"element", index}, {"array", object.name}, {"n", object.bytes / element}})
                     : sentence("Out-of-bounds write to element {element} of {array}, which has {n} "
                                "{n:element|elements}.",
                                {{"element", index}, {"array", object.name}, {"n", object.bytes / element}});
    };
    known = {around_.block + 1, &report(Finding::Kind::out_of_bounds, warp, lost, place_of(warp), message)};
}

/// Reports a write within the bounds of a read-only input.
void Machine::report_input_write(const Warp& warp, const Object& object, std::uint32_t writing) {
    report(Finding::Kind::input_write, warp, writing, place_of(warp), [&] {
        return sentence("Write to element {element} of {array}{count:| and others}, which is a read-only input. Use a "
                        "scratch array instead.",
                        {{"element", distance_[first_of(writing)] / object.element_bytes},
                         {"array", object.name},
                         {"count", std::popcount(writing)}});
    });
}

/// Returns the active lanes that pass a guard and all guards around it; only these evaluate the guarded operand in
/// C++.
std::uint32_t Machine::lanes_behind(const Warp& warp, std::int64_t guard) const {
    std::uint32_t going = warp.active;
    while (guard != 0) {
        const Guard& of = code_.guards[static_cast<std::size_t>(guard) - 1];
        const std::uint32_t are_true = true_lanes(at(warp, of.test));
        going &= of.wanted ? are_true : ~are_true;
        guard = of.outer;
    }
    return going;
}

/// Reports an integer overflow once per block, because a loop may overflow in every iteration.
void Machine::report_overflow(const Warp& warp, const Instruction& i, std::uint32_t over) {
    around_.overflowed.resize(code_.instructions.size());
    if (around_.overflowed[warp.pc] == around_.block + 1) return;
    around_.overflowed[warp.pc] = around_.block + 1;
    std::uint32_t first = 0; // for an unrolled loop: the same instruction in the first iteration
    while (code_.instructions[first].op != i.op || !(where(first) == where(warp.pc))) ++first;
    if (first != warp.pc && around_.overflowed[first] == around_.block + 1) return;
    around_.overflowed[first] = around_.block + 1;
    const auto l = first_of(over);
    const int family = static_cast<int>(i.op) / classes;
    const auto is = [&](Family of) { return family == static_cast<int>(of); };
    const std::int32_t right = lanes<std::int32_t>(warp, i.c)[l];
    report(Finding::Kind::integer_overflow, warp, over, place_of(warp), [&] {
        if ((is(Family::shift_left) || is(Family::shift_right)) && (right < 0 || right > 31))
            return sentence("Undefined result: shift of an int by {n} bits.", {{"n", right}});
        const char* const sign = is(Family::mul) ? "*" : is(Family::add) ? "+" : is(Family::shift_left) ? "<<" : "-";
        return sentence("Integer overflow: {left} {operator} {right} does not fit into an int. Compute the index in "
                        "long long.",
                        {{"left", lanes<std::int32_t>(warp, i.b)[l]}, {"operator", sign}, {"right", right}});
    });
}

/// Reports a barrier that some lanes of the warp do not reach.
void Machine::report_branch(const Warp& warp) {
    const std::uint32_t elsewhere = (warp.slot[0] | warp.apart) & ~warp.active;
    const std::uint32_t returned = around_.traits.lanes_drift ? 0 : warp.launched & ~warp.slot[0];
    report(Finding::Kind::divergent_meeting, warp, warp.active, place_of(warp), [&] {
        if (returned == 0)
            return sentence("Barrier divergence: {lanes} {n:is|are} in another branch and {n:does|do} not reach the "
                            "barrier.",
                            {{"lanes", lanes_text(elsewhere)}, {"n", std::popcount(elsewhere)}});
        if (elsewhere == 0)
            return sentence("Barrier divergence: {lanes} {n:has|have} already returned. Before compute capability 7.0, "
                            "the barrier waits for all threads of the block.",
                            {{"lanes", lanes_text(returned)}, {"n", std::popcount(returned)}});
        return sentence("Barrier divergence: {lanes} {n:is|are} in another branch, and {exited} {m:has|have} already "
                        "returned. Before compute capability 7.0, the barrier waits for all threads of the block.",
                        {{"lanes", lanes_text(elsewhere)},
                         {"n", std::popcount(elsewhere)},
                         {"exited", lanes_text(returned)},
                         {"m", std::popcount(returned)}});
    });
}

void Machine::report_endless(const Warp& warp) {
    std::int64_t turns = std::min(warp.turns, around_.limits.turns);
    if (around_.endless != nullptr) {
        if (around_.endless->warps == 0) around_.endless->turns = turns;
        turns = around_.endless->turns;
        around_.endless->pc = warp.pc;
        ++around_.endless->warps;
    }
    const bool waits = code_.instructions[warp.pc].b == waits_for_others;
    report(Finding::Kind::endless_loop, warp, warp.active, place_of(warp), [&] {
        if (waits)
            return sentence("Endless loop: a warp is still waiting after {n} {n:iteration|iterations}, and no thread "
                            "writes the value that it waits for. A block can wait for earlier blocks, and a warp for "
                            "other warps of its block. A GPU does not guarantee that a later block has started, and "
                            "before compute capability 7.0, the lanes of a warp block each other.",
                            {{"n", turns}});
        if (warp.is_proven_endless)
            return sentence("Endless loop: a warp is still in the loop after {n} {n:iteration|iterations}, and it "
                            "never ends because nothing that controls the loop changes any more.",
                            {{"n", turns}});
        return sentence("Endless loop: a warp is still in the loop after {n} {n:iteration|iterations}, and it appears "
                        "never to end.",
                        {{"n", turns}});
    });
}

/// Checks the masks of a warp-level operation: every lane that a mask names must participate, and every participating
/// lane must be in its own mask. Returns whether all 32 lanes participate with full masks.
bool Machine::check_mask(const Warp& warp, std::uint32_t reg) {
    const auto* const mask = lanes<std::uint32_t>(warp, reg);
    std::uint32_t by_all = 0xffffffffu;
    for (int l = 0; l < lanes_of_a_warp; ++l) by_all &= mask[l];
    if ((by_all & warp.active) == 0xffffffffu) return true; // the common case
    std::uint32_t named = 0, unnamed = 0;
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
        named |= mask[first_of(rest)];
        if ((mask[first_of(rest)] >> first_of(rest) & 1u) == 0) unnamed |= rest & -rest;
    }
    const std::uint32_t absent = named & (warp.slot[0] | warp.apart) & ~warp.active;
    if (absent == 0 && unnamed == 0) return false;
    report(Finding::Kind::absent_mask, warp, warp.active, place_of(warp), [&] {
        return absent != 0 ? sentence("The mask of this warp function includes {lanes}, which {n:is|are} in another "
                                      "branch and {n:does|do} not participate.",
                                      {{"lanes", lanes_text(absent)}, {"n", std::popcount(absent)}})
                           : sentence("The mask of this warp function does not include {lanes}, which {n:calls|call} "
                                      "it.",
                                      {{"lanes", lanes_text(unnamed)}, {"n", std::popcount(unnamed)}});
    });
    return false;
}

/// Starts an epoch of the warp, so that accesses before and after the fence differ. The fence does not order lanes.
void Machine::order_by_fence(Warp& warp, FenceScope scope) {
    ++warp.meetings;
    warp.order->meet(0, warp.meetings);
    warp.flags->fence(warp.number, warp.active, warp.meetings, *warp.order, scope);
}

/// Orders the memory accesses of the active lanes that have the same mask. Lanes that have exited are not ordered, as
/// in racecheck.
void Machine::order_lanes(Warp& warp, std::uint32_t masks, bool is_whole) const {
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

/// Returns the source lane of each lane, as defined for the PTX instruction shfl.sync. `widths` has the segment width
/// of each lane; null: 32.
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

/// `widths` is null if the segment is a whole warp.
Lanes sources(ShuffleKind kind, const std::int32_t* given, const std::int32_t* widths) {
    switch (kind) {
    case ShuffleKind::from: return sources_of<ShuffleKind::from>(given, widths);
    case ShuffleKind::up: return sources_of<ShuffleKind::up>(given, widths);
    case ShuffleKind::down: return sources_of<ShuffleKind::down>(given, widths);
    default: return sources_of<ShuffleKind::butterfly>(given, widths);
    }
}

} // namespace

/// Reports a shuffle width for which CUDA leaves the result undefined.
void Machine::check_widths(const Warp& warp, const std::int32_t* widths) {
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
        const auto width = static_cast<std::uint32_t>(widths[first_of(rest)]);
        if (std::has_single_bit(width) && width <= lanes_of_a_warp) continue;
        report(Finding::Kind::absent_mask, warp, rest & -rest, place_of(warp), [&] {
            return sentence("Invalid shuffle width: {n}. The width must be a power of 2 from 1 to 32.",
                            {{"n", widths[first_of(rest)]}});
        });
        return;
    }
}

void Machine::shuffle(Warp& warp, const Instruction& i, WarpInstruction* step) {
    const MemoryAccess& access = code_.accesses[i.a];
    const bool is_whole = check_mask(warp, access.compare);
    const auto* const given = lanes<std::int32_t>(warp, access.index);
    const auto* const widths = access.pointer != no_register ? lanes<std::int32_t>(warp, access.pointer) : nullptr;
    if (widths != nullptr) check_widths(warp, widths);
    const Lanes source_of = sources(access.shuffle, given, widths);
    Lanes source = source_of;
    if (step != nullptr)
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) step->index[l] = source_of[l];
    std::uint32_t lost = 0; // the source lane must participate, and be in the mask of the reading lane
    const auto* const mask = lanes<std::uint32_t>(warp, access.compare);
    for (std::uint32_t rest = is_whole ? 0 : warp.active; rest != 0; rest &= rest - 1) {
        const std::size_t l = first_of(rest);
        const auto from = static_cast<std::size_t>(source_of[l]);
        if (from == l || (warp.active & mask[l]) >> from % lanes_of_a_warp & 1u) continue;
        lost |= 1u << l;
        source[l] = static_cast<std::int32_t>(l);
    }
    if (access.has_shadow && (warp.has_shadows || lost != 0)) shuffle_shadow(warp, access, source_of.data(), lost);
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

/// Combines a value of each lane: __match_any_sync and the reductions.
void Machine::combine(const Warp& warp, const Instruction& i) {
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

void Machine::ballot(Warp& warp, const Instruction& i, WarpInstruction* step) {
    check_mask(warp, i.b);
    if (step != nullptr)
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) step->index[l] = static_cast<std::int64_t>(l);
    if (static_cast<Vote>(i.imm) >= Vote::match) return combine(warp, i);
    const std::uint32_t votes = warp.active & true_lanes(at(warp, i.c));
    std::uint32_t result = votes;
    if (static_cast<Vote>(i.imm) == Vote::any) result = votes != 0 ? 1 : 0;
    if (static_cast<Vote>(i.imm) == Vote::all) result = votes == warp.active ? 1 : 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) lanes<std::uint32_t>(warp, i.a)[l] = result;
}

void Machine::fail_assertion(Warp& warp, const Instruction& i) {
    const std::uint32_t failing = warp.active & ~true_lanes(at(warp, i.a));
    report(Finding::Kind::failed_assertion, warp, failing, place_of(warp),
           [] { return sentence("Assertion failed."); });
}

} // namespace warploom::simt
