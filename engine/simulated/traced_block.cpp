#include "engine/simulated/traced_block.h"

#include "engine/error.h"
#include "engine/simulated/block_runner.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>

namespace warploom::simulated {

std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    for (auto i = static_cast<std::size_t>(n); i > 1; --i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        std::swap(order[i - 1], order[(seed >> 33) % i]);
    }
    return order;
}

namespace {
/// Lanes are kept and lent: they are large, and the thread sanitizer remembers every fiber that ever was.
class LaneStore {
public:
    static LaneStore& instance() {
        static auto& store = *new LaneStore; // never destroyed: a worker may give its lanes back while the program ends
        return store;
    }
    std::unique_ptr<Lane[]> take(int warps) {
        const std::lock_guard lock(mutex_);
        auto& idle = idle_[warps];
        if (idle.empty()) return std::make_unique<Lane[]>(static_cast<std::size_t>(warps) * warp_size);
        auto lanes = std::move(idle.back());
        idle.pop_back();
        return lanes;
    }
    void give_back(int warps, std::unique_ptr<Lane[]> lanes) {
        const std::lock_guard lock(mutex_);
        idle_[warps].push_back(std::move(lanes));
    }

private:
    std::mutex mutex_;
    std::map<int, std::vector<std::unique_ptr<Lane[]>>> idle_; // by warps
};
} // namespace

TracedBlock::TracedBlock(SiteTable& table, SourceTree& tree, Findings& findings, int block_size)
    : table_(table), tree_(tree), findings_(findings), stacks_(block_size, fiber_stack_bytes),
      lane_(LaneStore::instance().take((block_size + warp_size - 1) / warp_size)),
      warp_(static_cast<std::size_t>((block_size + warp_size - 1) / warp_size)), warp_meetings_(warp_.size()),
      is_done_(warp_.size()) {
    for (int i = 0; i < block_size; ++i) {
        lane_[i].block = this;
        lane_[i].thread = i;
    }
}

TracedBlock::~TracedBlock() { LaneStore::instance().give_back(warps(), std::move(lane_)); }

void TracedBlock::enter(void* state) {
    Lane& lane = *static_cast<Lane*>(state);
    const TracedLaunch& launch = lane.block->launch_;
    try {
        launch.body(launch.argument, lane.block->block_, lane.thread);
    } catch (...) {
        // An exception must not leave its stack; the owner throws it again.
        lane.error = std::current_exception();
    }
    lane.is_done = true;
}

void TracedBlock::begin(const TracedLaunch& launch, std::int64_t block) {
    launch_ = launch;
    block_ = block;
    block_meetings_ = 1;
    for (auto& array : shared_) array.is_live = false;
    for (int i = 0; i < launch.block_size; ++i) {
        Lane& lane = lane_[i];
        lane.read = lane.next = lane.log.data();
        lane.end = lane.log.data() + lane.log.size();
        lane.flops = lane.turns = 0;
        lane.is_done = false;
        lane.error = nullptr;
        lane.fiber.start(stacks_.bottom(i), stacks_.bytes(), enter, &lane);
    }
    const std::uint64_t seed = launch.seed + static_cast<std::uint64_t>(block) * 0x9e3779b97f4a7c15u;
    warp_order_.resize(warp_.size());
    std::iota(warp_order_.begin(), warp_order_.end(), std::int64_t{0});
    if (launch.seed != 0) {
        warp_order_ = random_order(warps(), seed);
        const auto lanes = random_order(warp_size, seed + 1);
        lane_order_.assign(lanes.begin(), lanes.end());
    }
    for (int w = 0; w < warps(); ++w) {
        const auto slot = static_cast<std::size_t>(w);
        warp_[slot].begin(&lane_[slot * warp_size], std::min(warp_size, launch.block_size - w * warp_size), tree_,
                          launch.seed != 0 ? lane_order_.data() : nullptr);
        warp_meetings_[slot] = 1;
        is_done_[slot] = false;
    }
}

bool TracedBlock::advance(StepSink& sink) {
    bool goes_on = false, has_met = false;
    for (const std::int64_t number : warp_order_) {
        const int w = static_cast<int>(number);
        const auto slot = static_cast<std::size_t>(w);
        if (is_done_[slot] || warp_[slot].is_at_barrier()) continue;
        if (!advance_warp(w, sink)) return false;
        goes_on = goes_on || !(is_done_[slot] || warp_[slot].is_at_barrier());
    }
    if (goes_on) return true;
    for (int w = 0; w < warps(); ++w) has_met = has_met || warp_[w].is_at_barrier();
    if (!has_met) return false;
    if (std::find(is_done_.begin(), is_done_.end(), true) != is_done_.end()) {
        report_missed_barrier();
        return false;
    }
    for (auto& warp : warp_) warp.release();
    ++block_meetings_;
    return true;
}

/// False: the block cannot go on.
bool TracedBlock::advance_warp(int w, StepSink& sink) {
    const auto slot = static_cast<std::size_t>(w);
    switch (warp_[slot].advance(step_)) {
    case WarpMerge::State::stepped: {
        const Site& site = table_.sites()[step_.site];
        pass_on(w, sink);
        if (site.space == Space::shared) check_shared(w, site);
        return true;
    }
    case WarpMerge::State::met:
        ++warp_meetings_[slot];
        pass_on(w, sink);
        return true;
    case WarpMerge::State::at_barrier: pass_on(w, sink); return true;
    case WarpMerge::State::missed: report_miss(w); return true;
    case WarpMerge::State::divergent: report_divergence(w); return false;
    case WarpMerge::State::done: is_done_[slot] = true; return true;
    }
    return true;
}

void TracedBlock::pass_on(int w, StepSink& sink) {
    lane_accesses_ += std::popcount(step_.active);
    sink.step(block_, w, step_);
}

void TracedBlock::require_meeting(int line) const {
    if (!launch_.meets) report_undeclared_meeting(line);
}

TracedBlock::SharedPart TracedBlock::shared(int key, const char* name, std::int64_t size, std::size_t element_bytes,
                                            int line) {
    require_meeting(line);
    auto at = std::find_if(shared_.begin(), shared_.end(),
                           [&](const SharedArray& a) { return a.key == key && a.name == name; });
    if (at == shared_.end()) {
        at = shared_.insert(shared_.end(), SharedArray{});
        at->key = key;
        at->name = name;
    }
    if (!at->is_live) {
        const std::size_t bytes = static_cast<std::size_t>(size) * element_bytes;
        at->bytes.resize((bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
        std::memset(at->bytes.data(), 0xff, at->bytes.size() * sizeof(std::max_align_t));
        at->array = table_.add_shared(key, name, static_cast<int>(element_bytes), size);
        at->shadow = SharedShadow(size);
        at->is_live = true;
    }
    return {at->bytes.data(), at->array};
}

void TracedBlock::check_shared(int w, const Site& site) {
    const auto at = std::find_if(shared_.begin(), shared_.end(),
                                 [&](const SharedArray& a) { return a.is_live && a.array == site.array; });
    if (at == shared_.end()) return;
    const SharedShadow::When when{block_meetings_, warp_meetings_[w]};
    std::uint32_t unwritten = 0, race = 0;
    int other = -1;
    for (std::uint32_t rest = step_.active; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const std::int64_t index = step_.index[lane];
        const auto verdict = site.access == Access::load
                                 ? at->shadow.read(index, w * warp_size + lane, when)
                                 : at->shadow.write(index, w * warp_size + lane, when, site.access == Access::atomic);
        if (verdict.is_unwritten) unwritten |= 1u << lane;
        if (!verdict.is_race) continue;
        race |= 1u << lane;
        if (other < 0) other = verdict.other;
    }
    const auto element = [&](std::uint32_t lanes) {
        return "element " + std::to_string(step_.index[static_cast<std::size_t>(std::countr_zero(lanes))]) + " of " +
               at->name;
    };
    if (unwritten != 0) {
        Finding finding = finding_at(Finding::Kind::unwritten_shared, w, unwritten);
        finding.sentence += std::string(std::popcount(unwritten) == 1 ? " reads " : " read ") + element(unwritten) +
                            (std::popcount(unwritten) == 1 ? "" : " and others") + ", which nobody has written yet.";
        findings_.add(std::move(finding));
    }
    if (race != 0) {
        Finding finding = finding_at(Finding::Kind::shared_race, w, race);
        finding.sentence += std::string(std::popcount(race) == 1 ? " touches " : " touch ") + element(race) +
                            (std::popcount(race) == 1 ? "" : " and others") + ", and so does lane " +
                            std::to_string(other % warp_size) + " of warp " + std::to_string(other / warp_size) +
                            ", without a barrier between; one of them writes.";
        findings_.add(std::move(finding));
    }
}

/// A finding that begins to tell where: the rest of the sentence is the caller's.
Finding TracedBlock::finding_at(Finding::Kind kind, int w, std::uint32_t lanes) const {
    const WarpMerge& warp = warp_[w];
    const int first = std::countr_zero(lanes);
    Finding finding;
    finding.kind = kind;
    finding.file = project_path(warp.file(first));
    finding.line = LaneEvent::line(warp.place(first));
    finding.block = block_;
    finding.lanes = lanes;
    finding.warp = w;
    finding.sentence = "In kernel " + std::string(launch_.kernel) + ", line " + std::to_string(finding.line) +
                       ", block " + std::to_string(block_) + ", " + lanes_text(lanes) + " of warp " + std::to_string(w);
    return finding;
}

void TracedBlock::report_miss(int w) {
    const WarpMerge& warp = warp_[w];
    const auto first = static_cast<std::size_t>(std::countr_zero(step_.active));
    const std::uint32_t place = warp.place(static_cast<int>(first));
    const TracedArray& array = table_.arrays()[static_cast<std::size_t>(LaneEvent::array(place))];
    Finding finding = finding_at(Finding::Kind::out_of_bounds, w, step_.active);
    const bool is_one = std::popcount(step_.active) == 1;
    finding.sentence += std::string(LaneEvent::entry(place) == Entry::load_outside ? (is_one ? " reads" : " read")
                                                                                   : (is_one ? " writes" : " write")) +
                        " element " + std::to_string(step_.index[first]) + " of " + array.name + ", which has " +
                        std::to_string(array.size) + (array.size == 1 ? " element." : " elements.");
    findings_.add(std::move(finding));
}

/// Where a lane is, said of one or of several.
std::string TracedBlock::meeting_text(int w, int lane, bool is_one) const {
    const WarpMerge& warp = warp_[w];
    if ((warp.alive() >> lane & 1u) == 0) return is_one ? "has already returned" : "have already returned";
    const std::uint32_t place = warp.place(lane);
    const char* what = "barrier";
    if (LaneEvent::entry(place) == Entry::shuffle) what = "shuffle";
    if (LaneEvent::entry(place) == Entry::ballot) what = "ballot";
    if (LaneEvent::entry(place) == Entry::warp_barrier) what = "warp barrier";
    return (is_one ? "waits at the " : "wait at the ") + std::string(what) + " of line " +
           std::to_string(LaneEvent::line(place));
}

/// The lanes of a warp that are left do not stand at one meeting.
void TracedBlock::report_divergence(int w) {
    const WarpMerge& warp = warp_[w];
    std::vector<std::pair<std::string, std::uint32_t>> groups;
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((warp.lanes() >> lane & 1u) == 0) continue;
        const std::string text = meeting_text(w, lane, false);
        auto at = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == text; });
        if (at == groups.end()) at = groups.insert(groups.end(), {text, 0});
        at->second |= 1u << lane;
    }
    const std::uint32_t first_waiting = warp.alive() & -warp.alive();
    const auto blamed =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return (g.second & first_waiting) != 0; });
    Finding finding = finding_at(Finding::Kind::divergent_meeting, w, blamed->second);
    const auto where = [&](std::uint32_t lanes) {
        return " " + meeting_text(w, std::countr_zero(lanes), std::popcount(lanes) == 1);
    };
    finding.sentence += where(blamed->second);
    for (const auto& group : groups)
        if (group.second != blamed->second) finding.sentence += ", " + lanes_text(group.second) + where(group.second);
    finding.sentence += ".";
    findings_.add(std::move(finding));
}

/// Some warps have ended, the others wait at a barrier for them.
void TracedBlock::report_missed_barrier() {
    int waiting = -1, returned = 0;
    for (int w = 0; w < warps(); ++w) {
        if (is_done_[w]) ++returned;
        else if (waiting < 0) waiting = w;
    }
    Finding finding = finding_at(Finding::Kind::divergent_meeting, waiting, warp_[waiting].alive());
    const int others = warps() - returned - 1;
    if (others > 0)
        finding.sentence += " and " + std::to_string(others) + (others == 1 ? " other warp" : " other warps");
    finding.sentence += " wait at the barrier, but " + std::to_string(returned) +
                        (returned == 1 ? " warp has" : " warps have") + " already returned.";
    findings_.add(std::move(finding));
}

} // namespace warploom::simulated
