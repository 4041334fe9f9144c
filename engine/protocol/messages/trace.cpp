#include "engine/protocol/messages/trace.h"

#include "engine/items.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::protocol {

using simulated::ScheduledBlock;

WARPLOOM_FIELDS(Terms, {"The terms of the model: what a launch would take if only this were slow",
                        transform_to_vector(simulated::model_terms(), [](const simulated::ModelTerm& term) {
                            return Field<Terms>{term.key, "ns", term.value, term.title, not_negative};
                        })})
double Counts::mean_active_lanes() const {
    return warp_instructions > 0 ? static_cast<double>(lane_accesses) / static_cast<double>(warp_instructions) : 0;
}

WARPLOOM_FIELDS(
    Counts,
    {"Counts of a place in the source",
     {{"warp_instructions", "", &Counts::warp_instructions, "", count},
      {"lane_accesses", "", &Counts::lane_accesses, "", count},
      {"mean_active_lanes", "", &Counts::mean_active_lanes, "lane accesses / warp instructions"},
      {"divergent_steps", "", &Counts::divergent, "warp instructions with fewer than 32 active lanes", count},
      {"transactions", "", &Counts::transactions, "", count},
      {"ideal_transactions", "", &Counts::ideal_transactions, "had the same bytes lain side by side", count},
      Field<Counts>{"bytes_fetched", "bytes", &Counts::bytes_fetched, "by the transactions", count}.column("fetched"),
      Field<Counts>{"bytes_used", "bytes", &Counts::bytes_used,
                    "distinct bytes that the lanes of an instruction ask for", count}
          .column("used"),
      {"l1_hits", "", &Counts::l1_hits, "transactions, or sectors of them, found in L1", count},
      {"l2_sectors", "", &Counts::l2_sectors, "of 32 bytes", count},
      {"l2_hits", "", &Counts::l2_hits, "of these sectors", count},
      {"dram_bytes", "bytes", &Counts::dram_bytes, "to and from memory", count},
      {"bank_passes", "", &Counts::bank_passes, "over the banks of shared memory", count},
      {"bank_conflicts", "", &Counts::bank_conflicts, "passes beyond the ideal", count},
      {"serialised", "", &Counts::serialised, "atomics: passes beyond the first", count},
      {"flops", "", &Counts::flops, "", count}}})

WARPLOOM_FIELDS(TraceAccess, Fields<TraceAccess>{"An access of `trace`",
                                                 {{"array", "", &TraceAccess::array, "empty where there is none"},
                                                  {"kind", "", &TraceAccess::kind, ""},
                                                  {"space", "", &TraceAccess::space, ""},
                                                  {"file", "", &TraceAccess::file, ""},
                                                  {"line", "", &TraceAccess::line, "in `file`", count},
                                                  {"kernel_line", "", &TraceAccess::kernel_line,
                                                   "of the kernel, from which a helper in `file` was called", count},
                                                  {"launch", "", &TraceAccess::launch, "", count}}}
                                 .with(Counts::fields()))
Json Value<ScheduledBlock>::write(const ScheduledBlock& b) {
    return Json::array({b.block, b.multiprocessor, number(b.start_ns), number(b.end_ns)});
}

void Value<ScheduledBlock>::read(ScheduledBlock& b, const Reader& in, const Rule&) {
    constexpr Rule multiprocessors{.least = 0, .greatest = 100'000};
    if (in.list_size() != 4) in.refuse(sentence("[block, multiprocessor, start, end]"));
    b.block = in.item(0).whole(count);
    Value<int>::read(b.multiprocessor, in.item(1), multiprocessors);
    b.start_ns = in.item(2).number(not_negative);
    b.end_ns = in.item(3).number(not_negative);
    if (!(b.end_ns >= b.start_ns)) in.refuse(sentence("a block that does not end before it starts"));
}

WARPLOOM_FIELDS(TraceLaunch,
                {"A launch of `trace`",
                 {{"kernel", "", &Self::kernel, ""},
                  {"blocks", "", &Self::blocks, "of the grid", needed_count},
                  {"block_size", "", &Self::block_size, "threads", count},
                  {"shared_bytes", "bytes", &Self::shared_bytes, "the most that one block uses", count},
                  {"ns", "ns", &Self::ns, "modelled", Rule{.is_needed = true, .least = 0}},
                  {"binding", "", &Self::binding, "the term that decides"},
                  {"terms", "", &Self::terms, ""},
                  {"occupancy", "", &Self::occupancy, "resident threads / the card's limit", not_negative},
                  {"resident_blocks", "", &Self::resident_blocks, "of one multiprocessor at a time", count},
                  {"limited_by", "", &Self::limited_by,
                   "`threads`, `blocks`, `shared memory`, `registers` or `grid`: what keeps more blocks away"},
                  {"schedule_every", "", &Self::schedule_every, "only every k-th block stands in `schedule`",
                   Rule{.least = 1, .greatest = most_counted}},
                  {"schedule", "", &Self::schedule, "start and end in ns; at most about 4096 of them"}}})

WARPLOOM_FIELDS(TraceBlock,
                {"A block of `trace`",
                 {{"launch", "", &TraceBlock::launch, "", count},
                  {"block", "", &TraceBlock::block, "", needed_count},
                  {"ns", "ns", &TraceBlock::ns, "null where the schedule leaves it out", not_negative},
                  {"transactions", "", &TraceBlock::transactions, "", not_negative},
                  {"dram_bytes", "bytes", &TraceBlock::dram_bytes, "", not_negative},
                  {"warp_instructions", "", &TraceBlock::warp_instructions, "", not_negative},
                  Field<TraceBlock>{
                      "first_row", "", &TraceBlock::first_row,
                      "of y (of x, for a tridiagonal system) that it wrote; null where it wrote none, or where the "
                      "kernel permutes its rows"}
                      .only_if([](const TraceBlock& b) { return b.first_row >= 0; }),
                  Field<TraceBlock>{"last_row", "", &TraceBlock::last_row, ""}.only_if([](const TraceBlock& b) {
                      return b.last_row >= 0;
                  })}})

WARPLOOM_FIELDS(TracePreparation, {"`prepare` of `trace` and `check`: what that function costs, once for a matrix",
                                   {{"launches", "", &Self::launches, "", count},
                                    {"transactions", "", &Self::transactions, "of global memory", count},
                                    {"bytes", "bytes", &Self::bytes, "fetched by them", count},
                                    {"steps", "", &Self::steps, "warp instructions", count},
                                    {"modelled_ns", "ns", &Self::modelled_ns, "modelled for the card", not_negative}}})

WARPLOOM_FIELDS(TraceFinding, {"A finding of `trace`",
                               {{"kind", "", &TraceFinding::kind, ""},
                                {"sentence", "", &TraceFinding::sentence, "whole, with kernel, line, block and lanes"},
                                {"file", "", &TraceFinding::file, ""},
                                {"line", "", &TraceFinding::line, "", count},
                                {"block", "", &TraceFinding::block, "", count},
                                {"warp", "", &TraceFinding::warp, "", count},
                                {"lanes", "", "32 lanes as 8 hexadecimal digits", false,
                                 [](const TraceFinding& f) { return Value<Lanes>::write(Lanes{f.lanes}); },
                                 [](TraceFinding& f, const Reader& in) { f.lanes = read_value<Lanes>(in).bits; }},
                                {"times", "", &TraceFinding::times, "how often, at this line", count}}})

WARPLOOM_FIELDS(
    TraceSample,
    {"`sample` of `trace`",
     {{"blocks", "", &TraceSample::blocks, "of the grids", count},
      {"traced", "", &TraceSample::traced, "of them", count},
      {"halves_differ", "", &TraceSample::halves_differ,
       "the largest relative difference of transactions a block and of mean active lanes between two halves of the "
       "sample; null where every block was traced or the sample cannot be halved",
       not_negative}}})

WARPLOOM_FIELDS(Roofline,
                {"`roofline` of `trace`, for the whole grid",
                 {{"flops", "", &Roofline::flops, "", not_negative},
                  {"dram_bytes", "bytes", &Roofline::dram_bytes, "", not_negative},
                  {"intensity", "", &Roofline::intensity, "operations for each byte", not_negative},
                  {"gflops", "gflops", &Roofline::gflops, "modelled", not_negative},
                  {"peak_gflops", "gflops", &Roofline::peak_gflops, "of the card, in this precision", not_negative},
                  {"peak_gbytes_per_s", "gbytes_per_s", &Roofline::peak_gbytes_per_s, "of the card", not_negative}}})

WARPLOOM_FIELDS(
    Trace,
    {"The document of `trace`",
     {{"operation", "", &Trace::operation, ""},
      {"matrix", "", &Trace::matrix, ""},
      {"kernel", "", &Trace::kernel, "with its switches or its product"},
      {"format", "", &Trace::format, ""},
      {"card", "", &Trace::card, "whole, see below"},
      {"precision", "", &Trace::precision, ""},
      {"block", "", &Trace::block, "threads a block", count},
      {"cache", "", &Trace::cache, ""},
      {"transfers", "", &Trace::transfers, "whether copies are part of the time"},
      {"lane_order_seed", "", &Trace::lane_order_seed, "0: warps and blocks run in ascending order"},
      {"leading_dimension", "", &Trace::leading_dimension,
       "distance, in slots, between two entries of a row where a format is stored column by column (ELL, the ELL "
       "part of HYB, DIA), else null"},
      {"traced_share", "", &Trace::traced_share, "blocks that were counted / blocks of the grids",
       Rule{.least = 0, .greatest = 1}},
      {"sample", "", &Trace::sample, ""},
      {"accesses", "", &Trace::accesses,
       "one for each place that does one thing to one array, in the order of the source"},
      {"mean_active_lanes", "", &Trace::mean_active_lanes, "over all warp instructions of `accesses`", not_negative},
      {"divergent_steps", "", &Trace::divergent_steps, "warp instructions with fewer than 32 active lanes", count},
      {"bank_conflicts", "", &Trace::bank_conflicts, "", count},
      {"flops", "", &Trace::flops, "", count},
      {"barriers", "", &Trace::barriers, "", count},
      {"modelled_ns", "ns", &Trace::modelled_ns, "of the whole grid", Rule{.is_needed = true, .least = 0}},
      {"binding", "", &Trace::binding, "the term that decides"},
      {"terms", "", &Trace::terms, "sums over the launches"},
      {"roofline", "", &Trace::roofline, ""},
      {"launches", "", &Trace::launches, ""},
      Field<Trace>{"prepare", "", &Trace::prepare,
                   "what `prepare` costs beside the call; absent where it launches nothing"}
          .or_left_out(),
      {"blocks_every", "", &Trace::blocks_every, "only every k-th block stands in `blocks`", count},
      {"blocks", "", &Trace::blocks, ""},
      {"findings", "", &Trace::findings, "findings of the simulated GPU"},
      {"printed", "", &Trace::printed,
       "what `printf` of a written kernel wrote, block after block: the first 1,000 calls of a lane, 64 KiB at most"},
      {"not_printed", "", &Trace::not_printed, "calls of `printf` beyond that", count},
      {"arrays", "", &Trace::arrays, ""}}})

Trace read_trace(const Json& json) {
    static const DocumentSource source{"trace.malformed", "The worker's trace is damaged",
                                       "Restart the worker (Tools menu) and look at its log."};
    return read<Trace>(json, source);
}

const TraceLaunch* longest_launch(const Trace& trace) {
    const auto at = std::max_element(trace.launches.begin(), trace.launches.end(),
                                     [](const TraceLaunch& a, const TraceLaunch& b) { return a.ns < b.ns; });
    return at == trace.launches.end() ? nullptr : &*at;
}

std::optional<SlowBlock> slow_block_of(const Trace& trace) {
    const TraceLaunch* const longest = longest_launch(trace);
    constexpr std::size_t least = 3; // of fewer blocks none is typical
    if (longest == nullptr || longest->schedule.size() < least || longest->ns < trace.modelled_ns / 2)
        return std::nullopt;
    const auto& schedule = longest->schedule;
    std::vector<double> lengths, ends;
    const simulated::ScheduledBlock* slowest = &schedule.front();
    double start = slowest->start_ns;
    for (const simulated::ScheduledBlock& block : schedule) {
        lengths.push_back(block.end_ns - block.start_ns);
        ends.push_back(block.end_ns);
        start = std::min(start, block.start_ns);
        if (block.end_ns - block.start_ns > slowest->end_ns - slowest->start_ns) slowest = &block;
    }
    std::sort(lengths.begin(), lengths.end());
    std::sort(ends.begin(), ends.end());
    const double typical = lengths[lengths.size() / 2], end = ends.back(), nine_of_ten = ends[ends.size() * 9 / 10 - 1];
    constexpr double much = 2, half = 0.5;
    SlowBlock found;
    found.launch = static_cast<int>(longest - trace.launches.data());
    found.block = slowest->block;
    found.times_typical = typical > 0 ? lengths.back() / typical : 0;
    found.waiting_share = end > start ? (end - nine_of_ten) / (end - start) : 0;
    if (found.times_typical < much || found.waiting_share < half) return std::nullopt;
    for (const TraceBlock& block : trace.blocks)
        if (block.launch == found.launch && block.block == found.block && block.has_rows()) {
            found.first_row = block.first_row;
            found.last_row = block.last_row;
        }
    return found;
}

} // namespace warploom::protocol
