#include "engine/simt/machine/block.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/findings/even_steps.h"
#include "engine/simt/machine/global_checks.h"
#include "engine/simt/machine/instruction_observer.h"
#include "engine/simt/machine/race_check.h"
#include "engine/simt/trace/findings.h"
#include "engine/simt/trace/site_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace warploom::simt {

std::int64_t bytes_of(const SharedArray& array, const LaunchPlan& plan) {
    if (array.is_dynamic) return plan.shared_bytes;
    return array.count * array.element_bytes;
}

Block::Block(const LaunchPlan& plan, SiteTable* sites, Findings& findings)
    : plan_(plan), around_([&] {
          ExecutionContext s;
          s.code = plan.code;
          s.file = plan.file;
          s.objects = plan.objects;
          s.limits = plan.limits;
          s.traits = plan.traits;
          s.instructions = plan.policy.instructions;
          s.compares_values = plan.same_values != nullptr;
          s.findings = plan.policy.is_repeated ? &repeated_ : &findings;
          s.looks_once = plan.policy.is_repeated;
          s.endless = plan.endless.get();
          s.loops = plan.loops;
          s.sites = sites;
          if (sites != nullptr) s.known_sites.resize(plan.code->instructions.size());
          return s;
      }()),
      fault_checks_(around_, plan.policy.checks), machine_(around_) {
    const auto warps = static_cast<std::size_t>(plan.warps());
    warps_.resize(warps);
    states_.resize(warps);
    slots_.resize(warps * static_cast<std::size_t>(plan.code->mask_slots));
    loop_turns_.resize(warps * plan.code->barrier_loops.size());
    walks_.resize(warps * plan.code->accesses.size());
    order_.resize(warps);
    frames_.allocate(warps * plan.frame.size());
    shadow_frames_.allocate(warps * plan.code->shadows * register_bytes);
    shadowed_.resize(warps * plan.code->shadows);
    add_shared(sites);
    const LaunchPolicy& policy = plan.policy;
    if (sites == nullptr || policy.is_repeated) return;
    if (policy.checks.races || policy.checks.initialization)
        observers_.push_back(std::make_unique<RaceCheck>(plan, around_, machine_));
    if (policy.checks.initialization) observers_.push_back(std::make_unique<InitCheck>(around_, policy.runs_alone));
    if (plan.read_only != nullptr) observers_.push_back(std::make_unique<ReadOnlyCheck>(around_, *plan.read_only));
}

void Block::set_schedule(BlockSchedule schedule) {
    constexpr std::int64_t few_turns = 256;
    schedule_ = schedule;
    // If the schedule is not ascending, separate the waiting lanes of a spin loop after fewer iterations. This does not
    // affect the counts.
    if (schedule != BlockSchedule::ascending) around_.patience = few_turns;
}

void Block::add_shared(SiteTable* sites) {
    int key = 0;
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
        if (sites != nullptr) { // round up, because dynamic shared memory may end with an incomplete element
            object.array = sites->add_shared(key, array.name, static_cast<int>(array.element_bytes),
                                             (bytes + array.element_bytes - 1) / array.element_bytes);
        }
        ++key;
        around_.objects.push_back(object);
    }
}

void Block::begin(std::int64_t block, std::uint64_t seed) {
    if (around_.limits.stop != nullptr) around_.limits.stop->check();
    around_.block = block;
    rounds_ = 0;
    // Fill shared memory with NaN and -1, so that uninitialized reads have noticeable results.
    for (std::size_t s = 0; s < shared_.size(); ++s) {
        if (!shared_[s].empty()) std::memset(shared_[s].data(), 0xff, shared_[s].size() * sizeof(std::max_align_t));
        Object& object = around_.objects[plan_.objects.size() + s];
        object.grain = object.element_bytes;
    }
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
    choices_ = static_cast<std::uint64_t>(block);
    if (schedule_ == BlockSchedule::descending) std::reverse(order_.begin(), order_.end());
    if (seed != 0)
        order_ = random_order(static_cast<std::int64_t>(order_.size()),
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
    for (const auto& observer : observers_) observer->begin_block(warps_);
    if (is_watched()) around_.instructions->begin_block(plan_, block, warps_, around_.objects);
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
        std::int64_t place[] = {first % x, first / x % y, first / x / y}; // threadIdx of the current lane
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
    for (const auto& observer : observers_) observer->end_block();
    if (is_watched()) around_.instructions->end_block();
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
            case Halt::waits: goes_on = true; break; // this warp waits in a spin loop, so run the other warps
            case Halt::stuck: return false;
            default: states_[w] = State::done; break;
            }
        }
        if (goes_on) continue;
        if (std::find(states_.begin(), states_.end(), State::waiting) == states_.end()) return true;
        if (!meet()) return false;
    }
}

Block::Stepped Block::make_step(std::size_t w, StepSink& sink) {
    Warp& warp = warps_[w];
    const Halt halt = machine_.run(warp, &step_);
    if (halt == Halt::stuck) return Stepped::stuck;
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
    has_written_ =
        has_written_ || (machine_.last().access != Access::load && (step_.active & ~machine_.last().unchanged) != 0);
    const Space space = around_.sites->sites()[static_cast<std::size_t>(step_.site)].space;
    if (space == Space::none || observers_.empty()) return Stepped::yes;
    if (Object& object = around_.objects[machine_.last().object]; object.may_change) report_access(warp, object);
    return Stepped::yes;
}

void Block::report_access(const Warp& warp, Object& object) {
    const LastAccess& last = machine_.last();
    const MemoryAccess& operands = plan_.code->accesses[plan_.code->instructions[last.pc].a];
    const AccessEvent event{warp,  last,   operands,
                            step_, object, !object.is_shared && lie_evenly(step_.index.data(), step_.active, 0)};
    for (const auto& observer : observers_) observer->access(event);
}

/// Decides at random whether a ready warp is skipped in this step of the random schedule.
bool Block::is_passed_over() {
    choices_ = choices_ * 6364136223846793005u + 1442695040888963407u;
    return (choices_ >> 40 & 1u) != 0;
}

bool Block::make_steps(StepSink& sink) {
    bool goes_on = false, has_waiting = false;
    // In a descending schedule, each warp runs until it reaches a barrier or a step limit, which is lower in kernels
    // with waiting threads. In other schedules, each warp executes one step at a time.
    const int most = plan_.policy.has_waits() ? 128 : 512;
    const int at_once = schedule_ == BlockSchedule::descending ? most : 1;
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
    if (goes_on && plan_.policy.may_stand_still && stands_still()) {
        if (let_lanes_drift()) return true;
        report_standstill();
        return false;
    }
    if (goes_on) return true;
    for (const State state : states_) has_waiting = has_waiting || state == State::waiting;
    return has_waiting && meet();
}

namespace {

/// Returns a hash of the registers, program counter and active mask of a warp. Together with the contents of memory,
/// these determine the next instructions of the warp.
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

/// Returns whether the block is in a deadlock. This is the case if all running warps have the same registers and
/// program counters as several scheduling rounds ago, and no warp has written to memory since then. Call it once per
/// round, while no other block is running.
bool Block::stands_still() {
    // Number of scheduling rounds between checks, and length in rounds of the longest cycle that can be detected.
    constexpr int from_look_to_look = 1024, longest_turn = 64;
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

/// Enables independent thread scheduling in a block with only waiting warps, if some of their lanes can continue. From
/// then on, waiting lanes are executed separately. Returns false if no lane can continue.
bool Block::let_lanes_drift() {
    if (!plan_.traits.lanes_drift || plan_.endless->do_lanes_drift) return false;
    for (std::size_t w = 0; w < warps_.size(); ++w)
        if (states_[w] == State::running && (warps_[w].slot[0] & ~warps_[w].active) != 0)
            plan_.endless->do_lanes_drift = true;
    return plan_.endless->do_lanes_drift;
}

/// Reports an infinite loop in the first running warp. The location of the error is the end of the loop in which the
/// warp waits.
void Block::report_standstill() {
    const auto& code = plan_.code->instructions;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] != State::running) continue;
        while (warps_[w].pc + 1 < code.size() && code[warps_[w].pc].op != Op::loop_back) ++warps_[w].pc;
        return machine_.reports().report_endless(warps_[w]);
    }
}

} // namespace warploom::simt
