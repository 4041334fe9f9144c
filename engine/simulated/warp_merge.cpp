#include "engine/simulated/warp_merge.h"

#include "engine/error.h"

#include <algorithm>
#include <bit>

namespace warploom::simulated {

namespace {
/// Spreads every bit of x over the whole number, so that equal means equal but for one case in 2^64.
std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}
std::uint64_t context_in(std::uint64_t outside, int node, std::uint32_t turn) {
    return mix(outside * 3 + (static_cast<std::uint64_t>(node) << 32 | turn) + 1);
}
} // namespace

void WarpMerge::begin(Lane* lanes, int count, SourceTree& tree, const std::uint8_t* order) {
    lane_ = lanes;
    tree_ = &tree;
    order_ = order;
    all_ = alive_ = wanted_ = count >= warp_size ? 0xffffffffu : (1u << count) - 1u;
    met_ = 0;
    at_barrier_ = false;
    flops_.fill(0);
    for (Cursor& cursor : cursor_) {
        cursor.depth = 0;
        cursor.context = 0;
    }
}

void WarpMerge::resume(Lane& lane) {
    lane.read = lane.next = lane.log.data();
    current_lane = &lane;
    lane.fiber.resume();
    current_lane = nullptr;
    if (lane.error) std::rethrow_exception(lane.error);
}

void WarpMerge::turn(Cursor& cursor, std::uint32_t turns) {
    if (cursor.depth == 0) return;
    Level& inner = cursor.level[cursor.depth - 1];
    inner.turn += turns;
    cursor.context = context_in(inner.outside, inner.node, inner.turn);
}

void WarpMerge::take_mark(Cursor& cursor, const LaneEvent& event) {
    const Entry e = LaneEvent::entry(event.place);
    if (e == Entry::loop || e == Entry::call) {
        if (cursor.depth == deepest)
            throw Error("simulated.depth",
                        "At line " + std::to_string(LaneEvent::line(event.place)) +
                            " loops and calls are nested more than " + std::to_string(deepest) + " deep.",
                        "A traced kernel cannot recurse that far.");
        const int node = cursor.depth == 0 ? SourceTree::root : cursor.level[cursor.depth - 1].node;
        Level& inner = cursor.level[cursor.depth++];
        inner.node = tree_->enter(node, e, LaneEvent::line(event.place), event.index, event.file);
        inner.turn = 0;
        inner.outside = cursor.context;
        cursor.context = context_in(inner.outside, inner.node, 0);
    } else if (e == Entry::leave && cursor.depth > 0) {
        cursor.context = cursor.level[--cursor.depth].outside;
    }
}

/// Finds out where the lane stands next, and runs it if its log does not say.
void WarpMerge::fetch(int l) {
    Lane& lane = lane_[l];
    const auto slot = static_cast<std::size_t>(l);
    while (true) {
        if (lane.read == lane.next) {
            if (lane.is_done) {
                alive_ &= ~(1u << l);
                return;
            }
            resume(lane);
            continue;
        }
        const LaneEvent& event = *lane.read++;
        Cursor& cursor = cursor_[slot];
        if (event.turns != 0) turn(cursor, event.turns);
        flops_[slot] += event.flops;
        const Entry e = LaneEvent::entry(event.place);
        if (is_mark(e)) {
            take_mark(cursor, event);
            continue;
        }
        at_[slot] = event.place;
        file_[slot] = event.file;
        index_[slot] = event.index;
        position_[slot] =
            (cursor.context + event.place) * 0x9e3779b97f4a7c15u ^ reinterpret_cast<std::uintptr_t>(event.file);
        if (is_meeting(e)) met_ |= 1u << l;
        return;
    }
}

std::uint32_t WarpMerge::same_position(int lane) const {
    const std::uint64_t wanted = position_[lane];
    std::uint32_t same = 0;
    for (std::size_t l = 0; l < warp_size; ++l) same |= static_cast<std::uint32_t>(position_[l] == wanted) << l;
    return same;
}

/// Whether lane a stands before lane b in the source, outer levels first, and in an earlier turn where both stand in
/// the same loop.
bool WarpMerge::stands_before(int a, int b) const {
    const Cursor& left = cursor_[a];
    const Cursor& right = cursor_[b];
    int node = SourceTree::root;
    for (int depth = 0;; ++depth) {
        const auto d = static_cast<std::size_t>(depth);
        const bool left_inside = depth < left.depth, right_inside = depth < right.depth;
        if (left_inside && right_inside && left.level[d].node == right.level[d].node) {
            if (left.level[d].turn != right.level[d].turn) return left.level[d].turn < right.level[d].turn;
            node = left.level[d].node;
            continue;
        }
        const auto rank = [&](const Cursor& cursor, bool is_inside, int lane) {
            const auto slot = static_cast<std::size_t>(lane);
            return is_inside ? tree_->rank(cursor.level[d].node) : tree_->place(node, at_[slot], file_[slot]).rank;
        };
        return rank(left, left_inside, a) < rank(right, right_inside, b);
    }
}

void WarpMerge::fill(Step& step, std::uint32_t active) {
    const int first = std::countr_zero(active);
    const auto slot = static_cast<std::size_t>(first);
    const Cursor& cursor = cursor_[slot];
    const int node = cursor.depth == 0 ? SourceTree::root : cursor.level[cursor.depth - 1].node;
    step.site = tree_->place(node, at_[slot], file_[slot]).site;
    step.active = active;
    step.waiting = alive_ & ~active;
    step.index = index_;
    std::uint32_t flops = 0, most = 0;
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
        auto& of_lane = flops_[static_cast<std::size_t>(std::countr_zero(rest))];
        flops += of_lane;
        most = std::max(most, of_lane);
        of_lane = 0;
    }
    step.flops = flops;
    step.flop_instructions = most;
}

WarpMerge::State WarpMerge::advance(Step& step) {
    if (order_ == nullptr)
        for (std::uint32_t rest = wanted_; rest != 0; rest &= rest - 1) fetch(std::countr_zero(rest));
    else
        for (int i = 0; i < warp_size; ++i)
            if ((wanted_ >> order_[i] & 1u) != 0) fetch(order_[i]);
    wanted_ = 0;

    const std::uint32_t ready = alive_ & ~met_;
    if (ready == 0) return meet(step);
    int first = std::countr_zero(ready);
    std::uint32_t group = same_position(first) & ready;
    for (std::uint32_t rest = ready & ~group; rest != 0;) {
        const int other = std::countr_zero(rest);
        const std::uint32_t its_group = same_position(other) & ready;
        rest &= ~its_group;
        if (!stands_before(other, first)) continue;
        first = other;
        group = its_group;
    }
    fill(step, group);
    wanted_ = group;
    return is_outside(LaneEvent::entry(at_[first])) ? State::missed : State::stepped;
}

/// Every lane that is left stands at a meeting.
WarpMerge::State WarpMerge::meet(Step& step) {
    if (alive_ == 0) return State::done;
    const int first = std::countr_zero(alive_);
    const auto slot = static_cast<std::size_t>(first);
    if (alive_ != all_) return State::divergent;
    for (std::uint32_t rest = alive_; rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::size_t>(std::countr_zero(rest));
        if (at_[other] != at_[slot] || file_[other] != file_[slot]) return State::divergent;
    }
    fill(step, alive_);
    const Entry e = LaneEvent::entry(at_[slot]);
    if (e == Entry::barrier) {
        at_barrier_ = true;
        return State::at_barrier;
    }
    if (e == Entry::ballot) {
        std::uint64_t votes = 0;
        for (int l = 0; l < warp_size; ++l)
            if ((all_ >> l & 1u) != 0 && lane_[l].given != 0) votes |= std::uint64_t{1} << l;
        for (int l = 0; l < warp_size; ++l)
            if ((all_ >> l & 1u) != 0) lane_[l].received = votes;
    } else {
        for (int l = 0; l < warp_size; ++l) {
            if ((all_ >> l & 1u) == 0) continue;
            const auto source = static_cast<int>(index_[l]) & (warp_size - 1);
            lane_[l].received = lane_[(all_ >> source & 1u) != 0 ? source : l].given;
        }
    }
    wanted_ = alive_;
    met_ = 0;
    return State::met;
}

void WarpMerge::release() {
    at_barrier_ = false;
    wanted_ = alive_;
    met_ = 0;
}

} // namespace warploom::simulated
