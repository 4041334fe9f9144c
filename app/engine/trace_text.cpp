#include "app/engine/trace_text.h"

#include "app/engine/text_output.h"
#include "app/figure.h"
#include "app/operation_documents.h"
#include "engine/simulated/card.h"
#include "engine/simulated/model.h"

#include <array>
#include <cstdio>
#include <limits>

namespace warploom::app {

using protocol::Json;

namespace {

/// A figure that may be null.
double number_of(const Json& value) {
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string share(double part, double whole) { return whole > 0 ? figure(100 * part / whole, "%.0f %%") : "-"; }

std::string count(const Json& value) { return value.dump(); }

/// "csr_scalar.h:24", and where a helper was called from.
std::string place(const Json& access) {
    const std::string file = access.at("file").get<std::string>();
    std::string text = file.substr(file.rfind('/') + 1) + ":" + count(access.at("line"));
    if (access.at("kernel_line") != access.at("line")) text += " (line " + count(access.at("kernel_line")) + ")";
    return text;
}

std::string global_table(const Json& accesses, bool has_launches) {
    std::vector<std::vector<std::string>> lines;
    for (const Json& a : accesses) {
        if (a.at("space") != "global") continue;
        std::vector<std::string> line{a.at("array").get<std::string>(),
                                      a.at("kind").get<std::string>(),
                                      place(a),
                                      count(a.at("warp_instructions")),
                                      count(a.at("lane_accesses")),
                                      figure(number_of(a.at("mean_active_lanes")), "%.1f"),
                                      count(a.at("transactions")),
                                      count(a.at("ideal_transactions")),
                                      count(a.at("bytes_fetched")),
                                      share(number_of(a.at("bytes_used")), number_of(a.at("bytes_fetched"))),
                                      share(number_of(a.at("l1_hits")), number_of(a.at("transactions"))),
                                      share(number_of(a.at("l2_hits")), number_of(a.at("l2_sectors"))),
                                      count(a.at("dram_bytes"))};
        if (has_launches) line.insert(line.begin(), count(a.at("launch")));
        lines.push_back(std::move(line));
    }
    std::vector<std::string> header{"array",   "access",       "line",      "warp instr.",   "lanes",
                                    "active",  "transactions", "ideal",     "bytes fetched", "used",
                                    "L1 hits", "L2 hits",      "DRAM bytes"};
    if (has_launches) header.insert(header.begin(), "launch");
    return lines.empty() ? "No access to global memory.\n" : aligned(header, lines);
}

std::string other_table(const Json& accesses) {
    std::vector<std::vector<std::string>> lines;
    for (const Json& a : accesses) {
        if (a.at("space") == "global") continue;
        const bool is_shared = a.at("space") == "shared";
        lines.push_back({is_shared ? a.at("array").get<std::string>() : "", a.at("kind").get<std::string>(), place(a),
                         count(a.at("warp_instructions")), figure(number_of(a.at("mean_active_lanes")), "%.1f"),
                         is_shared ? count(a.at("bank_passes")) : "-",
                         is_shared ? count(a.at("bank_conflicts")) : "-"});
    }
    if (lines.empty()) return {};
    return "\n" +
           aligned({"shared array", "access", "line", "warp instr.", "active", "bank passes", "conflicts"}, lines);
}

std::string sample_sentence(const Json& trace) {
    const Json& sample = trace.at("sample");
    const double traced_share = number_of(trace.at("traced_share"));
    if (traced_share >= 1) return "All " + count(sample.at("blocks")) + " blocks were traced.\n";
    std::string text = count(sample.at("traced")) + " of " + count(sample.at("blocks")) + " blocks were traced (" +
                       figure(100 * traced_share, "%.3g %%") + "); counts are theirs, times are for the whole grid.";
    if (sample.at("halves_differ").is_number())
        text += " Two halves of the sample differ by " +
                figure(100 * number_of(sample.at("halves_differ")), "%.2g %%") + ".";
    return text + "\n";
}

std::string terms_text(const Json& trace) {
    std::vector<std::vector<std::string>> lines;
    for (const auto& term : simulated::model_terms()) {
        if (!trace.at("terms").contains(term.key)) continue;
        lines.push_back({term.title, time_text(number_of(trace.at("terms").at(term.key))),
                         trace.at("binding") == term.key ? "binds" : ""});
    }
    const double error = number_of(trace.at("card").at("model_error"));
    return "Modelled time " + time_text(number_of(trace.at("modelled_ns"))) +
           (error > 0 ? ", median error of the model on this card " + figure(100 * error, "%.0f %%")
                      : ", never compared with published times of this card") +
           ". If only one thing were slow:\n" + aligned({"term", "time", ""}, lines);
}

std::string roofline_text(const Json& roofline) {
    return figure_text(number_of(roofline.at("gflops"))) + " GFLOP/s at " +
           figure_text(number_of(roofline.at("intensity"))) + " FLOP a byte of DRAM; the card's peaks are " +
           figure_text(number_of(roofline.at("peak_gflops"))) + " GFLOP/s and " +
           figure_text(number_of(roofline.at("peak_gbytes_per_s"))) + " GB/s.\n";
}

std::string launches_text(const Json& launches) {
    std::vector<std::vector<std::string>> lines;
    for (const Json& l : launches)
        lines.push_back({l.at("kernel").get<std::string>(), count(l.at("blocks")), count(l.at("block_size")),
                         time_text(number_of(l.at("ns"))), l.at("binding").get<std::string>(),
                         count(l.at("resident_blocks")), figure(100 * number_of(l.at("occupancy")), "%.0f %%"),
                         l.at("limited_by").get<std::string>()});
    if (lines.empty()) return "Nothing was launched: the matrix leaves the kernel nothing to do.\n";
    return aligned({"launch", "blocks", "threads", "time", "binds", "resident", "occupancy", "limited by"}, lines);
}

} // namespace

std::string trace_text(const Json& trace) {
    const Json& matrix = trace.at("matrix");
    std::string text = std::string(formula_of(*kernels::operation_from(trace.at("operation").get<std::string>()))) +
                       ", A = " + matrix.at("name").get<std::string>() + " (" + count(matrix.at("rows")) + " x " +
                       count(matrix.at("cols")) + ", " + count(matrix.at("nonzeros")) + " nonzeros)\n" +
                       trace.at("kernel").get<std::string>() + " on " +
                       trace.at("card").at("title").get<std::string>() + " (simulated), " +
                       trace.at("precision").get<std::string>() + ", blocks of " + count(trace.at("block")) +
                       " threads\n" + sample_sentence(trace) + "\n";
    text += global_table(trace.at("accesses"), trace.at("launches").size() > 1) + other_table(trace.at("accesses"));
    text += "\nActive lanes " + figure(number_of(trace.at("mean_active_lanes")), "%.1f") + " of 32 on average; " +
            count(trace.at("divergent_steps")) + " divergent steps, " + count(trace.at("bank_conflicts")) +
            " bank conflicts, " + count(trace.at("flops")) + " floating-point operations, " +
            count(trace.at("barriers")) + " barriers.\n\n";
    text += launches_text(trace.at("launches")) + "\n" + terms_text(trace) + roofline_text(trace.at("roofline"));
    if (trace.at("findings").empty()) return text;
    text += "\nMistakes found:\n";
    for (const Json& finding : trace.at("findings")) {
        text += "- " + finding.at("sentence").get<std::string>();
        if (finding.at("times") != 1) text += " (" + count(finding.at("times")) + " times)";
        text += "\n";
    }
    return text;
}

std::string cards_text(const Json& cards) {
    std::vector<std::vector<std::string>> lines;
    for (const Json& card : cards.at("cards")) {
        const Json& figures = card.at("figures");
        const auto value = [&](const char* key) { return figure_text(number_of(figures.at(key).at("value"))); };
        const double error = number_of(card.at("model_error"));
        lines.push_back({card.at("id").get<std::string>(), card.at("title").get<std::string>(),
                         card.at("compute_capability").get<std::string>(), value("multiprocessors"), value("clock_ghz"),
                         value("dram_gbytes_per_s"), card.at("coalescing").get<std::string>(),
                         error > 0 ? figure(100 * error, "%.0f %%") : "-"});
    }
    return aligned({"card", "name", "cc", "SMs", "GHz", "GB/s", "coalescing", "model error"}, lines) +
           "Each figure and where it comes from: `cards --json`. Your own cards: " + simulated::user_card_folder() +
           "\n";
}

} // namespace warploom::app
