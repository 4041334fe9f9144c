#pragma once

#include "engine/simulated/counts.h"

#include <algorithm>
#include <map>
#include <set>

// Reference implementation that counts transactions with sets and maps, byte by byte. Slow, and independent of the
// tested code.

namespace warploom::simulated::plain {

using Addresses = std::array<std::uint64_t, warp_size>;

/// The rule for compute capability 1.2 and 1.3 as stated in the guide, lane by lane, for one half-warp.
inline std::vector<Transaction> by_the_words_of_the_guide(const Addresses& addresses, std::uint32_t half, int bytes) {
    std::vector<Transaction> list;
    std::set<int> left;
    for (int lane = 0; lane < warp_size; ++lane)
        if (half >> lane & 1) left.insert(lane);
    while (!left.empty()) {
        std::uint64_t size = bytes == 1 ? 32 : bytes == 2 ? 64 : 128;
        std::uint64_t begin = addresses[*left.begin()] / size * size;
        Transaction t{begin, static_cast<int>(size), 0};
        std::uint64_t lowest = ~0ull, highest = 0;
        for (const int lane : std::set<int>(left)) {
            const std::uint64_t a = addresses[lane];
            if (a < begin || a >= begin + size) continue;
            lowest = std::min(lowest, a);
            highest = std::max(highest, a + static_cast<std::uint64_t>(bytes) - 1);
            t.lanes |= 1u << lane;
            left.erase(lane);
        }
        while (size > 32) { // is one half sufficient?
            if (highest < begin + size / 2) size /= 2;
            else if (lowest >= begin + size / 2) begin += size / 2, size /= 2;
            else break;
        }
        t.address = begin;
        t.bytes = static_cast<int>(size);
        list.push_back(t);
    }
    return list;
}

/// Returns the transactions for elements of 1 to 16 bytes. On 2.x, elements of more than 8 bytes are accessed per
/// quarter-warp.
inline std::vector<Transaction> plain_transactions(Coalescing rule, Access access, const Addresses& addresses,
                                                   std::uint32_t active, int bytes) {
    std::vector<Transaction> list;
    int group = 32;
    if (rule == Coalescing::half_warp_segments || (rule == Coalescing::lines_128 && bytes == 8)) group = 16;
    if (rule == Coalescing::lines_128 && bytes == 16) group = 8;
    for (int first = 0; first < warp_size; first += group) {
        std::uint32_t lanes = 0;
        for (int lane = first; lane < first + group; ++lane) lanes |= active & 1u << lane;
        if (rule == Coalescing::half_warp_segments) {
            for (const auto& t : by_the_words_of_the_guide(addresses, lanes, bytes)) list.push_back(t);
            continue;
        }
        const std::uint64_t size = rule == Coalescing::lines_128 && access == Access::load ? 128 : 32;
        std::map<std::uint64_t, std::uint32_t> segments;
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            if (lanes >> lane & 1)
                for (int byte = 0; byte < bytes; ++byte)
                    segments[(addresses[lane] + static_cast<std::uint64_t>(byte)) / size] |= 1u << lane;
        for (const auto& [segment, mask] : segments) list.push_back({segment * size, static_cast<int>(size), mask});
    }
    return list;
}

/// Returns the number of distinct bytes that the lanes access.
inline std::int64_t plain_bytes(const Addresses& addresses, std::uint32_t active, int bytes) {
    std::set<std::uint64_t> starts;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        if (active >> lane & 1) starts.insert(addresses[lane]);
    std::uint64_t sum = 0, end = 0;
    for (const std::uint64_t start : starts) {
        const std::uint64_t own_end = start + static_cast<std::uint64_t>(bytes);
        sum += own_end - std::max(start, end); // excludes bytes covered by the previous element
        end = own_end;
    }
    return static_cast<std::int64_t>(sum);
}

} // namespace warploom::simulated::plain
