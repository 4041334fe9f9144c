#include "engine/simulated/transactions.h"

#include <algorithm>
#include <bit>

namespace warploom::simulated {

namespace {

constexpr std::uint32_t whole_warp = ~0u;
using Addresses = std::array<std::uint64_t, warp_size>;

/// A small hash table with at most 64 keys. A search for a missing key adds the key.
class Places {
public:
    Places() { slot_.fill(0); }
    /// Returns the index of a key. A missing key is added with index `count`. `key_at(n)` returns the n-th key of the
    /// list.
    template <class KeyAt> int find(std::uint64_t key, int count, KeyAt key_at) {
        std::size_t at = key * 0x9E3779B97F4A7C15u >> 57;
        while (slot_[at] != 0) {
            if (key_at(slot_[at] - 1) == key) return slot_[at] - 1;
            at = (at + 1) % slot_.size();
        }
        slot_[at] = static_cast<std::uint8_t>(count + 1);
        return count;
    }

private:
    std::array<std::uint8_t, 128> slot_;
};

/// A memory segment that lanes of a group request.
struct Segment {
    std::uint64_t key = 0;
    std::uint32_t lanes = 0;
    unsigned sectors = 0;
};
/// The segments that a group of lanes requests. There may be twice as many segments as lanes, because an element that
/// crosses a boundary is in two segments.
struct Segments {
    std::array<Segment, 2 * warp_size> list;
    int count = 0;
};

void find_segments(const Addresses& addresses, std::uint32_t lanes, int element_bytes, int shift, Segments& result) {
    Places places;
    result.count = 0;
    int place = 0;
    const auto add = [&](std::uint64_t sector, std::uint32_t lane_bit) {
        const std::uint64_t key = sector >> (shift - 5);
        if (result.count == 0 || result.list[place].key != key) {
            place = places.find(key, result.count, [&](int n) { return result.list[n].key; });
            if (place == result.count) result.list[result.count++] = {key, 0, 0};
        }
        Segment& segment = result.list[place];
        segment.lanes |= lane_bit;
        segment.sectors |= 1u << (sector & 3);
    };
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
        const std::uint64_t first = addresses[static_cast<std::size_t>(std::countr_zero(left))];
        const std::uint64_t last = first + static_cast<std::uint64_t>(element_bytes) - 1;
        add(first >> 5, left & -left);
        if (last >> 5 != first >> 5) add(last >> 5, left & -left);
    }
}

/// Returns whether the addresses of a warp are consecutive, which is typical of a good data layout.
bool are_side_by_side(const Addresses& addresses, int element_bytes) {
    const std::uint64_t first = addresses[0], step = static_cast<std::uint64_t>(element_bytes);
    std::uint64_t difference = 0;
    for (std::size_t lane = 0; lane < warp_size; ++lane) difference |= addresses[lane] ^ (first + lane * step);
    return difference == 0;
}

Transaction transaction_of(const Segment& segment, Coalescing rule, int shift) {
    if (rule != Coalescing::half_warp_segments) return {segment.key << shift, 1 << shift, segment.lanes};
    // Sectors are numbered within 128-byte lines, even in segments that are smaller.
    const std::uint64_t line = segment.key >> (line_shift - shift) << line_shift;
    const unsigned sectors = shrunk_segment(segment.sectors);
    const auto first = static_cast<unsigned>(std::countr_zero(sectors));
    return {line + first * sector_bytes, count_bits(sectors) * sector_bytes, segment.lanes};
}

/// Adds a group of lanes with contiguous, aligned addresses. No hash table is needed in this case.
void add_run(Coalescing rule, int shift, std::uint64_t first, int lanes, int first_lane, int element_bytes,
             std::vector<Transaction>& result) {
    const int step = std::countr_zero(static_cast<unsigned>(element_bytes));
    const std::uint64_t end = first + (static_cast<std::uint64_t>(lanes) << step);
    for (std::uint64_t key = first >> shift; key << shift < end; ++key) {
        const std::uint64_t from = std::max(first, key << shift), to = std::min(end, (key + 1) << shift);
        const auto begin_lane = static_cast<int>((from - first) >> step),
                   end_lane = static_cast<int>((to - first) >> step);
        const std::uint32_t mask = (end_lane - begin_lane == 32 ? ~0u : (1u << (end_lane - begin_lane)) - 1)
                                   << begin_lane << first_lane;
        unsigned sectors = 0;
        if (rule == Coalescing::half_warp_segments)
            for (std::uint64_t sector = from >> 5; sector << 5 < to; ++sector) sectors |= 1u << (sector & 3);
        result.push_back(transaction_of({key, mask, sectors}, rule, shift));
    }
}

} // namespace

void find_transactions(Coalescing rule, Access access, const Addresses& addresses, std::uint32_t active,
                       int element_bytes, std::vector<Transaction>& result) {
    result.clear();
    const int group = lanes_together(rule, element_bytes);
    const int shift = segment_shift(rule, access, element_bytes);
    const bool is_plain = std::has_single_bit(static_cast<unsigned>(element_bytes)) &&
                          addresses[0] % static_cast<unsigned>(element_bytes) == 0;
    if (active == whole_warp && is_plain && are_side_by_side(addresses, element_bytes)) {
        for (int lane = 0; lane < warp_size; lane += group)
            add_run(rule, shift, addresses[lane], group, lane, element_bytes, result);
        return;
    }
    Segments segments;
    const std::uint32_t mask = group == warp_size ? whole_warp : (1u << group) - 1;
    for (int lane = 0; lane < warp_size; lane += group) {
        if ((active & mask << lane) == 0) continue;
        find_segments(addresses, active & mask << lane, element_bytes, shift, segments);
        for (int n = 0; n < segments.count; ++n) result.push_back(transaction_of(segments.list[n], rule, shift));
    }
}

std::int64_t bytes_used(const Addresses& addresses, std::uint32_t active, int element_bytes) {
    Addresses sorted;
    std::size_t count = 0;
    for (std::uint32_t left = active; left != 0; left &= left - 1)
        sorted[count++] = addresses[static_cast<std::size_t>(std::countr_zero(left))];
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
    std::int64_t bytes = 0;
    for (std::size_t n = 0; n < count; ++n) {
        const std::uint64_t room = n + 1 < count ? sorted[n + 1] - sorted[n] : ~std::uint64_t{0};
        bytes += static_cast<std::int64_t>(std::min<std::uint64_t>(room, static_cast<std::uint64_t>(element_bytes)));
    }
    return bytes;
}

std::int64_t ideal_transactions(Coalescing rule, Access access, const Addresses& addresses, std::uint32_t active,
                                int element_bytes) {
    const int group = lanes_together(rule, element_bytes);
    const std::uint32_t mask = group == warp_size ? whole_warp : (1u << group) - 1;
    std::int64_t transactions = 0;
    for (int lane = 0; lane < warp_size; lane += group)
        transactions += transactions_side_by_side(
            rule, access, element_bytes, static_cast<int>(bytes_used(addresses, active & mask << lane, element_bytes)));
    return transactions;
}

void find_touched_lines(std::uint64_t base, const std::array<std::int64_t, warp_size>& index, std::uint32_t active,
                        int element_bytes, int lanes_in_group, TouchedLines& result) {
    const int step = std::countr_zero(static_cast<unsigned>(element_bytes));
    const int in_line = line_shift - step; // base-2 logarithm of the number of elements per cache line
    const int group_shift = std::countr_zero(static_cast<unsigned>(lanes_in_group));
    const std::uint64_t first_element = base >> step;
    const std::uint64_t within = (1u << in_line) - 1;
    result.count = 0;

    bool is_run = active == whole_warp;
    if (is_run) {
        std::int64_t difference = 0;
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            difference |= index[lane] ^ (index[0] + static_cast<std::int64_t>(lane));
        is_run = difference == 0;
    }
    if (is_run) {
        const std::uint64_t first = first_element + static_cast<std::uint64_t>(index[0]), end = first + warp_size;
        for (std::uint64_t line = first >> in_line; line << in_line < end; ++line) {
            TouchedLine& touched = result.lines[result.count++];
            touched.line = line;
            for (std::uint64_t group = 0; group < 4; ++group) {
                const std::uint64_t from = std::max(line << in_line, first + (group << group_shift));
                const std::uint64_t to =
                    std::min((line + 1) << in_line, std::min(end, first + ((group + 1) << group_shift)));
                touched.elements[group] =
                    from < to ? static_cast<std::uint32_t>(((std::uint64_t{1} << (to - from)) - 1) << (from & within))
                              : 0;
            }
        }
        return;
    }

    // Addresses usually increase from lane to lane, so a lane accesses either the same cache line as the previous lane
    // or a new one. The hash table is built only if a lane accesses an earlier line.
    std::size_t place = 0;
    std::uint64_t last = ~std::uint64_t{0}, highest = 0;
    std::uint32_t left = active;
    for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        const std::uint64_t element = first_element + static_cast<std::uint64_t>(index[lane]);
        const std::uint64_t line = element >> in_line;
        if (line != last) {
            if (line < highest) break;
            highest = line + 1;
            place = static_cast<std::size_t>(result.count++);
            result.lines[place] = {line, {}};
            last = line;
        }
        result.lines[place].elements[lane >> group_shift] |= 1u << (element & within);
    }
    if (left == 0) return;
    Places places;
    const auto line_of = [&](int n) { return result.lines[n].line; };
    for (int n = 0; n < result.count; ++n) places.find(line_of(n), n, line_of);
    for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        const std::uint64_t element = first_element + static_cast<std::uint64_t>(index[lane]);
        const std::uint64_t line = element >> in_line;
        if (line != last) {
            place = static_cast<std::size_t>(places.find(line, result.count, line_of));
            if (place == static_cast<std::size_t>(result.count)) {
                ++result.count;
                result.lines[place] = {line, {}};
            }
            last = line;
        }
        result.lines[place].elements[lane >> group_shift] |= 1u << (element & within);
    }
}

bool RowMates::is_open(std::uint64_t row) {
    const auto end = open_.begin() + static_cast<std::ptrdiff_t>(count_);
    if (std::find(open_.begin(), end, row) != end) return true;
    if (count_ < open_.size()) open_[count_++] = row;
    return false;
}

int RowMates::of(const TouchedLines& touched, const MemoryRows& rows, int lanes_in_group) {
    int mates = 0;
    std::array<std::uint64_t, warp_size> row;
    for (int n = 0; n < touched.count; ++n) row[n] = rows.row_of(touched.lines[n].line << line_shift);
    for (int group = 0; group < warp_size / lanes_in_group; ++group) {
        begin_group();
        for (int n = 0; n < touched.count; ++n)
            if (touched.lines[n].elements[group] != 0) mates += is_open(row[n]);
    }
    return mates;
}

int RowMates::of(const std::vector<Transaction>& transactions, const MemoryRows& rows, int lanes_in_group) {
    int mates = 0, last_group = -1;
    for (const Transaction& transaction : transactions) { // adds up all transactions, which are sorted by group
        const int group = std::countr_zero(transaction.lanes) / lanes_in_group;
        if (group != last_group) begin_group();
        last_group = group;
        mates += is_open(rows.row_of(transaction.address));
    }
    return mates;
}

} // namespace warploom::simulated
