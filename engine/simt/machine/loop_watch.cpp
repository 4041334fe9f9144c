#include "engine/simt/machine/loop_watch.h"

#include <bit>
#include <cstring>

// Detects infinite loops. If the registers that determine whether a loop continues have the same values again, the loop
// is reported after several dozen iterations. Other infinite loops are stopped at an iteration limit that depends on
// the size of the arrays.

namespace warploom::simt {

bool LoopWatch::turn(Warp& warp) {
    ++warp.turns;
    if (warp.watch.state != nullptr && warp.watch.pc == warp.pc && repeats(warp)) return false;
    if (--warp.turns_to_look <= 0 && !look(warp)) return false;
    return warp.turns <= around_.limits.turns;
}

bool LoopWatch::look(Warp& warp) {
    warp.turns_to_look = turns_between_looks;
    if (around_.limits.stop != nullptr) around_.limits.stop->check();
    if (around_.endless != nullptr && around_.endless->warps >= EndlessLoop::many && around_.endless->pc == warp.pc)
        return false;
    // Stop the loop early, because an out-of-bounds access of the warp has already been reported.
    if (warp.has_missed && warp.turns >= around_.limits.turns_after_a_miss) return false;
    // The state of an outer loop may repeat only after many iterations of its inner loops.
    constexpr std::int64_t longest_watch = std::int64_t{1} << 16;
    const bool is_over = warp.watch.state == nullptr || warp.turns - warp.watch.since > longest_watch;
    if (is_over && around_.loops != nullptr) watch(warp);
    return true;
}

/// Calls to(value) for each register in the state of a loop, until a call returns false.
template <class To> bool LoopWatch::each_of_state(const Warp& warp, const LoopState& state, const To& to) const {
    for (const LoopState::Number& number : state.carried)
        for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            if (!to(number.is_wide ? lanes<std::uint64_t>(warp, number.unit)[lane]
                                   : std::uint64_t{lanes<std::uint32_t>(warp, number.unit)[lane]}))
                return false;
        }
    return true;
}

void LoopWatch::watch(Warp& warp) {
    const LoopState& state = around_.loops->of(code_, warp.pc);
    warp.watch.state = state.is_known ? &state : nullptr;
    if (!state.is_known) return;
    warp.watch.pc = warp.pc;
    warp.watch.lanes = warp.active;
    warp.watch.visits = 0;
    warp.watch.since = warp.turns;
    warp.watch.values.clear();
    each_of_state(warp, state, [&](std::uint64_t value) {
        warp.watch.values.push_back(value);
        return true;
    });
}

/// Returns whether a loop is infinite because its state repeats. If the loop reads memory that other threads may write,
/// the state must repeat over many iterations.
bool LoopWatch::repeats(Warp& warp) {
    constexpr int longest_period = 16;
    Warp::Watch& watch = warp.watch;
    const LoopState& state = *watch.state;
    const bool is_last = ++watch.visits >= longest_period;
    std::size_t next = 0;
    const bool is_same = warp.active == watch.lanes &&
                         each_of_state(warp, state, [&](std::uint64_t value) { return value == watch.values[next++]; });
    if (!is_same) {
        if (is_last) watch.state = nullptr;
        warp.repeated = 0;
        return false;
    }
    const auto may_change = [&](std::uint32_t reg) {
        const std::size_t object = object_of(lanes<std::uint64_t>(warp, reg)[std::countr_zero(warp.active)]);
        return object == 0 || object >= around_.objects.size() || around_.objects[object].may_change;
    };
    bool depends = state.depends_on_others;
    for (const std::uint32_t pointer : state.pointers) depends = depends || may_change(pointer);
    if (!depends) {
        warp.is_proven_endless = true;
        return true;
    }
    watch.state = nullptr;
    // Spin loops have an iteration limit of their own.
    if (code_.instructions[warp.pc].b == waits_for_others) return false;
    warp.repeated += turns_between_looks;
    return warp.repeated >= around_.limits.repeated_turns;
}

} // namespace warploom::simt
