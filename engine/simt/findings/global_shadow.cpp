#include "engine/simt/findings/global_shadow.h"

#include <utility>

namespace warploom::simt {

namespace {
/// Bit that distinguishes the keys of global elements from the keys of shared elements.
constexpr std::uint64_t is_global_key = std::uint64_t{1} << 63;

constexpr std::size_t first_size = 256, largest_kept = 64 * first_size;

std::size_t slot_for(std::uint64_t key, std::size_t size) {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (size - 1);
}
} // namespace

void GlobalShadow::clear() {
    const bool is_kept = !table_.empty() && table_.size() <= largest_kept;
    // There is no need to clear a reused table, because each entry contains the number of the block that made it.
    if (!is_kept || ++block_ == 0) {
        table_.assign(is_kept ? table_.size() : first_size, {});
        block_ = 1;
    }
    if (!is_kept) {
        runs_ = {};
        elements_ = {};
    }
    elements_.clear();
    count_ = 0;
    last_key_ = 0;
}

GlobalShadow::Verdict GlobalShadow::touch_element(std::uint64_t& word, int thread, const Touch& touch) {
    if ((word & has_element) == 0) {
        Element& fresh = elements_.emplace_back();
        const std::uint64_t known = word >> known_bits;
        const int who = static_cast<int>(known & ((1u << thread_bits) - 1));
        const When when{static_cast<std::uint32_t>(known >> (thread_bits + warp_bits)),
                        static_cast<std::uint32_t>(known >> thread_bits) & ((1u << warp_bits) - 1)};
        if ((word & was_read) != 0) fresh.read(who, when);
        if (const auto second = static_cast<int>((word & second_bits) >> flag_bits); second != 0)
            fresh.read(who - who % warp_size + second % warp_size, when);
        if ((word & was_written) != 0) fresh.write(who, when, (word & was_atomic) != 0);
        word = (elements_.size() - 1) << flag_bits | has_element;
    }
    Element& element = elements_[word >> flag_bits];
    const std::uint64_t key = word | is_global_key;
    return touch.is_write ? element.write(thread, touch.when, touch.is_atomic, key)
                          : element.read(thread, touch.when, key);
}

void GlobalShadow::grow() {
    std::vector<Entry> larger(table_.size() * 2);
    for (const Entry& entry : table_) {
        if (entry.block != block_) continue;
        std::size_t at = slot_for(entry.key, larger.size());
        while (larger[at].block == block_) at = (at + 1) & (larger.size() - 1);
        larger[at] = entry;
    }
    table_ = std::move(larger);
}

/// Finds or creates the group of records with this key, and sets last_ to the index of the group.
void GlobalShadow::find(std::uint64_t key) {
    last_key_ = key;
    std::size_t at = slot_for(key, table_.size());
    for (; table_[at].block == block_; at = (at + 1) & (table_.size() - 1))
        if (table_[at].key == key) {
            last_ = table_[at].place;
            return;
        }
    if (2 * count_ >= table_.size()) {
        grow();
        return find(key);
    }
    last_ = count_++;
    table_[at] = {key, block_, static_cast<std::uint32_t>(last_)};
    if (last_ == runs_.size()) runs_.emplace_back();
    else runs_[last_] = {};
}

std::unique_ptr<GlobalShadow> SpareShadows::take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<GlobalShadow>();
    auto shadow = std::move(idle_.back());
    idle_.pop_back();
    return shadow;
}

void SpareShadows::give_back(std::unique_ptr<GlobalShadow> shadow) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(shadow));
}

} // namespace warploom::simt
