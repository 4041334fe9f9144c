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

BlockOrder::KnownInBlock& BlockOrder::in_block(std::int64_t block) {
    if (block != last_block_) last_ = &known_[block];
    last_block_ = block;
    return *last_;
}

BlockOrder::Known& BlockOrder::known_to(Who who) {
    std::vector<Known>& warps = in_block(who.block).warps;
    const auto warp = static_cast<std::size_t>(who.warp);
    if (warps.size() <= warp) warps.resize(warp + 1);
    return warps[warp];
}

void BlockOrder::atomic(Who who, std::size_t object, std::int64_t element, Warps told, bool learns) {
    if (told == 0 && !learns) return;
    Blocks& all = told_[{object, element}];
    Known& known = known_to(who);
    if (learns) include(known.behind, all);
    if (told == 0) return;
    include(all, known.behind);
    include(all, in_block(who.block).all.behind);
    const std::size_t place = place_of(who.block);
    all.resize(std::max(all.size(), place + 1));
    all[place] |= is_exact_ ? told : ~Warps{0};
}

void BlockOrder::look(Who who, std::size_t object, std::int64_t element) {
    const auto told = told_.find({object, element});
    if (told != told_.end()) include(known_to(who).seen, told->second);
}

void BlockOrder::fence(Who who) {
    Known& known = known_to(who);
    include(known.behind, known.seen);
    include(known.behind, in_block(who.block).all.seen);
    known.seen.clear();
}

void BlockOrder::meet(std::int64_t block) {
    KnownInBlock& known = in_block(block);
    for (const Known& warp : known.warps) {
        include(known.all.behind, warp.behind);
        include(known.all.seen, warp.seen);
    }
    known.warps.clear();
}

bool BlockOrder::is_before(Who other, Who who) {
    const std::size_t place = place_of(other.block);
    return known_to(who).has_behind(place, other.warp) || in_block(who.block).all.has_behind(place, other.warp);
}

} // namespace warploom::simt
