#include "engine/simt/recording/block_recording.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

namespace warploom::simt {

namespace {

int shift_of(int bytes) { return std::countr_zero(static_cast<unsigned>(bytes)); }

} // namespace

std::size_t BlockRecording::bytes() const {
    std::size_t sum = words_.bytes() + accesses_.capacity() * sizeof(RecordedAccess) + instructions_.bytes() +
                      kinds_.capacity() * sizeof(RecordedInstruction);
    for (const WarpHistory& warp : warps_) {
        sum += warp.instructions.bytes() + warp.ranges.capacity() * sizeof(PcRange) +
               warp.written_before.size() * sizeof(LaneWords);
        for (const auto& changes : warp.changes) sum += changes.capacity() * sizeof(Change);
    }
    for (const WriteIndex& index : writes_)
        sum += (index.begin.capacity() + index.accesses.capacity()) * sizeof(std::uint32_t);
    for (const RecordedObject& object : objects_) sum += object.contents.size();
    return sum;
}

std::size_t BlockRecording::count_of(int warp, std::int64_t position) const {
    const Chunks<std::uint32_t>& all = instructions_of(warp);
    std::size_t first = 0, count = all.size();
    while (count > 0) {
        const std::size_t half = count / 2;
        if (all[first + half] < position) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

std::int64_t BlockRecording::next_of(int warp, std::int64_t position) const {
    const std::size_t before = count_of(warp, position);
    const auto& all = instructions_of(warp);
    return before == all.size() ? size() : std::int64_t{all[before]};
}

std::int64_t BlockRecording::previous_of(int warp, std::int64_t position) const {
    const std::size_t before = count_of(warp, position);
    return before == 0 ? -1 : std::int64_t{instructions_of(warp)[before - 1]};
}

std::int64_t BlockRecording::entered(int warp, std::uint32_t begin, std::uint32_t end, std::int64_t position) const {
    const WarpHistory& history = warps_[static_cast<std::size_t>(warp)];
    const std::size_t before = count_of(warp, position);
    std::size_t n = before;
    while (n > 0) {
        if (n % instructions_per_range == 0) {
            const PcRange& range = history.ranges[n / instructions_per_range - 1];
            if (begin <= range.least && range.most < end) {
                n -= instructions_per_range;
                continue;
            }
        }
        const std::uint32_t pc = (*this)[history.instructions[n - 1]].pc;
        if (pc < begin || end <= pc) break;
        --n;
    }
    return n == before ? position : std::int64_t{history.instructions[n]};
}

const BlockRecording::Change& BlockRecording::change_at(int warp, std::uint32_t unit, std::int64_t position) const {
    static constexpr Change none{};
    const std::vector<Change>& changes = changes_of(warp, unit);
    if (changes.empty()) return none;
    // The first entry is the value at the start of the recording, so its position does not matter.
    return *(std::partition_point(changes.begin() + 1, changes.end(),
                                  [&](const Change& change) { return change.position < position; }) -
             1);
}

LaneWords BlockRecording::words_of(const Change& change) const {
    LaneWords words{};
    if (words_.size() == 0) return words;
    const std::uint32_t* const from = &words_[change.word & word_bits];
    if ((change.word & is_same) != 0) words.fill(*from);
    else if ((change.word & is_regular) == 0) std::copy_n(from, words.size(), words.begin());
    else
        for (std::uint32_t lane = 0; lane < words.size(); ++lane) words[lane] = from[0] + lane * from[1];
    return words;
}

LaneNumbers BlockRecording::number_at(int warp, std::uint32_t unit, bool is_wide, std::int64_t position) const {
    LaneNumbers numbers{};
    const Change& first = change_at(warp, unit, position);
    const LaneWords low = words_of(first);
    if (!is_wide) {
        std::copy(low.begin(), low.end(), numbers.begin());
        return numbers;
    }
    const LaneWords high = words_of(change_at(warp, unit + 1, position));
    if ((first.word & is_half) != 0) {
        for (std::size_t lane = 0; lane < numbers.size(); ++lane)
            numbers[lane] = std::uint64_t{high[lane]} << 32 | low[lane];
        return numbers;
    }
    std::array<LaneWords, 2> both{low, high};
    static_assert(sizeof both == sizeof numbers);
    std::memcpy(numbers.data(), both.data(), sizeof numbers);
    return numbers;
}

std::uint32_t BlockRecording::lanes_written(int warp, std::uint32_t unit, std::int64_t from, std::int64_t position,
                                            std::uint32_t lanes) const {
    std::uint32_t written = 0;
    const std::vector<Change>& changes = changes_of(warp, unit);
    const auto end = std::partition_point(changes.begin(), changes.end(),
                                          [&](const Change& change) { return change.position < position; });
    for (auto c = end; c != changes.begin() && (c - 1)->position >= from && (written & lanes) != lanes; --c)
        written |= (c - 1)->lanes;
    if (const auto& before = warps_[static_cast<std::size_t>(warp)].written_before; !before.empty() && from < first_)
        for (std::size_t lane = 0; lane < lanes_of_a_warp; ++lane)
            if (const std::uint32_t at = before[unit][lane]; at != never && at >= from && at < position)
                written |= 1u << lane;
    return written & lanes;
}

std::int64_t BlockRecording::last_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const {
    const std::vector<Change>& changes = changes_of(warp, unit);
    const auto end = std::partition_point(changes.begin(), changes.end(),
                                          [&](const Change& change) { return change.position < position; });
    for (auto c = end; c != changes.begin(); --c)
        if (((c - 1)->lanes >> lane & 1u) != 0) return (c - 1)->position;
    const auto& before = warps_[static_cast<std::size_t>(warp)].written_before;
    const std::uint32_t at = before.empty() ? never : before[unit][static_cast<std::size_t>(lane)];
    return at == never || at >= position ? -1 : std::int64_t{at};
}

const RecordedAccess* BlockRecording::access_at(std::int64_t instruction) const {
    const auto found = std::partition_point(accesses_.begin(), accesses_.end(), [&](const RecordedAccess& access) {
        return access.position < instruction;
    });
    return found == accesses_.end() || found->position != instruction ? nullptr : &*found;
}

std::int64_t BlockRecording::offset_of(const RecordedAccess& access, int lane) const {
    const auto at = static_cast<std::uint32_t>(lane);
    const std::uint32_t* const from = &words_[access.first_word];
    return std::int64_t{access.is_regular ? from[0] + at * from[1] : from[at]} << shift_of(access.bytes);
}

bool BlockRecording::writes_byte(const RecordedAccess& access, int lane, std::int64_t offset) const {
    if ((access.lanes >> lane & 1u) == 0) return false;
    const std::int64_t begin = offset_of(access, lane);
    return begin <= offset && offset < begin + access.bytes;
}

/// Groups the writes to each array by the part of the array that they affect.
void BlockRecording::index_writes() {
    constexpr int least_shift = 5;
    constexpr std::int64_t fewest_parts = 64;
    std::vector<std::int64_t> numbers(objects_.size()); // number of writes by lanes to each array
    for (const RecordedAccess& access : accesses_)
        if (access.writes()) numbers[access.object] += std::popcount(access.lanes);
    writes_.resize(objects_.size());
    // For each part, 1 plus the index of the last access that was counted for it.
    std::vector<std::vector<std::uint32_t>> latest(objects_.size());
    const auto each_part = [&](const auto& to) {
        for (std::size_t n = 0; n < accesses_.size(); ++n) {
            const RecordedAccess& access = accesses_[n];
            if (!access.writes()) continue;
            const int shift = writes_[access.object].shift;
            auto& counted = latest[access.object];
            const auto number = static_cast<std::uint32_t>(n);
            for (int lane = 0; lane < lanes_of_a_warp; ++lane) {
                if ((access.lanes >> lane & 1u) == 0) continue;
                const std::int64_t begin = offset_of(access, lane);
                for (std::int64_t part = begin >> shift; part <= (begin + access.bytes - 1) >> shift; ++part)
                    if (std::exchange(counted[static_cast<std::size_t>(part)], number + 1) != number + 1)
                        to(writes_[access.object], static_cast<std::size_t>(part), number);
            }
        }
    };
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        if (numbers[object] == 0) continue;
        WriteIndex& index = writes_[object];
        index.shift = least_shift;
        const std::int64_t most_parts = std::max(fewest_parts, 2 * numbers[object]);
        while (objects_[object].bytes >> index.shift > most_parts) ++index.shift;
        const auto parts = static_cast<std::size_t>(objects_[object].bytes >> index.shift) + 2;
        index.begin.resize(parts + 1);
        latest[object].resize(parts);
    }
    each_part([](WriteIndex& index, std::size_t part, std::uint32_t) { ++index.begin[part + 1]; });
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        WriteIndex& index = writes_[object];
        std::partial_sum(index.begin.begin(), index.begin.end(), index.begin.begin());
        if (!index.begin.empty()) index.accesses.resize(index.begin.back());
        std::fill(latest[object].begin(), latest[object].end(), 0);
    }
    // Fill each part from its start. The start is advanced to the end of the part, which is the start of the next part.
    each_part([](WriteIndex& index, std::size_t part, std::uint32_t number) {
        index.accesses[index.begin[part]++] = number;
    });
    for (WriteIndex& index : writes_)
        if (!index.begin.empty()) {
            std::move_backward(index.begin.begin(), index.begin.end() - 1, index.begin.end());
            index.begin.front() = 0;
        }
}

std::pair<const std::uint32_t*, const std::uint32_t*> BlockRecording::writes_of(std::size_t object,
                                                                                std::int64_t offset) const {
    if (object >= writes_.size() || writes_[object].begin.empty() || offset < 0) return {};
    const WriteIndex& index = writes_[object];
    const auto part = static_cast<std::size_t>(offset >> index.shift);
    if (part + 1 >= index.begin.size()) return {};
    return {index.accesses.data() + index.begin[part], index.accesses.data() + index.begin[part + 1]};
}

BlockRecording::Written BlockRecording::last_written(std::size_t object, std::int64_t offset,
                                                     std::int64_t position) const {
    const auto [begin, end] = writes_of(object, offset);
    const auto* const behind =
        std::partition_point(begin, end, [&](std::uint32_t number) { return accesses_[number].position < position; });
    for (const auto* number = behind; number != begin; --number)
        for (int lane = lanes_of_a_warp - 1; lane >= 0; --lane) // the highest lane that writes determines the value
            if (const RecordedAccess& access = accesses_[*(number - 1)]; writes_byte(access, lane, offset))
                return {access.position, lane};
    return {};
}

BlockRecording::Written BlockRecording::next_written(std::size_t object, std::int64_t offset,
                                                     std::int64_t position) const {
    const auto [begin, end] = writes_of(object, offset);
    const auto* const from =
        std::partition_point(begin, end, [&](std::uint32_t number) { return accesses_[number].position < position; });
    for (const auto* number = from; number != end; ++number)
        for (int lane = 0; lane < lanes_of_a_warp; ++lane)
            if (const RecordedAccess& access = accesses_[*number]; writes_byte(access, lane, offset))
                return {access.position, lane};
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
                const std::uint32_t* const words =
                    &words_[access.first_word] + (access.is_regular ? 2 : lanes_of_a_warp) + 2 * l;
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
