#include "app/trace_document.h"
#include "app/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>

namespace warploom::app {

using protocol::Json;
using protocol::number;
using namespace simulated;

namespace {

/// Every how manyth of `count` things is listed.
std::int64_t thinning(std::int64_t count) {
    return std::max<std::int64_t>(1, (count + most_blocks_listed - 1) / most_blocks_listed);
}

Json access_document(const Trace& trace, const Site& site, int launch, const SiteCounts& c) {
    const double mean =
        c.warp_instructions > 0 ? static_cast<double>(c.lane_accesses) / static_cast<double>(c.warp_instructions) : 0;
    return {{"array", site.array < 0 ? Json("") : Json(trace.arrays[site.array].name)},
            {"kind", to_string(site.access)},
            {"space", to_string(site.space)},
            {"file", site.file},
            {"line", site.line},
            {"kernel_line", site.kernel_line},
            {"launch", launch},
            {"warp_instructions", c.warp_instructions},
            {"lane_accesses", c.lane_accesses},
            {"mean_active_lanes", number(mean)},
            {"divergent_steps", c.divergent},
            {"transactions", c.transactions},
            {"ideal_transactions", c.ideal_transactions},
            {"bytes_fetched", c.bytes_fetched},
            {"bytes_used", c.bytes_used},
            {"l1_hits", c.l1_hits},
            {"l2_sectors", c.l2_sectors},
            {"l2_hits", c.l2_hits},
            {"dram_bytes", c.dram_bytes},
            {"bank_passes", c.bank_passes},
            {"bank_conflicts", c.bank_conflicts},
            {"serialised", c.serialised},
            {"flops", c.flops}};
}

Json access_documents(const Trace& trace) {
    Json list = Json::array();
    const std::vector<int> order = in_source_order(trace.sites);
    for (std::size_t l = 0; l < trace.launches.size(); ++l)
        for (const int n : order) {
            const auto& sites = trace.launches[l].sites;
            const auto at = static_cast<std::size_t>(n);
            if (at < sites.size() && sites[at].warp_instructions > 0)
                list.push_back(access_document(trace, trace.sites[at], static_cast<int>(l), sites[at]));
        }
    return list;
}

Json roofline_document(const Trace& trace) {
    double flops = 0, bytes = 0;
    for (const LaunchModel& launch : trace.model.launches) {
        flops += launch.flops;
        bytes += launch.dram_bytes;
    }
    const Card& card = trace.settings.card;
    const double each =
        trace.settings.precision == kernels::Precision::float32 ? card.fp32_per_clock : card.fp64_per_clock;
    return {{"flops", number(flops)},
            {"dram_bytes", number(bytes)},
            {"intensity", number(bytes > 0 ? flops / bytes : NAN)},
            {"gflops", number(trace.model.ns > 0 ? flops / trace.model.ns : NAN)},
            {"peak_gflops", number(2 * card.multiprocessors * card.clock_ghz * each)}, // an addition and a product each
            {"peak_gbytes_per_s", number(card.dram_gbytes_per_s)}};
}

Json launch_documents(const Trace& trace) {
    Json list = Json::array();
    for (std::size_t l = 0; l < trace.model.launches.size(); ++l) {
        const LaunchModel& model = trace.model.launches[l];
        const LaunchInfo& info = trace.launches[l].launch;
        const auto listed = static_cast<std::int64_t>(model.schedule.size());
        const std::int64_t every = thinning(listed);
        Json schedule = Json::array();
        for (std::int64_t i = 0; i < listed; i += every) {
            const ScheduledBlock& b = model.schedule[i];
            schedule.push_back(Json::array({b.block, b.multiprocessor, number(b.start_ns), number(b.end_ns)}));
        }
        list.push_back({{"kernel", info.kernel},
                        {"blocks", info.blocks},
                        {"block_size", info.block_size},
                        {"shared_bytes", trace.launches[l].shared_bytes},
                        {"ns", number(model.ns)},
                        {"binding", model.binding},
                        {"terms", terms_document(model.terms)},
                        {"occupancy", number(model.occupancy)},
                        {"resident_blocks", model.resident_blocks},
                        {"limited_by", model.limited_by},
                        {"schedule_every", every * std::max<std::int64_t>(1, model.schedule_every)},
                        {"schedule", schedule}});
    }
    return list;
}

/// Durations of the blocks that the schedule lists.
std::map<std::int64_t, double> durations(const LaunchModel& model) {
    std::map<std::int64_t, double> ns;
    for (const ScheduledBlock& b : model.schedule) ns[b.block] = b.end_ns - b.start_ns;
    return ns;
}

Json block_documents(const Trace& trace, std::int64_t every) {
    Json list = Json::array();
    std::int64_t at = 0;
    for (std::size_t l = 0; l < trace.launches.size(); ++l) {
        const auto ns = durations(trace.model.launches[l]);
        for (std::size_t i = 0; i < trace.launches[l].blocks.size(); ++i) {
            if (at++ % every != 0) continue;
            const BlockCounts& c = trace.launches[l].blocks[i];
            const TracedBlock& t = trace.blocks[l][i];
            const auto time = ns.find(c.block);
            const auto row = [](std::int64_t r) { return r < 0 ? Json(nullptr) : Json(r); };
            list.push_back({{"launch", l},
                            {"block", c.block},
                            {"ns", time == ns.end() ? Json(nullptr) : number(time->second)},
                            {"transactions", number(c.transactions + c.gather_transactions)},
                            {"dram_bytes", number(c.dram_bytes)},
                            {"warp_instructions", number(c.warp_instructions)},
                            {"first_row", row(t.first_row)},
                            {"last_row", row(t.last_row)}});
        }
    }
    return list;
}

Json finding_documents(const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& f : findings)
        list.push_back({{"kind", to_string(f.kind)},
                        {"sentence", f.sentence},
                        {"file", f.file},
                        {"line", f.line},
                        {"block", f.block},
                        {"warp", f.warp},
                        {"lanes", lane_mask(f.lanes)},
                        {"times", f.times}});
    return list;
}

} // namespace

std::vector<int> in_source_order(const std::vector<Site>& sites) {
    std::vector<int> order(sites.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return sites[a].position < sites[b].position; });
    return order;
}

Json card_document(const Card& card) { return Json::parse(card_to_json(card)); }

Json input_document(const InputInfo& input) {
    return {{"name", input.name},
            {"rows", input.rows},
            {"cols", input.cols},
            {"nonzeros", input.nonzeros},
            {"hash", protocol::hash_text(input.hash)}};
}

Json matrix_document(const Matrix& matrix) { return input_document(input_of(matrix)); }

Json array_documents(const std::vector<TracedArray>& arrays) {
    Json list = Json::array();
    for (const TracedArray& a : arrays)
        list.push_back({{"name", a.name},
                        {"space", to_string(a.space)},
                        {"element_bytes", a.element_bytes},
                        {"size", a.size},
                        {"base", a.base}});
    return list;
}

Json terms_document(const ModelTerms& terms) {
    Json document = Json::object();
    for (const ModelTerm& term : model_terms()) document[term.key] = number(terms.*term.value);
    return document;
}

Json cards_document() {
    std::vector<std::string> complaints;
    Json list = Json::array();
    for (const Card& card : cards(&complaints)) list.push_back(card_document(card));
    return {{"cards", list}, {"complaints", complaints}};
}

Json trace_document(const Matrix& matrix, const Trace& trace) { return trace_document(input_of(matrix), trace); }

Json trace_document(const InputInfo& input, const Trace& trace) {
    SiteCounts all;
    std::int64_t barriers = 0, traced = 0;
    for (const LaunchCounts& launch : trace.launches) {
        traced += static_cast<std::int64_t>(launch.blocks.size());
        for (std::size_t n = 0; n < launch.sites.size(); ++n) {
            all += launch.sites[n];
            if (trace.sites[n].access == Access::barrier) barriers += launch.sites[n].warp_instructions;
        }
    }
    const TraceSettings& settings = trace.settings;
    const std::int64_t every = thinning(traced);
    const auto optional = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
    return {{"operation", kernels::to_string(trace.operation)},
            {"matrix", input_document(input)},
            {"kernel", settings.kernel},
            {"format", trace.format},
            {"card", card_document(settings.card)},
            {"precision", kernels::to_string(settings.precision)},
            {"block", settings.block},
            {"cache", settings.cache == kernels::CacheState::cold ? "cold" : "warm"},
            {"transfers", settings.with_transfers},
            {"lane_order_seed", settings.lane_order_seed},
            {"leading_dimension", optional(trace.leading_dimension)},
            {"traced_share", trace.traced_share()},
            {"sample",
             {{"blocks", trace.grid_blocks},
              {"traced", trace.traced_blocks},
              {"halves_differ", optional(trace.halves_differ)}}},
            {"accesses", access_documents(trace)},
            {"mean_active_lanes", number(trace.mean_active_lanes())},
            {"divergent_steps", all.divergent},
            {"bank_conflicts", all.bank_conflicts},
            {"flops", all.flops},
            {"barriers", barriers},
            {"modelled_ns", number(trace.model.ns)},
            {"binding", trace.model.binding},
            {"terms", terms_document(trace.model.terms)},
            {"roofline", roofline_document(trace)},
            {"launches", launch_documents(trace)},
            {"blocks_every", every},
            {"blocks", block_documents(trace, every)},
            {"findings", finding_documents(trace.findings)},
            {"arrays", array_documents(trace.arrays)}};
}

} // namespace warploom::app
