#pragma once

#include "engine/simulated/counts.h"

// Maps the addresses of a warp to 128-byte cache lines, for both the transaction model and the cache model.

namespace warploom::simulated {

constexpr int line_shift = 7;
constexpr int sector_bytes = 32;
constexpr int sectors_of_line = 4;

/// Returns the number of adjacent lanes that are served together. On compute capability 1.x, this is a half-warp. On
/// 2.x, it is a half-warp for 8-byte elements, a quarter-warp for 16-byte elements, and a warp otherwise. On later
/// GPUs, it is always a warp.
constexpr int lanes_together(Coalescing rule, int element_bytes) {
    if (rule == Coalescing::half_warp_segments) return warp_size / 2;
    if (rule == Coalescing::sectors_32 || element_bytes <= 4) return warp_size;
    return element_bytes <= 8 ? warp_size / 2 : warp_size / 4;
}
/// Returns the base-2 logarithm of the initial segment size under this coalescing rule.
constexpr int segment_shift(Coalescing rule, Access access, int element_bytes) {
    if (rule == Coalescing::half_warp_segments) return element_bytes == 1 ? 5 : element_bytes == 2 ? 6 : 7;
    return rule == Coalescing::lines_128 && access == Access::load ? 7 : 5;
}
/// Returns the number of transactions for a group of lanes that accesses `bytes` contiguous bytes, starting at a
/// segment boundary.
constexpr int transactions_side_by_side(Coalescing rule, Access access, int element_bytes, int bytes) {
    const int shift = segment_shift(rule, access, element_bytes);
    return (bytes + (1 << shift) - 1) >> shift;
}

/// The requested elements of one cache line, as a mask for each group of lanes.
struct TouchedLine {
    std::uint64_t line = 0;
    std::array<std::uint32_t, 4> elements{};
};
/// The cache lines that a warp accesses. There are at most 32, because each element is in a single line.
struct TouchedLines {
    std::array<TouchedLine, warp_size> lines;
    int count = 0;
};

/// Returns the cache lines of the elements `index[lane]` of an array at address `base`, in lane order. `element_bytes`
/// is 4, 8 or 16 and divides `base`. Groups have 8, 16 or 32 lanes.
void find_touched_lines(std::uint64_t base, const std::array<std::int64_t, warp_size>& index, std::uint32_t active,
                        int element_bytes, int lanes_in_group, TouchedLines& result);

/// Maps an address to a DRAM partition and row (Card::dram_partitions and dram_row_bytes).
struct MemoryRows {
    std::uint64_t partitions = 0, row_bytes = 0;
    static constexpr std::uint64_t width = 256;

    bool are_known() const { return partitions > 0 && row_bytes >= width; }
    /// Returns a number that identifies the DRAM partition and row of an address.
    std::uint64_t row_of(std::uint64_t address) const {
        const std::uint64_t piece = address / width;
        return piece / partitions / (row_bytes / width) * partitions + piece % partitions;
    }
};
/// Counts the transactions that hit a DRAM row opened by an earlier transaction of the same group of lanes.
class RowMates {
public:
    /// Returns the count for one access. Each cache line that a group of lanes accesses is one transaction.
    int of(const TouchedLines& touched, const MemoryRows& rows, int lanes_in_group);
    int of(const std::vector<Transaction>& transactions, const MemoryRows& rows, int lanes_in_group);

private:
    void begin_group() { count_ = 0; }
    bool is_open(std::uint64_t row); ///< returns whether the row is open, and opens it

    /// The open DRAM rows. There may be twice as many rows as lanes, because an element that crosses a boundary may
    /// open two rows.
    std::array<std::uint64_t, 2 * warp_size> open_{};
    std::size_t count_ = 0;
};

/// Returns the number of set bits. Always inlined, because std::popcount is a library call unless the compiler may
/// assume a popcount instruction.
inline int count_bits(std::uint32_t bits) {
    if ((bits & (bits - 1)) == 0) return bits != 0;
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return static_cast<int>((((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
}

/// Returns a mask of the sectors that contain any of `elements`. A sector has 8, 4 or 2 elements.
inline unsigned touched_sectors(std::uint32_t elements, int element_bytes) {
    elements |= elements >> 1;
    if (element_bytes == 16) { // the lowest bits of the sectors are bits 0, 2, 4 and 6
        elements = (elements & 0x55u) | (elements & 0x55u) >> 1;
        return ((elements & 0x33u) | (elements & 0x33u) >> 2) & 15;
    }
    elements |= elements >> 2;
    // The lowest bits of the sectors are bits 0, 4, 8 and 12.
    if (element_bytes == 8) return ((elements & 0x1111u) * 0x1248u >> 12) & 15;
    elements |= elements >> 4;
    // The lowest bits of the sectors are bits 0, 8, 16 and 24.
    return ((elements & 0x01010101u) * 0x01020408u >> 24) & 15;
}
/// Returns a mask of the 4-byte words that the elements occupy.
inline std::uint32_t words_of(std::uint32_t elements, int element_bytes) {
    if (element_bytes == 4) return elements;
    std::uint32_t words = 0;
    const int each = element_bytes / 4;
    for (int e = 0; e < (1 << line_shift) / element_bytes; ++e)
        if ((elements >> e & 1u) != 0) words |= ((1u << each) - 1) << e * each;
    return words;
}
/// Returns the sectors that are transferred if a half-warp requests some sectors of a 128-byte segment. They form the
/// smallest quarter or half of the segment that contains all requested sectors, or the whole segment.
inline unsigned shrunk_segment(unsigned sectors) {
    if ((sectors & (sectors - 1)) == 0) return sectors;
    return (sectors & 12) == 0 ? 3 : (sectors & 3) == 0 ? 12 : 15;
}

/// The cost of a global memory access under the coalescing rule of a GPU.
struct AccessUse {
    int transactions = 0, ideal = 0;
    int bytes_fetched = 0, bytes_used = 0;
};
/// Calls visit(line, sectors, elements) for each request to a cache line. `sectors` are the fetched sectors, and
/// `elements` the accessed elements. If the coalescing rule uses segments or lines, a request is one transaction.
/// Otherwise, each of its sectors is a transaction.
template <Coalescing rule, int element_bytes, class Visit>
AccessUse for_each_request(Access access, const TouchedLines& touched, Visit visit) {
    AccessUse use;
    constexpr std::size_t groups = warp_size / lanes_together(rule, element_bytes);
    const bool has_lines = rule == Coalescing::lines_128 && access == Access::load;
    std::array<int, groups> group_elements{};
    int together_elements = 0, sectors_fetched = 0;
    for (int n = 0; n < touched.count; ++n) {
        const TouchedLine& line = touched.lines[n];
        std::uint32_t together = 0;
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint32_t elements = line.elements[group];
            if (groups > 1 && elements == 0) continue;
            group_elements[group] += count_bits(elements);
            if constexpr (groups > 1) {
                together_elements += count_bits(elements & ~together);
                together |= elements;
            }
            unsigned sectors = touched_sectors(elements, element_bytes);
            if (rule == Coalescing::half_warp_segments) sectors = shrunk_segment(sectors);
            else if (has_lines) sectors = 15;
            const int number = count_bits(sectors);
            sectors_fetched += number;
            use.transactions += rule == Coalescing::half_warp_segments || has_lines ? 1 : number;
            visit(line.line, sectors, elements);
        }
    }
    use.bytes_fetched = sectors_fetched * sector_bytes;
    use.bytes_used = (groups > 1 ? together_elements : group_elements[0]) * element_bytes;
    for (std::size_t group = 0; group < groups; ++group)
        use.ideal += transactions_side_by_side(rule, access, element_bytes, group_elements[group] * element_bytes);
    return use;
}
/// Selects the template instance for a run-time coalescing rule and an element width of 4, 8 or 16.
template <class Visit>
AccessUse for_each_request(Coalescing rule, Access access, const TouchedLines& touched, int element_bytes,
                           Visit visit) {
    const auto with_width = [&]<Coalescing known>() {
        if (element_bytes == 8) return for_each_request<known, 8>(access, touched, visit);
        if (element_bytes == 4) return for_each_request<known, 4>(access, touched, visit);
        return for_each_request<known, 16>(access, touched, visit);
    };
    switch (rule) {
    case Coalescing::half_warp_segments: return with_width.template operator()<Coalescing::half_warp_segments>();
    case Coalescing::lines_128: return with_width.template operator()<Coalescing::lines_128>();
    case Coalescing::sectors_32: break;
    }
    return with_width.template operator()<Coalescing::sectors_32>();
}

} // namespace warploom::simulated
