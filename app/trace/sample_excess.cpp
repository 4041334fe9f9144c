#include "app/trace/sample_excess.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace warploom::app {

namespace {

/// The part of the extrapolated DRAM traffic that exceeds the maximum possible for the whole grid. It occurs if the
/// traffic is extrapolated from a sample of blocks. The values are fractions (0 to 1) of the traffic of all arrays, or
/// of gathered arrays for `late`.
struct Excess {
    double bytes = 0, singles = 0, pairs = 0, late = 0;
    std::vector<double> of_array; ///< excess bytes of each array as a fraction of its traffic
};

double share_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// Computes the excess DRAM traffic of a sample. It is determined for each array, because the accesses to streamed
/// arrays are the same as in the whole grid.
Excess excess_of(const simulated::LaunchCounts& launch, const Trace& trace) {
    const simulated::Card& card = trace.settings.card;
    /// Fraction of the L2 cache available for reused data; streamed data uses the rest.
    constexpr double kept_in_l2 = 0.75;
    if (launch.blocks.empty() || card.l2_bytes <= 0) return {};
    const double weight = static_cast<double>(launch.launch.blocks) / static_cast<double>(launch.blocks.size());
    double bytes = 0, singles = 0, pairs = 0, late = 0;
    Excess excess;
    excess.of_array.resize(trace.arrays.size());
    for (std::size_t a = 0; a < trace.arrays.size(); ++a) {
        const simulated::TracedArray& array = trace.arrays[a];
        simulated::SiteCounts sum;
        bool is_gathered = false, is_written = false;
        for (std::size_t n = 0; n < launch.sites.size(); ++n) {
            const simulated::Site& site = trace.sites[n];
            if (site.array != static_cast<int>(a) || site.space != simulated::Space::global) continue;
            sum += launch.sites[n];
            is_gathered = is_gathered || site.is_gather;
            is_written = is_written || site.access != simulated::Access::load;
        }
        const double found = static_cast<double>(sum.dram_bytes) * weight;
        const double asked = static_cast<double>(sum.l2_sectors) * 32 * weight;
        const double most = static_cast<double>(array.size) * array.element_bytes * (is_written ? 2 : 1);
        const double missing = most > 0 ? std::max(0.0, 1 - kept_in_l2 * card.l2_bytes / most) : 0;
        const double share = share_of(std::max(0.0, found - (most + asked * missing)), found);
        excess.of_array[a] = share;
        bytes += found;
        singles += static_cast<double>(sum.dram_singles);
        pairs += static_cast<double>(sum.dram_pairs);
        excess.bytes += share * found;
        excess.singles += share * static_cast<double>(sum.dram_singles);
        excess.pairs += share * static_cast<double>(sum.dram_pairs);
        if (!is_gathered) continue;
        late += found;
        excess.late += share * found;
    }
    excess.bytes = share_of(excess.bytes, bytes);
    excess.singles = share_of(excess.singles, singles);
    excess.pairs = share_of(excess.pairs, pairs);
    excess.late = share_of(excess.late, late);
    return excess;
}

void take_away(simulated::LaunchCounts& launch, const std::vector<simulated::Site>& sites, const Excess& excess) {
    for (simulated::BlockCounts& block : launch.blocks) {
        block.dram_bytes *= 1 - excess.bytes;
        block.dram_singles *= 1 - excess.singles;
        block.dram_pairs *= 1 - excess.pairs;
        block.gather_sectors_late *= 1 - excess.late;
    }
    for (std::size_t n = 0; n < launch.sites.size(); ++n) {
        const auto array = static_cast<std::size_t>(sites[n].array);
        if (sites[n].space != simulated::Space::global || array >= excess.of_array.size()) continue;
        auto& bytes = launch.sites[n].dram_bytes;
        bytes = static_cast<std::int64_t>(static_cast<double>(bytes) * (1 - excess.of_array[array]));
    }
}

} // namespace

void remove_excess_traffic(Trace& trace) {
    // Apply this correction only to certain operations, because the model was fitted to published times of the other
    // operations without it.
    if (trace.operation != Operation::spmv && trace.operation != Operation::trsv && trace.operation != Operation::ilu)
        return;
    for (simulated::LaunchCounts& launch : trace.launches)
        if (static_cast<std::int64_t>(launch.blocks.size()) < launch.launch.blocks)
            take_away(launch, trace.sites, excess_of(launch, trace));
}

} // namespace warploom::app
