#include "engine/simt/machine/block.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace warploom::simt {

void Frames::allocate(std::size_t bytes) { lines_.reset(new Line[(bytes + sizeof(Line) - 1) / sizeof(Line)]); }

std::int64_t bytes_of(const SharedArray& array, const LaunchPlan& plan) {
    if (array.is_dynamic) return plan.shared_bytes;
    return array.count * array.element_bytes;
}

Block::Block(const LaunchPlan& plan, simulated::SiteTable* sites, simulated::Findings& findings)
    : plan_(plan), around_([&] {
          ExecutionContext s;
          s.code = plan.code;
          s.file = plan.file;
          s.objects = plan.objects;
          s.limits = plan.limits;
          s.traits = plan.traits;
          s.compares_values = plan.same_values != nullptr;
          s.findings = plan.is_repeated ? &repeated_ : &findings;
          s.looks_once = plan.is_repeated;
          s.endless = plan.endless.get();
          s.loops = plan.loops;
          s.sites = sites;
          if (sites != nullptr) s.known_sites.resize(plan.code->instructions.size());
          return s;
      }()),
      machine_(around_) {
    const int count = (plan.block_size() + lanes_of_a_warp - 1) / lanes_of_a_warp;
    const auto warps = static_cast<std::size_t>(count);
    warps_.resize(warps);
    states_.resize(warps);
    slots_.resize(warps * static_cast<std::size_t>(plan.code->mask_slots));
    loop_turns_.resize(warps * plan.code->barrier_loops.size());
    walks_.resize(warps * plan.code->accesses.size());
    order_.resize(warps);
    if (sites != nullptr) lane_orders_.resize(warps);
    if (sites != nullptr && plan.code->has_async_copies) copies_.emplace();
    if (sites != nullptr && plan.order != nullptr) flags_.emplace(*plan.order, warps, !plan.traits.lanes_drift);
    frames_.allocate(warps * plan.frame.size());
    shadow_frames_.allocate(warps * plan.code->shadows * register_bytes);
    shadowed_.resize(warps * plan.code->shadows);
    add_shared(sites);
    if (sites != nullptr) ends_.emplace(*plan.code, count);
    if (sites == nullptr || plan.is_repeated) return;
    global_ = plan.spare->take();
    arrangements_.assign(plan.objects.size(), Arrangement{-1, 0});
    if (plan.order == nullptr && !plan.code->waits && plan.same_values == nullptr)
        even_.emplace(plan.objects.size(), *global_);
}
Block::~Block() {
    if (global_ != nullptr) plan_.spare->give_back(std::move(global_));
}

void Block::set_schedule(simulated::BlockSchedule schedule) {
    constexpr std::int64_t few_turns = 256;
    schedule_ = schedule;
    if (schedule != simulated::BlockSchedule::ascending) around_.patience = few_turns; // no counts depend on it
}

void Block::add_shared(simulated::SiteTable* sites) {
    int key = 0;
    shadows_.resize(plan_.code->shared.size());
    for (const SharedArray& array : plan_.code->shared) {
        const std::int64_t bytes = bytes_of(array, plan_);
        auto& memory = shared_.emplace_back((static_cast<std::size_t>(bytes) + sizeof(std::max_align_t) - 1) /
                                            sizeof(std::max_align_t));
        Object object;
        object.data = reinterpret_cast<std::byte*>(memory.data());
        object.bytes = bytes;
        object.element_bytes = array.element_bytes;
        object.name = array.name.c_str();
        object.is_shared = object.may_change = true;
        if (sites != nullptr) { // rounded up, because the last element of dynamic shared memory may be incomplete
            object.array = sites->add_shared(key, array.name, static_cast<int>(array.element_bytes),
                                             (bytes + array.element_bytes - 1) / array.element_bytes);
            object.shadow = &shadows_[static_cast<std::size_t>(key)];
        }
        ++key;
        around_.objects.push_back(object);
    }
}

void Block::begin(std::int64_t block, std::uint64_t seed) {
    const std::atomic<bool>* const stop = around_.limits.stop;
    if (stop != nullptr && stop->load(std::memory_order_relaxed))
        throw Error("cancelled", sentence("The task was canceled."));
    around_.block = block;
    meetings_ = 1;
    rounds_ = 0;
    if (global_ != nullptr) global_->clear();
    if (even_) even_->begin();
    if (flags_) flags_->begin(block);
    if (copies_) copies_->begin(warps_.size() * lanes_of_a_warp);
    runs_.clear();
    if (plan_.guesses != nullptr && global_ != nullptr)
        plain_reads_.assign(static_cast<std::size_t>(warps()) * lanes_of_a_warp, {});
    for (std::size_t s = 0; s < shared_.size(); ++s) { // NaN and -1 make reads before writes visible
        if (!shared_[s].empty()) std::memset(shared_[s].data(), 0xff, shared_[s].size() * sizeof(std::max_align_t));
        Object& object = around_.objects[plan_.objects.size() + s];
        object.grain = object.element_bytes;
        if (object.shadow != nullptr) object.shadow->clear((object.bytes + object.grain - 1) / object.grain);
    }
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
    choices_ = static_cast<std::uint64_t>(block);
    if (schedule_ == simulated::BlockSchedule::descending) std::reverse(order_.begin(), order_.end());
    if (seed != 0)
        order_ = simulated::random_order(static_cast<std::int64_t>(order_.size()),
                                         seed + static_cast<std::uint64_t>(block) * 0x9e3779b97f4a7c15u);
    for (int w = 0; w < warps(); ++w) {
        const auto number = static_cast<std::size_t>(w);
        Warp& warp = warps_[number];
        warp = Warp{};
        warp.frame = frames_.data() + number * plan_.frame.size();
        warp.slot = slots_.data() + number * static_cast<std::size_t>(plan_.code->mask_slots);
        warp.loop_turns = loop_turns_.data() + number * plan_.code->barrier_loops.size();
        warp.walks = walks_.data() + number * plan_.code->accesses.size();
        warp.number = w;
        if (!lane_orders_.empty()) {
            warp.order = &lane_orders_[number];
            warp.order->meet_all();
            warp.flags = flags_ ? &*flags_ : nullptr;
            warp.copies = copies_ ? &*copies_ : nullptr;
        }
        if (const std::size_t shadows = plan_.code->shadows; shadows > 0) {
            warp.shadow = reinterpret_cast<std::uint32_t*>(shadow_frames_.data() + number * shadows * register_bytes);
            warp.shadowed = shadowed_.data() + number * shadows;
            std::fill_n(warp.shadowed, shadows, 0);
            warp.shadows = plan_.code->shadows;
        }
        const int left = plan_.block_size() - w * lanes_of_a_warp;
        warp.launched = left >= lanes_of_a_warp ? ~0u : (1u << left) - 1u;
        warp.active = warp.slot[0] = warp.launched;
        states_[number] = State::running;
        fill_frame(w);
    }
}

void Block::fill_frame(int w) {
    const Warp& warp = warps_[static_cast<std::size_t>(w)];
    std::memcpy(warp.frame, plan_.frame.data(), plan_.frame.size());
    const std::int64_t x = plan_.block[0], y = plan_.block[1];
    constexpr int thread_x = static_cast<int>(Known::What::thread_x);
    for (const Known& known : plan_.code->known) {
        if (known.what == Known::What::constant || known.what > Known::What::block_z) continue;
        auto* const lanes = reinterpret_cast<std::int32_t*>(warp.frame + known.unit * register_bytes);
        if (known.what >= Known::What::block_x) {
            const std::int64_t block = around_.block, gx = plan_.grid[0], gy = plan_.grid[1];
            const std::int64_t number = known.what == Known::What::block_x   ? block % gx
                                        : known.what == Known::What::block_y ? block / gx % gy
                                                                             : block / gx / gy;
            std::fill_n(lanes, lanes_of_a_warp, static_cast<std::int32_t>(number));
            continue;
        }
        const std::int64_t first = std::int64_t{w} * lanes_of_a_warp;
        std::int64_t place[] = {first % x, first / x % y, first / x / y}; // thread index of the lane
        for (int l = 0; l < lanes_of_a_warp; ++l) {
            lanes[l] = static_cast<std::int32_t>(place[static_cast<int>(known.what) - thread_x]);
            if (++place[0] < x) continue;
            place[0] = 0;
            if (++place[1] < y) continue;
            place[1] = 0;
            ++place[2];
        }
    }
}

bool Block::run() {
    const bool is_whole = run_warps();
    end();
    return is_whole;
}

bool Block::end() {
    give_runs();
    if (plan_.printer != nullptr) plan_.printer->take(around_.block, around_.printed, around_.unprinted);
    return false;
}

bool Block::run_warps() {
    constexpr int few_rounds = 64;
    for (;;) {
        bool goes_on = false;
        if (++rounds_ > few_rounds) let_lanes_drift();
        for (std::size_t w = 0; w < warps_.size(); ++w) {
            if (states_[w] != State::running) continue;
            const Halt halt = machine_.run(warps_[w], nullptr);
            if (halt != Halt::waits) rounds_ = 0;
            switch (halt) {
            case Halt::barrier: states_[w] = State::waiting; break;
            case Halt::waits: goes_on = true; break; // the other warps run next
            case Halt::stuck: return false;
            default: states_[w] = State::done; break;
            }
        }
        if (goes_on) continue;
        if (std::find(states_.begin(), states_.end(), State::waiting) == states_.end()) return true;
        if (!meet()) return false;
    }
}

Block::Stepped Block::make_step(std::size_t w, simulated::StepSink& sink) {
    Warp& warp = warps_[w];
    const Halt halt = machine_.run(warp, &step_);
    if (halt == Halt::stuck) return Stepped::stuck;
    if (copies_) finish_copies();
    if (halt == Halt::done) {
        states_[w] = State::done;
        return Stepped::done;
    }
    lane_accesses_ += count_of(step_.active);
    sink.step(around_.block, warp.number, step_);
    if (halt == Halt::barrier) {
        states_[w] = State::waiting;
        return Stepped::barrier;
    }
    has_written_ = has_written_ || (machine_.last().access != simulated::Access::load &&
                                    (step_.active & ~machine_.last().unchanged) != 0);
    const auto space = around_.sites->sites()[static_cast<std::size_t>(step_.site)].space;
    if (space == simulated::Space::shared) { check_shared(warp); }
    if (space == simulated::Space::global && global_ != nullptr) check_global(warp);
    return Stepped::yes;
}

/// Decides at random whether to skip a warp that is ready to run.
bool Block::is_passed_over() {
    choices_ = choices_ * 6364136223846793005u + 1442695040888963407u;
    return (choices_ >> 40 & 1u) != 0;
}

bool Block::make_steps(simulated::StepSink& sink) {
    using simulated::BlockSchedule;
    bool goes_on = false, has_waiting = false;
    // Descending order runs each warp until it reaches a barrier or a step limit; other schedules interleave single
    // steps.
    const int at_once = schedule_ == BlockSchedule::descending ? 512 : 1;
    for (const std::int64_t number : order_) {
        const auto w = static_cast<std::size_t>(number);
        if (states_[w] != State::running) continue;
        if (schedule_ == BlockSchedule::random && is_passed_over()) {
            goes_on = true;
            continue;
        }
        Stepped stepped = Stepped::yes;
        for (int n = 0; n < at_once && stepped == Stepped::yes; ++n) stepped = make_step(w, sink);
        if (stepped == Stepped::stuck) return false;
        goes_on = goes_on || stepped == Stepped::yes;
    }
    if (goes_on && plan_.is_by_itself && stands_still()) {
        if (let_lanes_drift()) return true;
        report_standstill();
        return false;
    }
    if (goes_on) return true;
    for (const State state : states_) has_waiting = has_waiting || state == State::waiting;
    return has_waiting && meet();
}

namespace {

/// Returns a hash of the warp's state. Together with memory, the state determines what the warp does next.
std::uint64_t state_of(const Warp& warp, std::size_t frame_bytes) {
    std::uint64_t state = std::uint64_t{warp.pc} << 32 | warp.active;
    for (std::size_t byte = 0; byte < frame_bytes; byte += sizeof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, warp.frame + byte, sizeof word);
        state = (state ^ word) * 0x9e3779b97f4a7c15u;
        state ^= state >> 29;
    }
    return state;
}

} // namespace

/// Returns whether all running warps are in the same state as some rounds ago and none has written since, so that
/// they will never make progress. Call this once per round, for a block that runs alone.
bool Block::stands_still() {
    constexpr int from_look_to_look = 1024, longest_turn = 64; // rounds
    const int round = ++rounds_ % from_look_to_look;
    if (round >= longest_turn || (round != 0 && has_written_)) return false;
    std::uint64_t state = 0;
    for (std::size_t w = 0; w < warps_.size(); ++w)
        if (states_[w] == State::running) state = state * 31 + state_of(warps_[w], plan_.frame.size());
    if (round != 0) return state == known_state_;
    known_state_ = state;
    has_written_ = false;
    return false;
}

/// Called when all running warps only wait. Returns whether some of their lanes can continue without the others; lanes
/// that wait are then executed apart from now on.
bool Block::let_lanes_drift() {
    if (!plan_.traits.lanes_drift || plan_.endless->do_lanes_drift) return false;
    for (std::size_t w = 0; w < warps_.size(); ++w)
        if (states_[w] == State::running && (warps_[w].slot[0] & ~warps_[w].active) != 0)
            plan_.endless->do_lanes_drift = true;
    return plan_.endless->do_lanes_drift;
}

/// Reports an endless loop for the first running warp, at the end of the loop in which it waits.
void Block::report_standstill() {
    const auto& code = plan_.code->instructions;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] != State::running) continue;
        while (warps_[w].pc + 1 < code.size() && code[warps_[w].pc].op != Op::loop_back) ++warps_[w].pc;
        return machine_.report_endless(warps_[w]);
    }
}

namespace {

constexpr int half_warp = lanes_of_a_warp / 2;

/// Masks of the lanes that read each of `count` consecutive elements: lane l reads element l % count.
template <std::size_t count> struct NeighbourReaders {
    std::uint32_t lanes[count] = {};
    constexpr NeighbourReaders() {
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) lanes[l % count] |= 1u << l;
    }
};
constexpr NeighbourReaders<lanes_of_a_warp> by_one;
constexpr NeighbourReaders<half_warp> by_two;

/// Returns whether `count` lanes from `first` on read consecutive elements.
bool are_neighbours(const std::int64_t* element, int first, int count) {
    std::int64_t differ = 0;
    for (int l = 0; l < count; ++l) differ |= element[first + l] ^ (element[first] + l);
    return differ == 0;
}
bool are_same(const std::int64_t* element, int first) {
    std::int64_t differ = 0;
    for (int l = 0; l < half_warp; ++l) differ |= element[first + l] ^ element[first];
    return differ == 0;
}

} // namespace

/// Records the reads of the last step that cannot be errors. Lanes that read consecutive elements are recorded
/// together, as are adjacent lanes that read the same element, as in 16 x 16 tiles. Returns the remaining lanes.
std::uint32_t Block::read_unnoticed(const Warp& warp, simulated::SharedShadow& shadow,
                                    const std::int64_t* element) const {
    const simulated::SharedShadow::When when = this->when(warp);
    if (when.lanes != nullptr || flags_) return step_.active; // the last read of each lane is tracked
    const auto read = [&](std::int64_t first, const auto& lanes) {
        return shadow.read_unnoticed(first, warp.number, lanes, when);
    };
    std::uint32_t left = 0;
    const auto read_one = [&](std::int64_t here, std::uint32_t readers) {
        const std::uint32_t lanes[] = {readers};
        if (!read(here, lanes)) left |= readers;
    };
    if (step_.active == ~0u) {
        const std::int64_t *const other = element + half_warp, last = element[half_warp - 1];
        if (last == element[0] && are_same(element, 0) && are_same(element, half_warp)) {
            if (other[0] == element[0]) {
                read_one(element[0], ~0u);
            } else {
                read_one(element[0], 0xffffu);
                read_one(other[0], 0xffff0000u);
            }
            return left;
        }
        if (last == element[0] + half_warp - 1 && are_neighbours(element, 0, half_warp)) {
            if (other[0] == element[0] && are_neighbours(element, half_warp, half_warp) &&
                read(element[0], by_two.lanes))
                return 0;
            if (are_neighbours(element, 0, lanes_of_a_warp) && read(element[0], by_one.lanes)) return 0;
        }
    }
    for (std::uint32_t rest = step_.active; rest != 0;) {
        int lane = std::countr_zero(rest);
        const std::int64_t here = element[lane];
        std::uint32_t readers = 0;
        do readers |= 1u << lane++;
        while (lane < lanes_of_a_warp && (rest >> lane & 1u) != 0 && element[lane] == here);
        read_one(here, readers);
        rest &= ~readers;
    }
    return left;
}

/// Checks an access to shared memory. A float4 covers four elements, but only the first finding is reported. If an
/// access covers only part of an element, such as an int in an array of double or one member of a struct, other
/// threads may access the rest; the parts are then tracked separately.
void Block::check_shared(const Warp& warp) {
    Object& object = around_.objects[machine_.last().object];
    if (object.shadow == nullptr) return;
    note_race_end(warp);
    if (const std::int64_t grain = std::gcd(object.grain, std::int64_t{last_access().bytes}); grain != object.grain) {
        object.shadow->split(object.grain / grain);
        for (simulated::LaneOrder& order : lane_orders_) order.forget_reads();
        object.grain = grain;
    }
    if (copies_) check_copies(warp, object);
    const std::int64_t count = touched_at_once(object.grain);
    bool is_fine = true;
    for (std::int64_t nth = 0; nth < count; ++nth)
        is_fine = is_shared_fine(warp, object, touched(object.grain, nth), is_fine) && is_fine;
    if (flags_) note_flags(warp, step_.index.data());
}

bool Block::is_shared_fine(const Warp& warp, const Object& object, const std::int64_t* element, bool tells) {
    using simulated::Finding;
    const Machine::LastAccess& last = machine_.last();
    std::uint32_t unwritten = 0, race = 0, apart = 0, same = 0;
    RaceEnds::End other{-1, RaceEnds::Use::write}, neighbour = other;
    const simulated::SharedShadow::When when = this->when(warp);
    std::uint32_t left = step_.active;
    const bool is_flag = is_flag_access(), loads = last.access == simulated::Access::load;
    if (loads && !is_flag) left = read_unnoticed(warp, *object.shadow, element);
    for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        const int thread = warp.number * lanes_of_a_warp + static_cast<int>(lane);
        const bool is_atomic = is_flag || last.access == simulated::Access::atomic;
        if (!loads && !is_atomic && object.shadow->write_unnoticed(element[lane], thread, when)) continue;
        const auto verdict = !loads    ? object.shadow->write(element[lane], thread, when, is_atomic)
                             : is_flag ? object.shadow->look(element[lane], thread, when)
                                       : object.shadow->read(element[lane], thread, when);
        if (verdict.is_unwritten && last.access != simulated::Access::store) unwritten |= 1u << lane;
        if (!verdict.is_race || (loads && is_flag && verdict.other_atomic)) continue;
        if (flags_ && !is_flag && is_ordered(warp, thread, element[lane], verdict)) continue;
        if (writes_same(warp, lane, element, verdict)) {
            same |= 1u << lane;
            continue;
        }
        const auto other_lane = static_cast<std::size_t>(verdict.other % lanes_of_a_warp);
        const bool is_same_step = last.access != simulated::Access::load && (step_.active >> other_lane & 1u) != 0 &&
                                  element[other_lane] == element[lane];
        if (verdict.other / lanes_of_a_warp == warp.number && !is_same_step) {
            apart |= 1u << lane;
            if (neighbour.thread < 0) neighbour = end_of(verdict);
        } else {
            race |= 1u << lane;
            if (other.thread < 0) other = end_of(verdict);
        }
    }
    if (flags_ && !is_flag) note_reads(warp, element);
    if (same != 0) note_same_value(warp, same, object, element);
    if ((unwritten | race | apart) == 0) return true; // the common case
    if (!tells) return false;
    const auto element_of = [&](std::uint32_t lanes) {
        return element[std::countr_zero(lanes)] * object.grain / object.element_bytes;
    };
    if (unwritten != 0)
        machine_.report(Finding::Kind::unwritten_shared, warp, unwritten, machine_.where(last.pc).place, [&] {
            return sentence(
                "Read of uninitialized shared memory: element {element} of {array}{count: has| and others "
                "have} not been written by any thread.",
                {{"element", element_of(unwritten)}, {"array", object.name}, {"count", std::popcount(unwritten)}});
        });
    race = without_end(race, warp, other);
    apart = without_end(apart, warp, neighbour);
    if (race != 0)
        machine_.report(Finding::Kind::shared_race, warp, race, machine_.where(last.pc).place, [&] {
            return ends_->race(last.pc, last.object, other, interval())
                .message(RaceEnds::Order::barrier, object.name, element_of(race), std::popcount(race));
        });
    if (apart != 0 && around_.traits.lanes_drift)
        machine_.report(Finding::Kind::missing_syncwarp, warp, apart, machine_.where(last.pc).place, [&] {
            return ends_->race(last.pc, last.object, neighbour, interval())
                .message(RaceEnds::Order::syncwarp, object.name, element_of(apart), std::popcount(apart));
        });
    return false;
}

void Block::note_race_end(const Warp& warp) {
    const Machine::LastAccess& last = machine_.last();
    ends_->note(last.pc, last.object, warp.number, step_.active, interval());
}

std::int64_t Block::touched_at_once(std::int64_t each) const {
    const int bytes = last_access().bytes;
    return bytes <= each ? 1 : bytes / each;
}

const std::int64_t* Block::touched(std::int64_t each, std::int64_t nth) {
    const int bytes = last_access().bytes;
    if (bytes == each) return step_.index.data();
    for (std::size_t l = 0; l < scaled_.size(); ++l) scaled_[l] = step_.index[l] * bytes / each + nth;
    return scaled_.data();
}

} // namespace warploom::simt
