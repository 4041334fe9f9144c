#include "engine/protocol/messages/trace.h"

#include "engine/items.h"
#include "engine/sentence.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace warploom::protocol {

using simulated::ScheduledBlock;

namespace {

/// Returns the description of a term of the time model for docs/protocol.md.
const char* meaning_of(std::string_view key) {
    static constexpr std::pair<std::string_view, const char*> meanings[]{
        {"dram", "time for device memory traffic"},
        {"l2", "time for L2 traffic"},
        {"transactions", "time to issue global memory transactions"},
        {"start", "time to start the blocks"},
        {"shared", "time for shared memory accesses"},
        {"issue", "time to issue warp instructions"},
        {"arithmetic", "time for arithmetic instructions"},
        {"latency", "time spent waiting for memory latency"},
        {"launch", "launch overhead"},
        {"transfer", "time for copies between host and device"}};
    const auto* const found = std::find_if(std::begin(meanings), std::end(meanings),
                                           [&](const auto& meaning) { return meaning.first == key; });
    return found != std::end(meanings) ? found->second : "";
}

} // namespace

WARPLOOM_FIELDS(Terms, {"The model terms: the launch time if only one resource limited it",
                        transform_to_vector(simulated::model_terms(), [](const simulated::ModelTerm& term) {
                            return Field<Terms>{term.key, "ns", term.value, meaning_of(term.key), not_negative};
                        })})
double Counts::mean_active_lanes() const {
    return warp_instructions > 0 ? static_cast<double>(lane_accesses) / static_cast<double>(warp_instructions) : 0;
}

WARPLOOM_FIELDS(
    Counts,
    {"Counts of a source location",
     {{"warp_instructions", "", &Counts::warp_instructions, "number of warp instructions", count},
      {"lane_accesses", "", &Counts::lane_accesses, "number of active lanes, summed over all warp instructions", count},
      {"mean_active_lanes", "", &Counts::mean_active_lanes, "`lane_accesses` divided by `warp_instructions`"},
      {"divergent_steps", "", &Counts::divergent, "number of warp instructions with fewer than 32 active lanes", count},
      {"transactions", "", &Counts::transactions, "number of memory transactions", count},
      {"ideal_transactions", "", &Counts::ideal_transactions,
       "number of transactions needed if the same bytes were contiguous", count},
      Field<Counts>{"bytes_fetched", "bytes", &Counts::bytes_fetched, "bytes transferred by the transactions", count}
          .column("fetched"),
      Field<Counts>{
          "bytes_used", "bytes", &Counts::bytes_used,
          "bytes requested by the lanes; bytes requested by several lanes of a warp instruction are counted once",
          count}
          .column("used"),
      {"l1_hits", "", &Counts::l1_hits, "number of transactions or sectors that hit in L1", count},
      {"l2_sectors", "", &Counts::l2_sectors, "number of 32-byte sectors requested from L2", count},
      {"l2_hits", "", &Counts::l2_hits, "number of requested sectors that hit in L2", count},
      {"dram_bytes", "bytes", &Counts::dram_bytes, "bytes transferred to and from device memory", count},
      {"bank_passes", "", &Counts::bank_passes, "number of shared memory bank passes", count},
      {"bank_conflicts", "", &Counts::bank_conflicts, "number of extra passes caused by bank conflicts", count},
      {"serialised", "", &Counts::serialised,
       "number of extra passes of atomic operations, caused by several lanes that access the same address", count},
      {"flops", "", &Counts::flops, "number of floating-point operations", count}}})

WARPLOOM_FIELDS(TraceAccess,
                Fields<TraceAccess>{
                    "An access in `trace`",
                    {{"array", "", &TraceAccess::array,
                      "name of the accessed array; empty if the source location accesses no array"},
                     {"kind", "", &TraceAccess::kind, "type of access"},
                     {"space", "", &TraceAccess::space, "memory space"},
                     {"file", "", &TraceAccess::file, "source file"},
                     {"line", "", &TraceAccess::line, "line number in `file`", count},
                     {"kernel_line", "", &TraceAccess::kernel_line,
                      "line of the kernel that contains the access or calls the function in `file`", count},
                     {"launch", "", &TraceAccess::launch, "launch index", count}}}
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
    if (!(b.end_ns >= b.start_ns)) in.refuse(sentence("a block that ends no earlier than it starts"));
}

WARPLOOM_FIELDS(TraceLaunch,
                {"A launch in `trace`",
                 {{"kernel", "", &Self::kernel, "name of the kernel"},
                  {"blocks", "", &Self::blocks, "number of blocks in the grid", needed_count},
                  {"block_size", "", &Self::block_size, "threads per block", count},
                  {"shared_bytes", "bytes", &Self::shared_bytes, "maximum shared memory per block", count},
                  {"ns", "ns", &Self::ns, "modeled time", Rule{.is_needed = true, .least = 0}},
                  {"binding", "", &Self::binding, "largest model term, which dominates the modeled time"},
                  {"terms", "", &Self::terms, "modeled time for each resource"},
                  {"occupancy", "", &Self::occupancy,
                   "resident threads divided by the maximum number of resident threads", not_negative},
                  {"resident_blocks", "", &Self::resident_blocks, "number of resident blocks per multiprocessor",
                   count},
                  {"limited_by", "", &Self::limited_by,
                   "resource that limits the number of resident blocks: `threads`, `blocks`, `shared memory`, "
                   "`registers` or `grid`"},
                  {"schedule_every", "", &Self::schedule_every, "interval between the blocks listed in `schedule`",
                   Rule{.least = 1, .greatest = most_counted}},
                  {"schedule", "", &Self::schedule, "start and end times of up to about 4096 blocks, in ns"}}})

WARPLOOM_FIELDS(
    TraceBlock,
    {"A block in `trace`",
     {{"launch", "", &TraceBlock::launch, "launch index", count},
      {"block", "", &TraceBlock::block, "block index in the grid", needed_count},
      {"ns", "ns", &TraceBlock::ns, "duration of the block; null if the block is not in `schedule`", not_negative},
      {"transactions", "", &TraceBlock::transactions, "number of global memory transactions", not_negative},
      {"dram_bytes", "bytes", &TraceBlock::dram_bytes, "bytes transferred to and from device memory", not_negative},
      {"warp_instructions", "", &TraceBlock::warp_instructions, "number of warp instructions", not_negative},
      Field<TraceBlock>{"first_row", "", &TraceBlock::first_row,
                        "first row of y (or, for a tridiagonal system, of x) that the block writes; null if the block "
                        "writes no rows or the kernel permutes rows"}
          .only_if([](const TraceBlock& b) { return b.first_row >= 0; }),
      Field<TraceBlock>{"last_row", "", &TraceBlock::last_row,
                        "last row that the block writes; null if `first_row` is null"}
          .only_if([](const TraceBlock& b) { return b.last_row >= 0; })}})

WARPLOOM_FIELDS(TracePreparation,
                {"The `prepare` object of `trace` and `check`: the one-time cost of this function per matrix",
                 {{"launches", "", &Self::launches, "number of launches", count},
                  {"transactions", "", &Self::transactions, "number of global memory transactions", count},
                  {"bytes", "bytes", &Self::bytes, "bytes fetched by these transactions", count},
                  {"steps", "", &Self::steps, "number of warp instructions", count},
                  {"modelled_ns", "ns", &Self::modelled_ns, "modeled time on the card", not_negative}}})

WARPLOOM_FIELDS(TraceFinding,
                {"A finding in `trace`",
                 {{"kind", "", &TraceFinding::kind, "type of error"},
                  {"sentence", "", &TraceFinding::sentence,
                   "complete error message with the kernel, line, block and lanes"},
                  {"file", "", &TraceFinding::file, "source file"},
                  {"line", "", &TraceFinding::line, "line number in `file`", count},
                  Field<TraceFinding>{"launch", "", "index of the launch; 0 if absent", false,
                                      [](const TraceFinding& f) { return f.launch == 0 ? Json() : Json(f.launch); },
                                      [](TraceFinding& f, const Reader& in) { f.launch = read_value<int>(in); }}
                      .or_left_out(),
                  {"block", "", &TraceFinding::block, "block index in the grid", count},
                  {"warp", "", &TraceFinding::warp, "warp index in the block", count},
                  {"lanes", "", "mask of the affected lanes (8 hexadecimal digits)", false,
                   [](const TraceFinding& f) { return Value<Lanes>::write(Lanes{f.lanes}); },
                   [](TraceFinding& f, const Reader& in) { f.lanes = read_value<Lanes>(in).bits; }},
                  {"times", "", &TraceFinding::times, "number of times that the error occurred at this line", count}}})

WARPLOOM_FIELDS(TraceSample,
                {"The `sample` object of `trace`",
                 {{"blocks", "", &TraceSample::blocks, "total number of blocks in all launches", count},
                  {"traced", "", &TraceSample::traced, "number of traced blocks", count},
                  {"halves_differ", "", &TraceSample::halves_differ,
                   "relative difference between two halves of the traced blocks, in transactions per block or in mean "
                   "active lanes, whichever is larger; null if every block was traced or the blocks cannot be split",
                   not_negative}}})

WARPLOOM_FIELDS(
    Roofline,
    {"The `roofline` object of `trace`, for the whole grid",
     {{"flops", "", &Roofline::flops, "number of floating-point operations", not_negative},
      {"dram_bytes", "bytes", &Roofline::dram_bytes, "bytes transferred to and from device memory", not_negative},
      {"intensity", "", &Roofline::intensity, "floating-point operations per byte", not_negative},
      {"gflops", "gflops", &Roofline::gflops, "modeled performance", not_negative},
      {"peak_gflops", "gflops", &Roofline::peak_gflops, "peak performance of the card in the selected precision",
       not_negative},
      {"peak_gbytes_per_s", "gbytes_per_s", &Roofline::peak_gbytes_per_s, "peak bandwidth of the card", not_negative}}})

WARPLOOM_FIELDS(
    Trace,
    {"The `trace` document",
     {{"operation", "", &Trace::operation, "traced operation"},
      {"matrix", "", &Trace::matrix, "input matrix"},
      {"kernel", "", &Trace::kernel, "kernel ID, including optimization switches or the SpMV kernel, as in `cg:ell`"},
      {"format", "", &Trace::format, "ID of the storage format"},
      {"card", "", &Trace::card, "all card parameters; see \"A card\""},
      {"precision", "", &Trace::precision, "precision of the values"},
      {"block", "", &Trace::block, "threads per block", count},
      {"cache", "", &Trace::cache, "state of the caches"},
      {"transfers", "", &Trace::transfers, "whether the time includes copies between host and device"},
      {"lane_order_seed", "", &Trace::lane_order_seed,
       "seed for the execution order of warps and blocks; 0 for ascending order"},
      {"leading_dimension", "", &Trace::leading_dimension,
       "distance in slots between consecutive entries of a row in column-major formats (ELL, the ELL part of HYB, "
       "DIA); null for other formats"},
      {"traced_share", "", &Trace::traced_share, "fraction of the blocks of all launches that were traced",
       Rule{.least = 0, .greatest = 1}},
      {"sample", "", &Trace::sample, "total number of blocks and number of traced blocks"},
      {"accesses", "", &Trace::accesses, "one element per source location and accessed array, in source order"},
      Field<Trace>{"counters", "", &Trace::counters,
                   "counts that Nsight Compute also reports, with its names; empty for cards that do not count in "
                   "32-byte sectors"}
          .or_left_out(),
      {"mean_active_lanes", "", &Trace::mean_active_lanes,
       "mean number of active lanes over all warp instructions in `accesses`", not_negative},
      {"divergent_steps", "", &Trace::divergent_steps, "number of warp instructions with fewer than 32 active lanes",
       count},
      {"bank_conflicts", "", &Trace::bank_conflicts, "number of extra passes caused by bank conflicts", count},
      {"flops", "", &Trace::flops, "number of floating-point operations", count},
      {"barriers", "", &Trace::barriers, "number of barriers that were executed", count},
      {"modelled_ns", "ns", &Trace::modelled_ns, "modeled time of all launches, including blocks that were not traced",
       Rule{.is_needed = true, .least = 0}},
      {"binding", "", &Trace::binding, "largest model term, which dominates the modeled time"},
      {"terms", "", &Trace::terms, "modeled time for each resource, summed over all launches"},
      {"roofline", "", &Trace::roofline, "data for a roofline chart"},
      {"launches", "", &Trace::launches, "kernel launches of one call"},
      Field<Trace>{"prepare", "", &Trace::prepare,
                   "additional cost of the kernel's `prepare` function; absent if `prepare` launches nothing"}
          .or_left_out(),
      {"blocks_every", "", &Trace::blocks_every, "interval between the blocks listed in `blocks`", count},
      {"blocks", "", &Trace::blocks, "traced blocks"},
      {"findings", "", &Trace::findings, "errors detected by the simulated GPU"},
      {"printed", "", &Trace::printed,
       "`printf` output of a user-written kernel, block by block; limited to the first 1,000 calls by each lane and 64 "
       "KiB in total"},
      {"not_printed", "", &Trace::not_printed,
       "number of `printf` calls whose output was omitted because it exceeded these limits", count},
      {"arrays", "", &Trace::arrays, "arrays that the kernel accesses"}}})

Trace read_trace(const Json& json) {
    static const DocumentSource source{"trace.malformed", "The worker sent an invalid trace",
                                       "Restart the worker (Tools menu) and check its log."};
    return read<Trace>(json, source);
}

const TraceLaunch* longest_launch(const Trace& trace) {
    const auto at = std::max_element(trace.launches.begin(), trace.launches.end(),
                                     [](const TraceLaunch& a, const TraceLaunch& b) { return a.ns < b.ns; });
    return at == trace.launches.end() ? nullptr : &*at;
}

std::optional<SlowBlock> slow_block_of(const Trace& trace) {
    const TraceLaunch* const longest = longest_launch(trace);
    constexpr std::size_t least = 3; // the median of fewer blocks would not be meaningful
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
