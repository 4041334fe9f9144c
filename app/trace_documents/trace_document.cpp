#include "app/trace_documents/trace_document.h"
#include "engine/items.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace warploom::app {

using namespace simulated;

namespace {

/// Returns the smallest k such that a list of every k-th element of `count` elements does not exceed
/// most_blocks_listed.
std::int64_t thinning(std::int64_t count) {
    return std::max<std::int64_t>(1, (count + most_blocks_listed - 1) / most_blocks_listed);
}

std::vector<protocol::TraceAccess> accesses_of(const Trace& trace) {
    std::vector<protocol::TraceAccess> list;
    const std::vector<int> order = in_source_order(trace.sites);
    for (std::size_t l = 0; l < trace.launches.size(); ++l)
        for (const int n : order) {
            const auto& counts = trace.launches[l].sites;
            const auto at = static_cast<std::size_t>(n);
            if (at >= counts.size() || counts[at].warp_instructions == 0) continue;
            const Site& site = trace.sites[at];
            protocol::TraceAccess access;
            static_cast<simulated::SiteCounts&>(access) = counts[at];
            if (site.array >= 0) access.array = trace.arrays[site.array].name;
            access.kind = site.access;
            access.space = site.space;
            access.file = site.file;
            access.line = site.line;
            access.kernel_line = site.kernel_line;
            access.launch = static_cast<int>(l);
            list.push_back(std::move(access));
        }
    return list;
}

protocol::Roofline roofline_of(const Trace& trace) {
    protocol::Roofline roofline;
    roofline.flops = roofline.dram_bytes = 0;
    for (const LaunchModel& launch : trace.model.launches) {
        roofline.flops += launch.flops;
        roofline.dram_bytes += launch.dram_bytes;
    }
    const Card& card = trace.settings.card;
    if (roofline.dram_bytes > 0) roofline.intensity = roofline.flops / roofline.dram_bytes;
    if (trace.model.ns > 0) roofline.gflops = roofline.flops / trace.model.ns;
    roofline.peak_gflops = peak_gflops(card, trace.settings.precision);
    roofline.peak_gbytes_per_s = card.dram_gbytes_per_s;
    return roofline;
}

std::vector<protocol::TraceLaunch> launches_of(const Trace& trace) {
    std::vector<protocol::TraceLaunch> list;
    for (std::size_t l = 0; l < trace.model.launches.size(); ++l) {
        const LaunchModel& model = trace.model.launches[l];
        const LaunchInfo& info = trace.launches[l].launch;
        const auto listed = static_cast<std::int64_t>(model.schedule.size());
        const std::int64_t every = thinning(listed);
        protocol::TraceLaunch launch{info.kernel,
                                     info.blocks,
                                     info.block_size,
                                     trace.launches[l].shared_bytes,
                                     model.ns,
                                     model.binding,
                                     {model.terms},
                                     model.occupancy,
                                     model.resident_blocks,
                                     model.limited_by,
                                     every * std::max<std::int64_t>(1, model.schedule_every),
                                     {}};
        for (std::int64_t i = 0; i < listed; i += every) launch.schedule.push_back(model.schedule[i]);
        list.push_back(std::move(launch));
    }
    return list;
}

/// Returns the duration of each block in the modeled schedule of a launch, in nanoseconds, by block index.
std::map<std::int64_t, double> durations(const LaunchModel& model) {
    std::map<std::int64_t, double> ns;
    for (const ScheduledBlock& b : model.schedule) ns[b.block] = b.end_ns - b.start_ns;
    return ns;
}

std::vector<protocol::TraceBlock> blocks_of(const Trace& trace, std::int64_t every) {
    std::vector<protocol::TraceBlock> list;
    std::int64_t at = 0;
    for (std::size_t l = 0; l < trace.launches.size(); ++l) {
        const auto ns = durations(trace.model.launches[l]);
        for (std::size_t i = 0; i < trace.launches[l].blocks.size(); ++i) {
            if (at++ % every != 0) continue;
            const BlockCounts& c = trace.launches[l].blocks[i];
            const auto time = ns.find(c.block);
            list.push_back({static_cast<int>(l), c.block, time == ns.end() ? not_known : time->second,
                            c.transactions + c.gather_transactions, c.dram_bytes, c.warp_instructions,
                            trace.blocks[l][i].first_row, trace.blocks[l][i].last_row});
        }
    }
    return list;
}

} // namespace

double peak_gflops(const Card& card, Precision precision) {
    const double each = precision == Precision::float32 ? card.fp32_per_clock : card.fp64_per_clock;
    return 2 * card.multiprocessors * card.clock_ghz * each;
}

std::optional<protocol::TracePreparation> preparation_of(const Trace& trace) {
    if (trace.preparation.launches.empty()) return std::nullopt;
    protocol::TracePreparation costs;
    costs.launches = static_cast<std::int64_t>(trace.preparation.launches.size());
    for (const LaunchCounts& launch : trace.preparation.launches)
        for (const SiteCounts& site : launch.sites) {
            costs.transactions += site.transactions;
            costs.bytes += site.bytes_fetched;
            costs.steps += site.warp_instructions;
        }
    costs.modelled_ns = trace.preparation.model.ns;
    return costs;
}

std::vector<protocol::Array> arrays_of(const std::vector<TracedArray>& arrays) {
    return transform_to_vector(arrays, [](const TracedArray& array) { return protocol::Array{array}; });
}

std::vector<int> in_source_order(const std::vector<Site>& sites) {
    std::vector<int> order(sites.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return sites[a].position < sites[b].position; });
    return order;
}

Json cards_document(const std::vector<Card>& cards, const std::vector<std::string>& complaints) {
    return {{"cards", transform_to_vector(cards, [](const Card& card) { return protocol::CardInUse::of(card).json; })},
            {"complaints", complaints}};
}

protocol::Trace trace_document(const InputInfo& input, const Trace& trace) {
    const TraceSettings& settings = trace.settings;
    protocol::Trace document;
    document.operation = kernels::to_string(trace.operation);
    document.matrix = input;
    document.kernel = settings.kernel;
    document.format = trace.format;
    document.card = protocol::CardInUse::of(settings.card);
    document.precision = settings.precision;
    document.block = settings.block;
    document.cache = settings.cache;
    document.transfers = settings.with_transfers;
    document.lane_order_seed = settings.lane_order_seed;
    document.leading_dimension = trace.leading_dimension;
    document.traced_share = trace.traced_share();
    document.sample = {trace.grid_blocks, trace.traced_blocks, trace.halves_differ};
    document.accesses = accesses_of(trace);
    document.mean_active_lanes = trace.mean_active_lanes();
    std::int64_t traced = 0;
    for (const LaunchCounts& launch : trace.launches) {
        traced += static_cast<std::int64_t>(launch.blocks.size());
        for (std::size_t n = 0; n < launch.sites.size(); ++n) {
            document.divergent_steps += launch.sites[n].divergent;
            document.bank_conflicts += launch.sites[n].bank_conflicts;
            document.flops += launch.sites[n].flops;
            if (trace.sites[n].access == Access::barrier) document.barriers += launch.sites[n].warp_instructions;
        }
    }
    document.modelled_ns = trace.model.ns;
    document.binding = trace.model.binding;
    document.terms = {trace.model.terms};
    document.roofline = roofline_of(trace);
    document.launches = launches_of(trace);
    document.counters = protocol::profiler_counts(document);
    document.prepare = preparation_of(trace);
    document.blocks_every = thinning(traced);
    document.blocks = blocks_of(trace, document.blocks_every);
    for (const Finding& finding : trace.findings) document.findings.push_back({finding});
    document.printed = trace.printed.text;
    document.not_printed = trace.printed.lost;
    document.arrays = arrays_of(trace.arrays);
    return document;
}

} // namespace warploom::app
