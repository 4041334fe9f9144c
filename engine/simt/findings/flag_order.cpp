#include "engine/simt/findings/flag_order.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warploom::simt {

namespace {
// Maximum number of blocks that are tracked separately.
constexpr std::int64_t most_exact = 4096;
constexpr std::size_t most_sets = std::size_t{1} << 20; // maximum number of access sets; they occupy about 200 MB
// Maximum total number of entries in published sets of accesses. They occupy 256 MB.
constexpr std::int64_t most_kept = std::int64_t{1} << 26;
} // namespace

FlagOrder::FlagOrder(std::int64_t blocks) : is_exact_(blocks <= most_exact) {}

/// Adds a set of accesses and returns its number. If accesses are not tracked exactly or there are too many sets,
/// returns `everything` (all accesses of the block).
FlagOrder::Accesses FlagOrder::add(Set set) {
    if (!is_exact_ || sets_.size() >= most_sets) return everything;
    sets_.push_back(std::move(set));
    return static_cast<Accesses>(sets_.size() - 1);
}

FlagOrder::Accesses FlagOrder::accesses(const std::shared_ptr<const std::vector<std::uint32_t>>& by_barrier, int warp,
                                        const Epochs& lanes) {
    return add({by_barrier, warp, lanes, {}});
}

void FlagOrder::include(Set& all, const Set& other) {
    // The epochs of all warps only increase, so the states after the barriers of a block are in a total order.
    if (all.by_barrier == nullptr || (other.by_barrier != nullptr && *all.by_barrier < *other.by_barrier))
        all.by_barrier = other.by_barrier;
    if (other.warp >= 0) include(all, other.warp, other.lanes);
    for (const auto& [warp, lanes] : other.others) include(all, warp, lanes);
}

void FlagOrder::include(Set& all, int warp, const Epochs& lanes) {
    if (all.warp < 0) {
        all.warp = warp;
        all.lanes = lanes;
        return;
    }
    const auto of_warp = [&](const auto& entry) { return entry.first == warp; };
    const auto known = std::find_if(all.others.begin(), all.others.end(), of_warp);
    if (warp != all.warp && known == all.others.end()) {
        all.others.emplace_back(warp, lanes);
        return;
    }
    Epochs& to = warp == all.warp ? all.lanes : known->second;
    for (std::size_t l = 0; l < to.size(); ++l) to[l] = std::max(to[l], lanes[l]);
}

FlagOrder::Accesses FlagOrder::union_of(const std::vector<Accesses>& sets) {
    std::vector<Accesses> distinct;
    for (const Accesses set : sets) {
        if (set == everything) return everything;
        if (set != 0 && (distinct.empty() || distinct.back() != set)) distinct.push_back(set);
    }
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    if (distinct.empty()) return 0;
    if (distinct.size() == 1) return distinct[0];
    if (distinct.size() == 2) return pair_of(distinct[0], distinct[1]);
    Set all;
    for (const Accesses set : distinct) include(all, sets_[set]);
    return add(std::move(all));
}

FlagOrder::Accesses FlagOrder::pair_of(Accesses a, Accesses b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    if (a == everything || b == everything) return everything;
    const auto [known, is_new] = unions_.try_emplace(std::minmax(a, b), 0);
    if (!is_new) return known->second;
    Set all = sets_[a];
    include(all, sets_[b]);
    return known->second = all == sets_[a] ? a : all == sets_[b] ? b : add(std::move(all));
}

FlagOrder::Known FlagOrder::union_of(const Known& a, const Known& b) {
    if (a == b || b == nullptr) return a;
    if (a == nullptr) return b;
    if (last_union_[0] == a && last_union_[1] == b) return last_union_[2];
    std::vector<Accesses> all = *a;
    all.resize(std::max(all.size(), b->size()));
    for (std::size_t place = 0; place < b->size(); ++place) all[place] = pair_of(all[place], (*b)[place]);
    last_union_ = {a, b, all == *a ? a : all == *b ? b : std::make_shared<const std::vector<Accesses>>(std::move(all))};
    return last_union_[2];
}

FlagOrder::Known FlagOrder::union_of(const std::vector<Known>& sets) {
    Known all;
    for (const Known& set : sets) all = union_of(all, set);
    return all;
}

FlagOrder::Known FlagOrder::all_of(const Published& published) {
    if (published.own == 0) return published.behind;
    Published& asked = last_published_;
    if (last_all_ != nullptr && asked.behind == published.behind && asked.block == published.block &&
        asked.own == published.own)
        return last_all_;
    const std::size_t place = place_of(published.block);
    std::vector<Accesses> all = published.behind == nullptr ? std::vector<Accesses>() : *published.behind;
    all.resize(std::max(all.size(), place + 1));
    all[place] = pair_of(all[place], published.own);
    asked = published;
    last_all_ = published.behind != nullptr && all == *published.behind
                    ? published.behind
                    : std::make_shared<const std::vector<Accesses>>(std::move(all));
    return last_all_;
}

void FlagOrder::publish(Flags& to, std::uint64_t flag, const Published& by, bool is_atomic) {
    Published& now = to[flag];
    const Known before = now.behind;
    if (!is_atomic) {
        now = by;
    } else if (now.own == 0 || now.block == by.block) {
        now = {union_of(now.behind, by.behind), by.block, pair_of(now.own, by.own)};
    } else if (by.own != 0 || by.behind != nullptr) {
        now = {union_of(all_of(now), by.behind), by.block, by.own};
    }
    if (now.behind == nullptr || now.behind == before) return;
    kept_ += static_cast<std::int64_t>(now.behind->size());
    if (kept_ > most_kept) is_exact_ = false;
}

bool FlagOrder::contains(const Known& known, std::int64_t block, int thread, std::uint32_t epoch) const {
    if (known == nullptr || !is_exact_) return known != nullptr;
    const std::size_t place = place_of(block);
    const Accesses accesses = place < known->size() ? (*known)[place] : 0;
    if (accesses <= everything) return accesses == everything;
    const auto warp = static_cast<std::size_t>(thread / warp_size), lane = static_cast<std::size_t>(thread % warp_size);
    const Set& set = sets_[accesses];
    if (set.by_barrier != nullptr && epoch < (*set.by_barrier)[warp]) return true;
    if (set.warp == static_cast<int>(warp)) return epoch < set.lanes[lane];
    for (const auto& [of, lanes] : set.others)
        if (of == static_cast<int>(warp)) return epoch < lanes[lane];
    return false;
}

void BlockFlags::begin(std::int64_t block) {
    block_ = block;
    std::fill(threads_.begin(), threads_.end(), Thread{});
    barrier_.reset();
    flags_.clear();
    looked_at_.clear();
    observed_.clear();
    reads_.clear();
}

void BlockFlags::fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const LaneOrder& order, FenceScope scope) {
    FlagOrder::Epochs in_lockstep;
    in_lockstep.fill(epoch);
    const FlagOrder::Accesses of_all = is_lockstep_ ? order_.accesses(barrier_, warp, in_lockstep) : 0;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        Thread& thread = thread_of(warp, lane);
        FlagOrder::Epochs mine = order.before(lane);
        mine[static_cast<std::size_t>(lane)] = epoch;
        const FlagOrder::Accesses own = is_lockstep_ ? of_all : order_.accesses(barrier_, warp, mine);
        const auto fence_for = [&](FenceScope each) {
            const auto s = static_cast<std::size_t>(each);
            thread.fenced[s] = own;
            thread.behind = order_.union_of(thread.behind, thread.seen[s]);
            thread.seen[s].reset();
        };
        fence_for(FenceScope::block);
        if (scope == FenceScope::device) fence_for(FenceScope::device);
    }
    if (is_lockstep_) meet(warp, ~0u);
}

/// Like a barrier, gives each of these threads all accesses that any of them has acquired.
void BlockFlags::join(std::span<Thread* const> threads) {
    const auto is_like_first = [&](const Thread* thread) { return *thread == *threads[0]; };
    // In most cases, all threads have acquired the same accesses.
    if (std::all_of(threads.begin(), threads.end(), is_like_first)) return;
    Thread all;
    const auto collect = [&](const auto& member) {
        std::vector<std::remove_cvref_t<decltype(member(all))>> sets;
        for (Thread* thread : threads)
            if (sets.empty() || sets.back() != member(*thread)) sets.push_back(member(*thread));
        member(all) = order_.union_of(sets);
    };
    for (std::size_t s = 0; s < all.seen.size(); ++s) {
        collect([s](Thread & of) -> auto& { return of.fenced[s]; });
        collect([s](Thread & of) -> auto& { return of.seen[s]; });
    }
    collect([](Thread & of) -> auto& { return of.behind; });
    for (Thread* thread : threads) *thread = all;
}

void BlockFlags::meet(int warp, std::uint32_t lanes) {
    std::array<Thread*, warp_size> threads;
    std::size_t count = 0;
    for (; lanes != 0; lanes &= lanes - 1) threads[count++] = &thread_of(warp, std::countr_zero(lanes));
    join(std::span(threads).first(count));
}

void BlockFlags::meet_all(std::vector<std::uint32_t> epochs) {
    std::vector<Thread*> threads;
    for (Thread& thread : threads_) threads.push_back(&thread);
    join(threads);
    barrier_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(epochs));
    reads_.clear();
}

void BlockFlags::set(int thread, std::uint64_t flag, bool is_atomic, bool is_shared) {
    const Thread& by = threads_[static_cast<std::size_t>(thread)];
    const auto published = [&](FenceScope scope) {
        return FlagOrder::Published{by.behind, block_, by.fenced[static_cast<std::size_t>(scope)]};
    };
    order_.publish(flags_, flag, published(FenceScope::block), is_atomic);
    if (!is_shared) order_.publish(order_.flags, flag, published(FenceScope::device), is_atomic);
}

void BlockFlags::look(int warp, std::uint32_t lanes, std::uint64_t flag, bool is_at_once) {
    looked_at_.insert(flag);
    const auto look_in = [&](const FlagOrder::Flags& flags, FenceScope scope) {
        const auto published = flags.find(flag);
        if (published == flags.end()) return;
        const FlagOrder::Known all = order_.all_of(published->second);
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            Thread& by = thread_of(warp, std::countr_zero(rest));
            FlagOrder::Known& known = is_at_once ? by.behind : by.seen[static_cast<std::size_t>(scope)];
            if (known != all) known = order_.union_of(known, all);
        }
    };
    look_in(order_.flags, FenceScope::device);
    look_in(flags_, FenceScope::block);
}

void BlockFlags::change(int thread, std::uint64_t element, std::uint32_t epoch, bool observes) {
    auto known = order_.changes.find(element);
    if (known == order_.changes.end()) {
        if (!observes) return;
        known = order_.changes.try_emplace(element).first;
    }
    FlagOrder::Changes& changes = known->second;
    const std::int64_t mine = number_of(thread);
    if (changes.by != mine) changes.before = std::exchange(changes.last, 0);
    changes.by = mine;
    changes.last = ++order_.numbered;
    if (observes) observed_[element] = {thread, epoch, changes.last};
}

bool BlockFlags::are_changes_before(std::uint64_t element, int thread) const {
    const auto observed = observed_.find(element);
    if (observed == observed_.end()) return false;
    const Observation& seen = observed->second;
    const FlagOrder::Changes& changes = order_.changes.at(element);
    if ((changes.by == number_of(seen.thread) ? changes.before : changes.last) > seen.number) return false;
    return seen.thread == thread ||
           (barrier_ != nullptr && seen.epoch < (*barrier_)[static_cast<std::size_t>(seen.thread / warp_size)]);
}

bool BlockFlags::are_reads_before(std::uint64_t element, int thread, std::uint32_t now, const LaneOrder& order) const {
    const auto known = reads_.find(element);
    if (known == reads_.end()) return true;
    const auto is_read_before = [&](const std::pair<int, std::uint32_t>& read) {
        const auto [other, epoch] = read;
        if (other == thread || is_before(block_, other, epoch, thread)) return true;
        if (other / warp_size != thread / warp_size) return false;
        return order.is_partial() ? order.is_before(other % warp_size, epoch, thread % warp_size) : epoch < now;
    };
    const Reads& reads = known->second;
    return is_read_before(reads.first) && std::all_of(reads.others.begin(), reads.others.end(), is_read_before);
}

} // namespace warploom::simt
