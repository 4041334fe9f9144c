#include "app/cli/text_output.h"
#include "app/operations/operation.h"
#include "app/problem/run_result.h"
#include "engine/format_number.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"
#include "engine/simulated/model.h"

namespace warploom::app {

namespace {

template <class T> std::string share(T part, T whole) {
    return whole > 0 ? format_number(100 * static_cast<double>(part) / static_cast<double>(whole), "%.0f%%") : "-";
}

std::string count(std::int64_t value) { return std::to_string(value); }

/// Returns the source location of a memory access, such as "csr_scalar.h:24". For an access in a helper function, also
/// gives the location of the call.
std::string place(const protocol::TraceAccess& access) {
    std::string text = access.file.substr(access.file.rfind('/') + 1) + ":" + count(access.line);
    if (access.kernel_line != access.line) text += " (line " + count(access.kernel_line) + ")";
    return text;
}

std::string global_table(const std::vector<protocol::TraceAccess>& accesses, bool has_launches) {
    std::vector<std::vector<std::string>> lines;
    for (const protocol::TraceAccess& a : accesses) {
        if (a.space != simulated::Space::global) continue;
        std::vector<std::string> line{a.array,
                                      to_string(a.kind),
                                      place(a),
                                      count(a.warp_instructions),
                                      count(a.lane_accesses),
                                      format_number(a.mean_active_lanes(), "%.1f"),
                                      count(a.transactions),
                                      count(a.ideal_transactions),
                                      count(a.bytes_fetched),
                                      share(a.bytes_used, a.bytes_fetched),
                                      share(a.l1_hits, a.transactions),
                                      share(a.l2_hits, a.l2_sectors),
                                      count(a.dram_bytes)};
        if (has_launches) line.insert(line.begin(), count(a.launch));
        lines.push_back(std::move(line));
    }
    std::vector<std::string> header{"array",   "access",       "line",      "warp instr.",   "lanes",
                                    "active",  "transactions", "ideal",     "bytes fetched", "used",
                                    "L1 hits", "L2 hits",      "DRAM bytes"};
    if (has_launches) header.insert(header.begin(), "launch");
    return lines.empty() ? sentence("The kernel does not access global memory.") + "\n" : aligned(header, lines);
}

std::string other_table(const std::vector<protocol::TraceAccess>& accesses) {
    std::vector<std::vector<std::string>> lines;
    for (const protocol::TraceAccess& a : accesses) {
        if (a.space == simulated::Space::global) continue;
        const bool is_shared = a.space == simulated::Space::shared;
        lines.push_back({is_shared ? a.array : "", to_string(a.kind), place(a), count(a.warp_instructions),
                         format_number(a.mean_active_lanes(), "%.1f"), is_shared ? count(a.bank_passes) : "-",
                         is_shared ? count(a.bank_conflicts) : "-"});
    }
    if (lines.empty()) return {};
    return "\n" +
           aligned({"shared array", "access", "line", "warp instr.", "active", "bank passes", "conflicts"}, lines);
}

std::string sample_sentence(const protocol::Trace& trace) {
    if (!trace.is_sampled())
        return sentence("All blocks were traced ({n} in total).", {{"n", trace.sample.blocks}}) + "\n";
    std::string text =
        sentence("{traced} of {blocks} blocks were traced ({share}). The counters cover these blocks; the "
                 "times are for the whole grid.",
                 {{"traced", trace.sample.traced},
                  {"blocks", trace.sample.blocks},
                  {"share", format_number(100 * trace.traced_share, "%.3g%%")}});
    if (trace.sample.halves_differ)
        text += " " + sentence("The two halves of the sample differ by {difference}.",
                               {{"difference", format_number(100 * *trace.sample.halves_differ, "%.2g%%")}});
    return text + "\n";
}

/// Returns a line that states what limits the kernel's performance, such as "Cause: Time is spent waiting for ...".
std::string cause_text(const protocol::Trace& trace) {
    const protocol::Cause cause = protocol::cause_of(trace);
    return cause.kind == protocol::CauseKind::nothing ? std::string()
                                                      : sentence("Cause: {cause}", {{"cause", cause.sentence}}) + "\n";
}

/// Returns a sentence that states the error of the card's performance model. If the error is unknown, the sentence says
/// so.
std::string error_text(const protocol::CardInUse& card) {
    if (card.model_error > 0)
        return sentence("The median error of the model on this card is {error}.",
                        {{"error", format_number(100 * card.model_error, "%.0f%%")}});
    if (card.measured_error > 0)
        return sentence("Compared with {n} times measured on this card, the median error of the model is {error}.",
                        {{"n", card.measured_pairs}, {"error", format_number(100 * card.measured_error, "%.0f%%")}});
    return sentence("Counters are exact. Times have not been validated on this card.");
}

std::string terms_text(const protocol::Trace& trace) {
    std::vector<std::vector<std::string>> lines;
    for (const auto& term : simulated::model_terms())
        lines.push_back({term.title, modelled_text(trace.terms.*term.value), trace.binding == term.key ? "binds" : ""});
    return sentence("Modeled time: {time}.", {{"time", modelled_text(trace.modelled_ns)}}) + " " +
           error_text(trace.card) + "\n" + cause_text(trace) +
           sentence("Time of each resource if all others cost nothing:") + "\n" + aligned({"term", "time", ""}, lines);
}

std::string roofline_text(const protocol::Roofline& roofline) {
    return sentence("{gflops} GFLOP/s at {intensity} FLOP per byte of DRAM. The peaks of the card are {peak_gflops} "
                    "GFLOP/s and {peak_bandwidth} GB/s.",
                    {{"gflops", figure_text(roofline.gflops)},
                     {"intensity", figure_text(roofline.intensity)},
                     {"peak_gflops", figure_text(roofline.peak_gflops)},
                     {"peak_bandwidth", figure_text(roofline.peak_gbytes_per_s)}}) +
           "\n";
}

std::string launches_text(const std::vector<protocol::TraceLaunch>& launches) {
    std::vector<std::vector<std::string>> lines;
    for (const protocol::TraceLaunch& l : launches)
        lines.push_back({l.kernel, count(l.blocks), count(l.block_size), modelled_text(l.ns), l.binding,
                         count(l.resident_blocks), format_number(100 * l.occupancy, "%.0f%%"), l.limited_by});
    if (lines.empty()) return sentence("Nothing was launched because the matrix has no work for the kernel.") + "\n";
    return aligned({"launch", "blocks", "threads", "time", "binds", "resident", "occupancy", "limited by"}, lines);
}

} // namespace

std::string preparation_text(const std::optional<protocol::TracePreparation>& prepare) {
    if (!prepare) return {};
    return sentence("prepare, once per matrix: {n} {n:launch|launches}, {transactions} transactions, {steps} warp "
                    "instructions, modeled time {time}.",
                    {{"n", prepare->launches},
                     {"transactions", prepare->transactions},
                     {"steps", prepare->steps},
                     {"time", modelled_text(prepare->modelled_ns)}}) +
           "\n";
}

std::string trace_text(const protocol::Trace& trace) {
    const auto operation = kernels::operation_from(trace.operation);
    const std::string title =
        operation == Operation::free
            ? sentence("the declared problem, {input} ({n} {n:element|elements})",
                       {{"input", trace.matrix.name}, {"n", trace.matrix.nonzeros}})
            : sentence("{formula}, A = {matrix} ({rows} x {columns}, {n} {n:nonzero|nonzeros})",
                       {{"formula", operation ? spec_of(*operation).words().formula : trace.operation.c_str()},
                        {"matrix", trace.matrix.name},
                        {"rows", trace.matrix.rows},
                        {"columns", trace.matrix.cols},
                        {"n", trace.matrix.nonzeros}});
    std::string text =
        (trace.matrix.note.empty() ? title
                                   : sentence("{title}. {note}", {{"title", title}, {"note", trace.matrix.note}})) +
        "\n" +
        sentence("{kernel} on {card} (simulated), {precision}, {block} threads per block",
                 {{"kernel", trace.kernel},
                  {"card", trace.card.title},
                  {"precision", to_string(trace.precision)},
                  {"block", trace.block}}) +
        "\n" + sample_sentence(trace) + "\n";
    text += global_table(trace.accesses, trace.launches.size() > 1) + other_table(trace.accesses);
    text +=
        "\n" +
        sentence("Active lanes: {lanes} of 32 on average. Divergent warp instructions: {divergent}. Bank conflicts: "
                 "{conflicts}. Floating-point operations: {flops}. Barriers: {barriers}.",
                 {{"lanes", format_number(trace.mean_active_lanes, "%.1f")},
                  {"divergent", trace.divergent_steps},
                  {"conflicts", trace.bank_conflicts},
                  {"flops", trace.flops},
                  {"barriers", trace.barriers}}) +
        "\n\n";
    text += launches_text(trace.launches) + preparation_text(trace.prepare) + "\n" + terms_text(trace) +
            roofline_text(trace.roofline);
    if (trace.findings.empty()) return text;
    text += "\n" + sentence("Findings:") + "\n";
    for (const protocol::TraceFinding& finding : trace.findings) {
        text += "- " +
                (finding.times == 1
                     ? finding.sentence
                     : sentence("{finding} ({n} times)", {{"finding", finding.sentence}, {"n", finding.times}})) +
                "\n";
    }
    return text;
}

std::string cards_text(const std::vector<simulated::Card>& cards) {
    std::vector<std::vector<std::string>> lines;
    for (const simulated::Card& card : cards)
        lines.push_back(
            {card.id, card.title, card.compute_capability, figure_text(card.multiprocessors),
             figure_text(card.clock_ghz), figure_text(card.dram_gbytes_per_s), to_string(card.coalescing),
             card.is_checked()
                 ? format_number(100 * (card.model_error > 0 ? card.model_error : card.measured_error), "%.0f%%")
                 : "not checked"});
    return aligned({"card", "name", "cc", "SMs", "GHz", "GB/s", "coalescing", "model error"}, lines) +
           sentence("`cards --json` shows all properties and their sources. Folder for your own cards: {folder}",
                    {{"folder", simulated::user_card_folder()}}) +
           "\n";
}

} // namespace warploom::app
