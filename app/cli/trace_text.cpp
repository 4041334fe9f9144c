#include "app/cli/text_output.h"
#include "app/operations/operation.h"
#include "app/problem/run_result.h"
#include "engine/format_number.h"
#include "engine/protocol/messages/cause.h"
#include "engine/simulated/model.h"

namespace warploom::app {

namespace {

template <class T> std::string share(T part, T whole) {
    return whole > 0 ? format_number(100 * static_cast<double>(part) / static_cast<double>(whole), "%.0f %%") : "-";
}

std::string count(std::int64_t value) { return std::to_string(value); }

/// Returns "csr_scalar.h:24", with the location of the call for a helper.
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
    return lines.empty() ? "No access to global memory.\n" : aligned(header, lines);
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
    if (!trace.is_sampled()) return "All " + count(trace.sample.blocks) + " blocks were traced.\n";
    std::string text = count(trace.sample.traced) + " of " + count(trace.sample.blocks) + " blocks were traced (" +
                       format_number(100 * trace.traced_share, "%.3g %%") +
                       "); counts are theirs, times are for the whole grid.";
    if (trace.sample.halves_differ)
        text +=
            " Two halves of the sample differ by " + format_number(100 * *trace.sample.halves_differ, "%.2g %%") + ".";
    return text + "\n";
}

/// Returns a line such as "Cause: the card waits for block 3 ...".
std::string cause_text(const protocol::Trace& trace) {
    const protocol::Cause cause = protocol::cause_of(trace);
    return cause.kind == protocol::CauseKind::nothing ? std::string() : "Cause: " + cause.sentence + ".\n";
}

/// Returns the error of this card's model, or that it is unknown.
std::string error_text(const protocol::CardInUse& card) {
    if (card.model_error > 0)
        return ", median error of the model on this card " + format_number(100 * card.model_error, "%.0f %%");
    if (card.measured_error > 0)
        return ", which missed " + count(card.measured_pairs) + " times measured on this card by " +
               format_number(100 * card.measured_error, "%.0f %%") + " (median)";
    return "; counts are exact, times not checked against this card";
}

std::string terms_text(const protocol::Trace& trace) {
    std::vector<std::vector<std::string>> lines;
    for (const auto& term : simulated::model_terms())
        lines.push_back({term.title, modelled_text(trace.terms.*term.value), trace.binding == term.key ? "binds" : ""});
    return "Modelled time " + modelled_text(trace.modelled_ns) + error_text(trace.card) + ".\n" + cause_text(trace) +
           "If only one thing were slow:\n" + aligned({"term", "time", ""}, lines);
}

std::string roofline_text(const protocol::Roofline& roofline) {
    return figure_text(roofline.gflops) + " GFLOP/s at " + figure_text(roofline.intensity) +
           " FLOP a byte of DRAM; the card's peaks are " + figure_text(roofline.peak_gflops) + " GFLOP/s and " +
           figure_text(roofline.peak_gbytes_per_s) + " GB/s.\n";
}

std::string launches_text(const std::vector<protocol::TraceLaunch>& launches) {
    std::vector<std::vector<std::string>> lines;
    for (const protocol::TraceLaunch& l : launches)
        lines.push_back({l.kernel, count(l.blocks), count(l.block_size), modelled_text(l.ns), l.binding,
                         count(l.resident_blocks), format_number(100 * l.occupancy, "%.0f %%"), l.limited_by});
    if (lines.empty()) return "Nothing was launched: the matrix leaves the kernel nothing to do.\n";
    return aligned({"launch", "blocks", "threads", "time", "binds", "resident", "occupancy", "limited by"}, lines);
}

} // namespace

std::string preparation_text(const std::optional<protocol::TracePreparation>& prepare) {
    if (!prepare) return {};
    return "prepare, once for each matrix: " + count(prepare->launches) +
           (prepare->launches == 1 ? " launch, " : " launches, ") + count(prepare->transactions) + " transactions, " +
           count(prepare->steps) + " steps of warps, " + modelled_text(prepare->modelled_ns) + " modelled\n";
}

std::string trace_text(const protocol::Trace& trace) {
    const auto operation = kernels::operation_from(trace.operation);
    std::string text = std::string(operation ? spec_of(*operation).words().formula : trace.operation.c_str()) +
                       ", A = " + trace.matrix.name + " (" + count(trace.matrix.rows) + " x " +
                       count(trace.matrix.cols) + ", " + count(trace.matrix.nonzeros) + " nonzeros)" +
                       (trace.matrix.note.empty() ? "" : ". " + trace.matrix.note) + "\n" + trace.kernel + " on " +
                       trace.card.title + " (simulated), " + to_string(trace.precision) + ", blocks of " +
                       count(trace.block) + " threads\n" + sample_sentence(trace) + "\n";
    text += global_table(trace.accesses, trace.launches.size() > 1) + other_table(trace.accesses);
    text += "\nActive lanes " + format_number(trace.mean_active_lanes, "%.1f") + " of 32 on average; " +
            count(trace.divergent_steps) + " divergent steps, " + count(trace.bank_conflicts) + " bank conflicts, " +
            count(trace.flops) + " floating-point operations, " + count(trace.barriers) + " barriers.\n\n";
    text += launches_text(trace.launches) + preparation_text(trace.prepare) + "\n" + terms_text(trace) +
            roofline_text(trace.roofline);
    if (trace.findings.empty()) return text;
    text += "\nMistakes found:\n";
    for (const protocol::TraceFinding& finding : trace.findings) {
        text += "- " + finding.sentence;
        if (finding.times != 1) text += " (" + count(finding.times) + " times)";
        text += "\n";
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
                 ? format_number(100 * (card.model_error > 0 ? card.model_error : card.measured_error), "%.0f %%")
                 : "not checked"});
    return aligned({"card", "name", "cc", "SMs", "GHz", "GB/s", "coalescing", "model error"}, lines) +
           "Each figure and where it comes from: `cards --json`. Your own cards: " + simulated::user_card_folder() +
           "\n";
}

} // namespace warploom::app
