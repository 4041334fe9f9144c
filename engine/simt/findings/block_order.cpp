#include "engine/simt/findings/block_order.h"

namespace warploom::simt {

namespace {
constexpr std::int64_t most_exact = 4096;

void include_all(std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& others) {
    for (std::size_t w = 0; w < others.size(); ++w) all[w] |= others[w];
}
} // namespace

BlockOrder::BlockOrder(std::int64_t blocks)
    : is_exact_(blocks <= most_exact), words_(is_exact_ ? static_cast<std::size_t>(blocks + 63) / 64 : 1) {}

void BlockOrder::atomic(std::int64_t block, std::size_t object, std::int64_t element, bool tells, bool learns) {
    if (!tells && !learns) return;
    Blocks& told = told_[{object, element}];
    Blocks& known = known_[block];
    told.resize(words_);
    known.resize(words_);
    if (learns) include_all(known, told);
    if (!tells) return;
    include_all(told, known);
    const auto place = static_cast<std::size_t>(place_of(block));
    told[place / 64] |= std::uint64_t{1} << place % 64;
}

void BlockOrder::look(std::int64_t reader, std::size_t object, std::int64_t element) {
    const auto told = told_.find({object, element});
    if (told == told_.end()) return;
    Blocks& seen = seen_[reader];
    seen.resize(words_);
    include_all(seen, told->second);
}

void BlockOrder::fence(std::int64_t block, std::int64_t reader) {
    const auto seen = seen_.find(reader);
    if (seen == seen_.end()) return;
    Blocks& known = known_[block];
    known.resize(words_);
    include_all(known, seen->second);
    seen_.erase(seen);
}

bool BlockOrder::is_before(std::int64_t other, std::int64_t block) const {
    const auto known = known_.find(block);
    if (known == known_.end()) return false;
    const auto place = static_cast<std::size_t>(place_of(other));
    return (known->second[place / 64] >> place % 64 & 1u) != 0;
}

} // namespace warploom::simt
