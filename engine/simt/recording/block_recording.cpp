#include "engine/simt/recording/block_recording.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warploom::simt {

namespace {

/// Returns an iterator to the first number in a sorted list that is greater than or equal to `position`.
template <class Iterator> Iterator end_before(Iterator begin, Iterator end, std::int64_t position) {
    return std::partition_point(begin, end, [&](std::uint32_t at) { return at < position; });
}

int shift_of(int bytes) { return std::countr_zero(static_cast<unsigned>(bytes)); }

} // namespace

std::size_t BlockRecording::bytes() const {
    std::size_t sum = words_.size() * sizeof words_[0] + accesses_.size() * sizeof(RecordedAccess) +
                      instructions_.size() * sizeof(RecordedInstruction);
    for (const WarpHistory& warp : warps_) {
        sum += warp.instructions.size() * sizeof warp.instructions[0];
        for (const auto& changes : warp.changes) sum += changes.size() * sizeof(Change);
    }
    for (const RecordedObject& object : objects_) sum += object.contents.size();
    return sum;
}

std::int64_t BlockRecording::next_of(int warp, std::int64_t position) const {
    const auto& all = warps_[static_cast<std::size_t>(warp)].instructions;
    const auto found = end_before(all.begin(), all.end(), position);
    return found == all.end() ? size() : *found;
}

std::int64_t BlockRecording::previous_of(int warp, std::int64_t position) const {
    const auto& all = warps_[static_cast<std::size_t>(warp)].instructions;
    const auto found = end_before(all.begin(), all.end(), position);
    return found == all.begin() ? -1 : std::int64_t{*(found - 1)};
}

LaneWords BlockRecording::register_at(int warp, std::uint32_t unit, std::int64_t position) const {
    const std::vector<Change>& changes = changes_of(warp, unit);
    LaneWords words{};
    if (changes.empty()) return words;
    // The first entry is the initial value of the register, regardless of its position.
    const auto found = std::partition_point(changes.begin() + 1, changes.end(),
                                            [&](const Change& change) { return change.position < position; });
    const std::uint32_t word = (found - 1)->word;
    if ((word & is_same) != 0) words.fill(words_[word & ~is_same]);
    else std::copy_n(words_.begin() + word, words.size(), words.begin());
    return words;
}

LaneNumbers BlockRecording::number_at(int warp, std::uint32_t unit, bool is_wide, std::int64_t position) const {
    // An 8-byte number occupies two registers, in which the values of consecutive lanes are 8 bytes apart.
    LaneNumbers numbers{};
    const LaneWords low = register_at(warp, unit, position);
    if (!is_wide) {
        std::copy(low.begin(), low.end(), numbers.begin());
        return numbers;
    }
    const LaneWords high = register_at(warp, unit + 1, position);
    std::array<LaneWords, 2> both{low, high};
    static_assert(sizeof both == sizeof numbers);
    std::memcpy(numbers.data(), both.data(), sizeof numbers);
    return numbers;
}

std::uint32_t BlockRecording::lanes_written(int warp, std::uint32_t unit, std::int64_t from,
                                            std::int64_t position) const {
    std::uint32_t lanes = 0;
    const std::vector<Change>& changes = changes_of(warp, unit);
    for (auto c = changes.rbegin(); c != changes.rend() && c->position >= from; ++c)
        if (c->position < position) lanes |= c->lanes;
    return lanes;
}

std::int64_t BlockRecording::last_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const {
    const std::vector<Change>& changes = changes_of(warp, unit);
    for (auto c = changes.rbegin(); c != changes.rend(); ++c)
        if (c->position < position && (c->lanes >> lane & 1u) != 0) return c->position;
    return -1;
}

std::int64_t BlockRecording::next_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const {
    const std::vector<Change>& changes = changes_of(warp, unit);
    for (const Change& change : changes)
        if (change.position >= position && (change.lanes >> lane & 1u) != 0) return change.position;
    return -1;
}

const RecordedAccess* BlockRecording::access_at(std::int64_t instruction) const {
    const auto found = std::partition_point(accesses_.begin(), accesses_.end(), [&](const RecordedAccess& access) {
        return access.position < instruction;
    });
    return found == accesses_.end() || found->position != instruction ? nullptr : &*found;
}

std::int64_t BlockRecording::offset_of(const RecordedAccess& access, int lane) const {
    return std::int64_t{words_[access.first_word + static_cast<std::uint32_t>(lane)]} << shift_of(access.bytes);
}

BlockRecording::Written BlockRecording::last_written(std::size_t object, std::int64_t offset,
                                                     std::int64_t position) const {
    for (auto access = accesses_.rbegin(); access != accesses_.rend(); ++access) {
        if (access->position >= position || access->object != object || !access->writes()) continue;
        // If several lanes wrote the same byte, the last lane wins.
        for (int lane = lanes_of_a_warp - 1; lane >= 0; --lane) {
            if ((access->lanes >> lane & 1u) == 0) continue;
            const std::int64_t begin = offset_of(*access, lane);
            if (begin <= offset && offset < begin + access->bytes) return {access->position, lane};
        }
    }
    return {};
}

void BlockRecording::apply(const RecordedAccess& access, std::int64_t offset, std::byte* to, std::int64_t bytes) const {
    const RecordedInstruction& by = (*this)[access.position];
    const MemoryAccess& operands = code_->accesses[code_->instructions[by.pc].a];
    const int each = operands.bytes / std::max(1, operands.numbers);
    for (int n = 0; n < operands.numbers; ++n) {
        const bool is_wide = simt::is_wide(operands.kind);
        LaneNumbers values{};
        if (access.access == Access::store)
            values = number_at(by.warp, operands.value + static_cast<std::uint32_t>(n * (is_wide ? 2 : 1)), is_wide,
                               access.position);
        for (int lane = 0; lane < lanes_of_a_warp; ++lane) {
            if ((access.lanes >> lane & 1u) == 0) continue;
            const auto l = static_cast<std::size_t>(lane);
            if (access.access == Access::atomic) {
                const std::uint32_t* const words = &words_[access.first_word + lanes_of_a_warp + 2 * l];
                values[l] = std::uint64_t{words[1]} << 32 | words[0];
            }
            const std::int64_t begin = offset_of(access, lane) + std::int64_t{n} * each;
            const std::int64_t from = std::max(begin, offset), end = std::min(begin + each, offset + bytes);
            if (from >= end) continue;
            std::byte number[sizeof(std::uint64_t)];
            std::memcpy(number, &values[l], sizeof number);
            std::copy(number + (from - begin), number + (end - begin), to + (from - offset));
        }
    }
}

std::vector<std::byte> BlockRecording::contents_at(std::size_t object, std::int64_t position) const {
    std::vector<std::byte> contents = objects_[object].contents;
    if (contents.empty()) return contents;
    for (const RecordedAccess& access : accesses_) {
        if (access.position >= position) break;
        if (access.object == object && access.writes())
            apply(access, 0, contents.data(), static_cast<std::int64_t>(contents.size()));
    }
    return contents;
}

std::optional<std::uint64_t> BlockRecording::memory_at(std::size_t object, std::int64_t offset, int bytes,
                                                       std::int64_t position) const {
    if (object >= objects_.size()) return std::nullopt;
    const std::vector<std::byte>& contents = objects_[object].contents;
    if (offset < 0 || offset + bytes > static_cast<std::int64_t>(contents.size())) return std::nullopt;
    std::uint64_t bits = 0;
    std::memcpy(&bits, contents.data() + offset, static_cast<std::size_t>(bytes));
    const Written written = last_written(object, offset, position);
    if (written.position < 0) return bits;
    for (const RecordedAccess* access = access_at(written.position);
         access != accesses_.data() + accesses_.size() && access->position == written.position; ++access)
        if (access->object == object && access->writes())
            apply(*access, offset, reinterpret_cast<std::byte*>(&bits), bytes);
    return bits;
}

} // namespace warploom::simt
