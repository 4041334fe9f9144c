#include "engine/protocol/messages/cause.h"

#include "engine/format_number.h"
#include "engine/items.h"
#include "engine/memory.h"
#include "engine/sentence.h"
#include "engine/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace warploom::protocol {

namespace {

constexpr double half = 0.5;

/// The access counts of one array, summed over all source locations that access it.
struct ArrayUse {
    std::string name;
    bool has_atomics = false;
    simulated::SiteCounts sums;
};

/// Formats a factor with three significant digits and without an exponent.
std::string factor_text(double factor) {
    return factor < 1000 ? format_number(factor) : grouped(std::llround(std::round(factor / 10) * 10));
}
std::string share_text(double part, double whole) {
    return whole > 0 ? format_number(100 * part / whole, "%.0f%%") : std::string("0%");
}

/// Formats a count. A count estimated from a sample of blocks is rounded to two digits, as in "≈ 8,100,000".
std::string about(double count, bool is_sampled) {
    if (!is_sampled || count < 100) return grouped(std::llround(count));
    const double step = std::pow(10, std::floor(std::log10(count)) - 1);
    return "≈ " + grouped(std::llround(std::round(count / step) * step));
}

/// Returns the counts of global memory accesses for each array, in source order.
std::vector<ArrayUse> uses_of(const Trace& trace) {
    std::vector<ArrayUse> uses;
    for (const TraceAccess& access : trace.accesses) {
        if (access.space != simulated::Space::global) continue;
        ArrayUse* at = find_item(uses, &ArrayUse::name, access.array);
        if (at == nullptr) at = &uses.emplace_back(ArrayUse{access.array, false, {}});
        at->has_atomics = at->has_atomics || access.kind == simulated::Access::atomic;
        at->sums += access;
    }
    return uses;
}

std::optional<Cause> launches_cause(const Trace& trace) {
    if (trace.terms.launch < half * trace.modelled_ns) return std::nullopt;
    const auto count = static_cast<std::int64_t>(trace.launches.size());
    return Cause{
        CauseKind::launches,
        sentence(
            "Launching {n} {n:kernel|kernels} takes {time} of the total time of {whole}.",
            {{"n", grouped(count)}, {"time", time_text(trace.terms.launch)}, {"whole", time_text(trace.modelled_ns)}})};
}

std::optional<Cause> copies_cause(const Trace& trace) {
    if (trace.terms.transfer < half * trace.modelled_ns) return std::nullopt;
    return Cause{CauseKind::copies,
                 sentence("Copies between host and card take {time} of the total time of {whole}.",
                          {{"time", time_text(trace.terms.transfer)}, {"whole", time_text(trace.modelled_ns)}})};
}

std::optional<Cause> one_block_cause(const Trace& trace) {
    const auto slow = slow_block_of(trace);
    if (!slow) return std::nullopt;
    const std::string block = grouped(slow->block), times = factor_text(slow->times_typical),
                      share = share_text(slow->waiting_share, 1);
    return Cause{
        CauseKind::one_block,
        slow->has_rows()
            ? sentence(
                  "The slowest block is block {block} (rows {first} to {last}), which takes {times} times as long as a "
                  "typical block. For {share} of the time, at least 90% of the blocks have already finished.",
                  {{"block", block},
                   {"first", grouped(slow->first_row)},
                   {"last", grouped(slow->last_row)},
                   {"times", times},
                   {"share", share}})
            : sentence("The slowest block is block {block}, which takes {times} times as long as a typical block. For "
                       "{share} of the time, at least 90% of the blocks have already finished.",
                       {{"block", block}, {"times", times}, {"share", share}})};
}

std::optional<Cause> atomics_cause(const Trace& trace, const std::vector<ArrayUse>& uses) {
    if (trace.binding != "l2" && trace.binding != "transactions") return std::nullopt;
    std::int64_t passes = 0, sectors = 0, lanes = 0, serialised = 0;
    std::string names;
    for (const TraceAccess& access : trace.accesses) {
        if (access.space != simulated::Space::global) continue;
        sectors += access.l2_sectors;
        if (access.kind != simulated::Access::atomic) continue;
        passes += access.atomic_passes;
        lanes += access.lane_accesses;
        serialised += access.serialised;
    }
    for (const ArrayUse& use : uses)
        if (use.has_atomics) names += (names.empty() ? "" : ", ") + use.name;
    // Approximate number of sectors that L2 can deliver during one atomic pass.
    constexpr std::int64_t sectors_a_pass = 3;
    if (passes == 0 || passes * sectors_a_pass < sectors / 2) return std::nullopt;
    // If the kernel adds each matrix entry separately, the number of additions is known exactly. For other kernels, it
    // must be estimated if only a sample of blocks was traced.
    const bool has_known_whole = trace.kernel == "csc" || trace.kernel == "coo-atomic";
    const double whole = has_known_whole && lanes > 0
                             ? static_cast<double>(trace.matrix.nonzeros) / static_cast<double>(lanes)
                         : trace.traced_share > 0 ? 1 / trace.traced_share
                                                  : 1;
    const auto scaled = [&](std::int64_t count) {
        return about(static_cast<double>(count) * whole, trace.is_sampled());
    };
    const std::string additions = has_known_whole ? grouped(trace.matrix.nonzeros) : scaled(lanes), arrays = names,
                      of_passes = scaled(passes);
    std::string text =
        trace.binding == "l2"
            ? sentence("{additions} atomic additions to {arrays} require {passes} passes in L2.",
                       {{"additions", additions}, {"arrays", arrays}, {"passes", of_passes}})
            : sentence("{additions} atomic additions to {arrays} require {passes} passes in the memory controllers.",
                       {{"additions", additions}, {"arrays", arrays}, {"passes", of_passes}});
    if (serialised > 0)
        text = sentence("{cause} {waiting} of these passes wait for another addition by the same warp.",
                        {{"cause", text}, {"waiting", scaled(serialised)}});
    return Cause{CauseKind::atomics, text};
}

std::optional<Cause> few_warps_cause(const Trace& trace, const TraceLaunch& launch) {
    if (launch.binding != "latency" || trace.card.multiprocessors <= 0) return std::nullopt;
    const std::int64_t warps = launch.blocks * ((launch.block_size + 31) / 32);
    constexpr double enough = 8; // number of warps per multiprocessor that suffices to hide latency: two per scheduler
    const double each = static_cast<double>(warps) / trace.card.multiprocessors;
    if (each >= enough) return std::nullopt;
    const auto launches = static_cast<std::int64_t>(trace.launches.size());
    const std::string of_warps = grouped(warps), multiprocessors = grouped(trace.card.multiprocessors);
    return Cause{
        CauseKind::few_warps,
        launches > 1
            ? sentence("The longest of {launches} launches has {warps} {warps:warp|warps} for "
                       "{multiprocessors} multiprocessors, too few to hide memory latency.",
                       {{"launches", grouped(launches)}, {"warps", of_warps}, {"multiprocessors", multiprocessors}})
            : sentence("The launch has {warps} {warps:warp|warps} for {multiprocessors} multiprocessors, too "
                       "few to hide memory latency.",
                       {{"warps", of_warps}, {"multiprocessors", multiprocessors}})};
}

std::optional<Cause> idle_lanes_cause(const Trace& trace) {
    static constexpr std::array terms{"latency", "issue", "arithmetic", "l2"};
    constexpr double few = 16;
    if (std::find(terms.begin(), terms.end(), trace.binding) == terms.end() || trace.mean_active_lanes <= 0 ||
        trace.mean_active_lanes >= few)
        return std::nullopt;
    return Cause{CauseKind::idle_lanes,
                 sentence("On average, {lanes} of the 32 lanes of a warp are active; the others are idle.",
                          {{"lanes", format_number(trace.mean_active_lanes)}})};
}

/// Returns the fraction of floating-point operations on stored zeros. It can be lower than the fraction of zeros among
/// the stored values, because additions across lanes also count as floating-point operations.
double share_of_zeros(const Trace& trace) {
    const auto entries = static_cast<double>(trace.matrix.nonzeros);
    const double operations = trace.traced_share > 0 ? static_cast<double>(trace.flops) / trace.traced_share : 0;
    double stored = 0;
    for (const Array& array : trace.arrays)
        if (array.name.find("value") != std::string::npos) stored += static_cast<double>(array.size);
    if (operations <= 0 || stored <= 0) return 0;
    return std::min(1 - 2 * entries / operations, 1 - entries / stored);
}

/// Returns the sentence that explains CauseKind::gathers. For simulated GPUs without L2, the sentence refers to memory
/// transactions instead of L2 traffic.
std::string gathers_sentence(const Trace& trace, const std::string& share, const std::string& used) {
    if (trace.binding == "dram")
        return sentence("{share} of the memory traffic is spent on x, but only {used} of these bytes are used.",
                        {{"share", share}, {"used", used}});
    if (trace.binding == "l2")
        return sentence("{share} of the L2 traffic is spent on x, but only {used} of these bytes are used.",
                        {{"share", share}, {"used", used}});
    return sentence(
        "{share} of the memory transactions are spent on x, but only {used} of the transferred bytes are used.",
        {{"share", share}, {"used", used}});
}

std::string bytes_sentence(const Trace& trace, const std::string& share, const std::string& array) {
    if (trace.binding == "dram")
        return sentence("The kernel transfers {bytes} to and from memory, {share} of it for {array}.",
                        {{"bytes", bytes_text(trace.roofline.dram_bytes)}, {"share", share}, {"array", array}});
    if (trace.binding == "l2")
        return sentence("{share} of the L2 traffic is spent on {array}.", {{"share", share}, {"array", array}});
    return sentence("{share} of the memory transactions are spent on {array}.", {{"share", share}, {"array", array}});
}

/// Returns the cause if memory, L2 or memory transactions are the bottleneck, and std::nullopt otherwise.
std::optional<Cause> traffic_cause(const Trace& trace, const std::vector<ArrayUse>& uses) {
    const bool is_dram = trace.binding == "dram", is_l2 = trace.binding == "l2";
    if (!is_dram && !is_l2 && trace.binding != "transactions") return std::nullopt;
    const auto amount = [&](const ArrayUse& use) {
        return static_cast<double>(is_dram ? use.sums.dram_bytes : is_l2 ? use.sums.l2_sectors : use.sums.transactions);
    };
    double whole = 0;
    const ArrayUse* most = nullptr;
    const ArrayUse* x = nullptr;
    for (const ArrayUse& use : uses) {
        whole += amount(use);
        if (most == nullptr || amount(use) > amount(*most)) most = &use;
        if (use.name == "x") x = &use;
    }
    if (most == nullptr || whole <= 0) return std::nullopt;
    constexpr double much = 0.35, well_used = 0.75;
    const auto used = [](const ArrayUse& use) {
        return use.sums.bytes_fetched > 0
                   ? static_cast<double>(use.sums.bytes_used) / static_cast<double>(use.sums.bytes_fetched)
                   : 1.0;
    };
    if (x != nullptr && amount(*x) > much * whole && used(*x) < well_used)
        return Cause{CauseKind::gathers,
                     gathers_sentence(trace, share_text(amount(*x), whole), share_text(used(*x), 1))};
    // Do not count L1 hits. The unused bytes of a sector are not wasted if a later instruction finds them in L1.
    const double ratio = most->sums.ideal_transactions > 0
                             ? static_cast<double>(most->sums.transactions - most->sums.l1_hits) /
                                   static_cast<double>(most->sums.ideal_transactions)
                             : 1;
    constexpr double apart = 1.5;
    constexpr double mostly = 0.5; // if this fraction of the bytes is used, elements count as adjacent
    if (!most->has_atomics && ratio > apart)
        return Cause{CauseKind::scattered,
                     used(*most) > mostly ? sentence("Lanes read adjacent but unaligned elements of {array}, which "
                                                     "takes {ratio} times as many transactions as aligned accesses.",
                                                     {{"array", most->name}, {"ratio", format_number(ratio)}})
                                          : sentence("Lanes read elements of {array} that are far apart, which takes "
                                                     "{ratio} times as many transactions as contiguous accesses.",
                                                     {{"array", most->name}, {"ratio", format_number(ratio)}})};
    const double zeros = share_of_zeros(trace);
    constexpr double worth_saying = 0.2;
    static constexpr std::array padded{"ell", "ell-sorted", "hyb", "sell", "dia", "bcsr", "bcsr-blocks"};
    const bool may_pad = std::find(padded.begin(), padded.end(), trace.format) != padded.end();
    if (trace.operation == "spmv" && may_pad && zeros > worth_saying)
        return Cause{CauseKind::padding,
                     sentence("{share} of the operations are performed on zeros that the format stores.",
                              {{"share", share_text(zeros, 1)}})};
    return Cause{CauseKind::bytes, bytes_sentence(trace, share_text(amount(*most), whole), most->name)};
}

Cause cause_of_term(const Trace& trace, const TraceLaunch& launch) {
    const std::string& term = launch.binding;
    if (term == "start")
        return {CauseKind::starts,
                sentence("The card starts {blocks} blocks one after another.", {{"blocks", grouped(launch.blocks)}})};
    if (term == "latency") {
        const std::string time = time_text(launch.terms.latency), whole = time_text(launch.ns);
        return {CauseKind::chain,
                trace.launches.size() > 1
                    ? sentence("Loads depend on each other. In the longest launch, the longest chain takes {time} out "
                               "of {whole}.",
                               {{"time", time}, {"whole", whole}})
                    : sentence("Loads depend on each other. The longest chain takes {time} out of {whole}.",
                               {{"time", time}, {"whole", whole}})};
    }
    if (term == "arithmetic")
        return {CauseKind::arithmetic,
                sentence("The kernel is limited by its {n} floating-point operations.", {{"n", grouped(trace.flops)}})};
    if (term == "shared")
        return {CauseKind::shared, sentence("Bank conflicts in shared memory cause {n} additional bank passes.",
                                            {{"n", grouped(trace.bank_conflicts)}})};
    std::int64_t instructions = 0;
    for (const TraceAccess& access : trace.accesses) instructions += access.warp_instructions;
    return {CauseKind::issue,
            trace.is_sampled()
                ? sentence("In the traced blocks, the multiprocessors issue {n} warp-level memory instructions.",
                           {{"n", grouped(instructions)}})
                : sentence("The multiprocessors issue {n} warp-level memory instructions in total.",
                           {{"n", grouped(instructions)}})};
}

} // namespace

Cause cause_of(const Trace& trace) {
    const TraceLaunch* const launch = longest_launch(trace);
    if (launch == nullptr) return {CauseKind::nothing, sentence("For this matrix, the kernel has no work to do.")};
    if (auto cause = copies_cause(trace)) return *cause;
    if (auto cause = launches_cause(trace)) return *cause;
    if (auto cause = one_block_cause(trace)) return *cause;
    const std::vector<ArrayUse> uses = uses_of(trace);
    if (auto cause = atomics_cause(trace, uses)) return *cause;
    if (auto cause = few_warps_cause(trace, *launch)) return *cause;
    if (auto cause = idle_lanes_cause(trace)) return *cause;
    if (auto cause = traffic_cause(trace, uses)) return *cause;
    return cause_of_term(trace, *launch);
}

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number < 0 ? -number : number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return (number < 0 ? "-" : "") + digits;
}

} // namespace warploom::protocol
