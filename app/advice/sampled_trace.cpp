#include "app/advice/sampled_trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace warploom::app {

namespace {

/// Amount by which the DRAM traffic, extrapolated from the sampled blocks, exceeds the maximum possible for the whole
/// grid.
struct Excess {
    /// Excess as a fraction of the traffic (0 to 1), for all arrays and for gathered arrays only.
    double all = 0, gathered = 0;
};

/// Computes the excess DRAM traffic of a sample. In a sample, each block that reads x causes cache misses. In a trace
/// of the whole grid, another block may already have loaded the data.
Excess excess_of(const simulated::LaunchCounts& launch, const Trace& trace, const simulated::Card& card) {
    /// Fraction of the L2 cache available for reused data; streamed data uses the rest.
    constexpr double kept_in_l2 = 0.75;
    if (launch.blocks.empty() || card.l2_bytes <= 0) return {};
    const double weight = static_cast<double>(launch.launch.blocks) / static_cast<double>(launch.blocks.size());
    double all = 0, too_much = 0, gathered = 0, gathered_too_much = 0;
    for (std::size_t a = 0; a < trace.arrays.size(); ++a) {
        const simulated::TracedArray& array = trace.arrays[a];
        double found = 0, asked = 0;
        bool is_gathered = false, is_written = false;
        for (std::size_t n = 0; n < launch.sites.size(); ++n) {
            const simulated::Site& site = trace.sites[n];
            if (site.array != static_cast<int>(a) || site.space != simulated::Space::global) continue;
            found += static_cast<double>(launch.sites[n].dram_bytes) * weight;
            asked += static_cast<double>(launch.sites[n].l2_sectors) * 32 * weight;
            is_gathered = is_gathered || site.is_gather;
            is_written = is_written || site.access != simulated::Access::load;
        }
        const double bytes = static_cast<double>(array.size) * array.element_bytes * (is_written ? 2 : 1);
        const double missing = bytes > 0 ? std::max(0.0, 1 - kept_in_l2 * card.l2_bytes / bytes) : 0;
        const double excess = std::max(0.0, found - (bytes + asked * missing));
        all += found;
        too_much += excess;
        if (is_gathered) {
            gathered += found;
            gathered_too_much += excess;
        }
    }
    return {all > 0 ? too_much / all : 0, gathered > 0 ? gathered_too_much / gathered : 0};
}

void take_away(simulated::LaunchCounts& launch, const Excess& excess) {
    for (simulated::BlockCounts& block : launch.blocks) {
        block.dram_bytes *= 1 - excess.all;
        block.dram_singles *= 1 - excess.gathered;
        block.dram_pairs *= 1 - excess.gathered;
        block.gather_sectors_late *= 1 - excess.gathered;
    }
    for (simulated::SiteCounts& site : launch.sites)
        site.dram_bytes = static_cast<std::int64_t>(static_cast<double>(site.dram_bytes) * (1 - excess.all));
}

/// Returns the number of entries in the listed blocks minus the number expected for equally long rows; 0 if unknown.
double entries_beyond_mean(const std::vector<std::int64_t>& list, std::int64_t blocks, const RowFigures& rows) {
    if (rows.row_pointer == nullptr) return 0;
    const auto first_of = [&](std::int64_t block) {
        return (*rows.row_pointer)[static_cast<std::size_t>(block * rows.rows / blocks)];
    };
    double entries = 0;
    for (const std::int64_t block : list) entries += static_cast<double>(first_of(block + 1) - first_of(block));
    return entries -
           static_cast<double>(rows.nonzeros) * static_cast<double>(list.size()) / static_cast<double>(blocks);
}

} // namespace

std::vector<std::int64_t> telling_blocks(std::int64_t blocks, std::int64_t wanted, std::int64_t multiprocessors,
                                         const RowFigures& rows) {
    std::set<std::int64_t> chosen;
    const auto add = [&](std::int64_t block) {
        if (block >= 0 && block < blocks) chosen.insert(block);
    };
    if (wanted >= blocks) {
        for (std::int64_t block = 0; block < blocks; ++block) chosen.insert(block);
        return {chosen.begin(), chosen.end()};
    }
    const auto add_heavy = [&] {
        if (!rows.heavy) return;
        const auto block = static_cast<std::int64_t>(static_cast<double>(*rows.heavy) / static_cast<double>(rows.rows) *
                                                     static_cast<double>(blocks));
        for (const std::int64_t beside : {-1, 0, 1}) add(block + beside);
    };
    constexpr std::int64_t enough = 8, least = 3;
    if (wanted < enough) { // the blocks are large, so a few evenly spaced ones represent the whole grid
        wanted = std::max(wanted, least);
        for (std::int64_t i = 0; i < wanted; ++i) add((blocks - 2) * i / (wanted - 1));
        add(blocks - 1); // the last block may have little work, so it must not represent any other block
        add_heavy();
        return {chosen.begin(), chosen.end()};
    }
    multiprocessors = std::clamp<std::int64_t>(multiprocessors, 1, blocks);
    const std::int64_t each = (blocks + multiprocessors - 1) / multiprocessors;
    const std::int64_t followed = std::clamp<std::int64_t>(wanted / each, 2, multiprocessors);
    const std::int64_t turns = std::min(each, std::max<std::int64_t>(1, wanted / followed));
    // Number of ranges of consecutive blocks in the sample of a multiprocessor that has too many blocks to simulate all
    // of them.
    constexpr std::int64_t windows = 4;
    const auto followed_from = [&](std::int64_t shift) {
        std::vector<std::int64_t> list;
        for (std::int64_t f = 0; f < followed; ++f) {
            const std::int64_t multiprocessor =
                ((2 * f + 1) * multiprocessors / (2 * followed) + shift) % multiprocessors;
            for (std::int64_t turn = 0; turn < turns; ++turn) {
                const std::int64_t window = turn * windows / turns, first = turns * window / windows;
                const std::int64_t at = turns == each ? turn : each * window / windows + (turn - first);
                list.push_back(std::min(blocks - 1, multiprocessor + at * multiprocessors));
            }
        }
        return list;
    };
    // If row lengths vary, the mean over a hundred blocks has an error of about 5 %. Draw several samples and use the
    // most representative one.
    constexpr std::int64_t shifts = 16;
    std::vector<std::int64_t> best;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::int64_t shift = 0; shift < std::min(shifts, multiprocessors) && nearest > 0; ++shift) {
        std::vector<std::int64_t> list = followed_from(shift);
        const double off = std::abs(entries_beyond_mean(list, blocks, rows));
        if (off >= nearest) continue;
        nearest = off;
        best = std::move(list);
    }
    for (const std::int64_t block : best) add(block);
    for (std::int64_t from_end = 1, ends = 0; from_end <= blocks && ends < wanted / 2; from_end *= 2, ends += 2) {
        add(from_end - 1);
        add(blocks - from_end);
    }
    add_heavy();
    return {chosen.begin(), chosen.end()};
}

Trace sampled_trace(const TraceSubject& subject, const TraceSettings& settings, const RowFigures& rows,
                    std::int64_t entries, const Progress& progress) {
    TraceSettings wanted = settings;
    const std::int64_t slots = std::max<std::int64_t>(1, subject.value_slots);
    const auto multiprocessors = static_cast<std::int64_t>(settings.card.multiprocessors);
    wanted.blocks_of_launch = [slots, multiprocessors, entries, rows](std::int64_t blocks, int block_size) {
        const double work = std::max(static_cast<double>(slots), static_cast<double>(blocks) * block_size);
        const double share = std::min(1.0, static_cast<double>(entries) / work);
        return telling_blocks(blocks, static_cast<std::int64_t>(share * static_cast<double>(blocks)), multiprocessors,
                              rows);
    };
    wanted.runs_untraced = slots <= entries;
    wanted.correct = [card = settings.card](Trace& trace) {
        if (trace.traced_share() >= 1) return;
        for (simulated::LaunchCounts& launch : trace.launches) take_away(launch, excess_of(launch, trace, card));
    };
    return trace_kernel(subject, wanted, progress);
}

} // namespace warploom::app
