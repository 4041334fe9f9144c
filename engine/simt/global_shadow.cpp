#include "engine/simt/global_shadow.h"

#include <utility>

namespace warploom::simt {

namespace {
constexpr std::size_t first_size = 256;

std::size_t slot_for(std::uint64_t key, std::size_t size) {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (size - 1);
}
} // namespace

void GlobalShadow::clear() {
    table_.assign(table_.size() > 64 * first_size || table_.empty() ? first_size : table_.size(), {});
    count_ = 0;
    shadow_ = simulated::SharedShadow(static_cast<std::int64_t>(table_.size() / 2));
}

void GlobalShadow::grow() {
    std::vector<Entry> larger(table_.size() * 2);
    for (const Entry& entry : table_) {
        if (entry.key == 0) continue;
        std::size_t at = slot_for(entry.key, larger.size());
        while (larger[at].key != 0) at = (at + 1) & (larger.size() - 1);
        larger[at] = entry;
    }
    table_ = std::move(larger);
    shadow_.grow(static_cast<std::int64_t>(table_.size() / 2));
}

std::int64_t GlobalShadow::place_of(std::size_t object, std::int64_t element) {
    const std::uint64_t key = static_cast<std::uint64_t>(object) << 48 | static_cast<std::uint64_t>(element);
    for (std::size_t at = slot_for(key, table_.size());; at = (at + 1) & (table_.size() - 1)) {
        Entry& entry = table_[at];
        if (entry.key == key) return entry.place;
        if (entry.key != 0) continue;
        if (2 * count_ >= static_cast<std::int64_t>(table_.size())) {
            grow();
            return place_of(object, element);
        }
        entry = {key, count_++};
        return entry.place;
    }
}

} // namespace warploom::simt
