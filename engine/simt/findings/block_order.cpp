#include "engine/simt/findings/block_order.h"

#include <algorithm>

namespace warploom::simt {

namespace {
constexpr std::int64_t most_exact = 4096;
} // namespace

BlockOrder::BlockOrder(std::int64_t blocks) : is_exact_(blocks <= most_exact) {}

void BlockOrder::include(Blocks& all, const Blocks& others) {
    all.resize(std::max(all.size(), others.size()));
    for (std::size_t b = 0; b < others.size(); ++b) all[b] |= others[b];
}

void BlockOrder::include_known(Blocks& all, Key key) const {
    if (const auto known = known_.find(key); known != known_.end()) include(all, known->second.behind);
}

void BlockOrder::atomic(Who who, std::size_t object, std::int64_t element, Warps told, bool learns) {
    if (told == 0 && !learns) return;
    Blocks& all = told_[{object, element}];
    if (learns) include(known_[key_of(who)].behind, all);
    if (told == 0) return;
    include_known(all, key_of(who));
    include_known(all, {who.block, all_warps});
    const std::size_t place = place_of(who.block);
    all.resize(std::max(all.size(), place + 1));
    all[place] |= is_exact_ ? told : ~Warps{0};
}

void BlockOrder::look(Who who, std::size_t object, std::int64_t element) {
    const auto told = told_.find({object, element});
    if (told != told_.end()) include(known_[key_of(who)].seen, told->second);
}

void BlockOrder::fence(Who who) {
    for (const Key& key : {key_of(who), Key{who.block, all_warps}})
        if (const auto found = known_.find(key); found != known_.end() && !found->second.seen.empty())
            include(known_[key_of(who)].behind, found->second.seen);
    if (const auto found = known_.find(key_of(who)); found != known_.end()) found->second.seen.clear();
}

void BlockOrder::meet(std::int64_t block) {
    const auto first = known_.lower_bound({block, 0}), last = known_.lower_bound({block + 1, all_warps});
    if (first == last) return;
    Known& all = known_[{block, all_warps}];
    for (auto warp = first; warp != last; ++warp) {
        include(all.behind, warp->second.behind);
        include(all.seen, warp->second.seen);
    }
    known_.erase(first, last);
}

bool BlockOrder::is_before(Who other, Who who) const {
    const auto knows = [&](Key key) {
        const auto known = known_.find(key);
        const std::size_t place = place_of(other.block);
        return known != known_.end() && place < known->second.behind.size() &&
               (known->second.behind[place] >> other.warp & 1u) != 0;
    };
    return knows(key_of(who)) || knows({who.block, all_warps});
}

} // namespace warploom::simt
