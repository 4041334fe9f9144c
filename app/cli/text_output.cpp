#include "app/cli/text_output.h"

#include "app/operations/operation.h"
#include "engine/comma_list.h"
#include "engine/format_number.h"
#include "engine/sentence.h"
#include "engine/time_text.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

const std::string about = "≈ "; ///< prefix that marks modeled times

bool is_number(const std::string& cell) {
    const std::string text = cell.starts_with(about) ? cell.substr(about.size()) : cell;
    return !text.empty() && (text == "-" || text.find_first_not_of("0123456789.+-e%x nmµs()") == std::string::npos);
}

/// Returns the width of a table cell in characters; in UTF-8, a character may consist of several bytes.
std::size_t letters_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string text_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_null()) return "-";
    if (value.is_number_float()) return format_number(value.get<double>(), "%.6g");
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    return value.dump();
}

/// Returns a note with the median error of a simulated machine's performance model, or a note that the model has not
/// been validated.
std::string model_error_of(const protocol::MachineEntry& machine) {
    for (const auto& [name, value] : machine.facts)
        if (name == "model error") return value;
    return {};
}

} // namespace

std::string aligned(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> width;
    std::vector<bool> to_the_right;
    for (std::size_t c = 0; c < header.size(); ++c) {
        width.push_back(letters_of(header[c]));
        to_the_right.push_back(!lines.empty());
        for (const auto& line : lines) {
            width[c] = std::max(width[c], letters_of(line[c]));
            if (!line[c].empty() && !is_number(line[c])) to_the_right[c] = false;
        }
    }
    std::string text;
    const auto add = [&](const std::vector<std::string>& line) {
        std::string row;
        for (std::size_t c = 0; c < line.size(); ++c) {
            const std::string padding(width[c] - letters_of(line[c]), ' ');
            row += (c == 0 ? "" : "  ") + (to_the_right[c] ? padding + line[c] : line[c] + padding);
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    };
    add(header);
    for (const auto& line : lines) add(line);
    return text;
}

std::string time_cell(double ns) { return time_text(ns, "%.4g"); }

std::string modelled_text(double ns) { return std::isfinite(ns) ? about + time_cell(ns) : "-"; }

std::string figure_text(double value) {
    if (!std::isfinite(value)) return "-";
    return format_number(value, std::abs(value) >= 1000 && std::abs(value) < 1e7 ? "%.0f"
                                                                                 // Print, for example, 3350 instead of
                                                                                 // 3.35e+03.
                                                                                 : "%.3g");
}

std::string info_text(const Json& info) {
    std::string text;
    const auto add = [&](const std::string& key, const std::string& value) {
        text += key + std::string(20 - std::min<std::size_t>(19, key.size()), ' ') + value + "\n";
    };
    for (const char* key :
         {"name", "rows", "cols", "stored", "nonzeros", "explicit_zeros", "repeats", "field", "symmetry"})
        add(key, text_of(info[key]));
    if (info.contains("note")) add("note", text_of(info["note"]));
    const Json& r = info["row_length"];
    add("row length", sentence("min {min}, mean {mean}, max {max}, standard deviation {deviation}, {empty} "
                               "{empty:empty row|empty rows}",
                               {{"min", text_of(r["min"])},
                                {"mean", text_of(r["mean"])},
                                {"max", text_of(r["max"])},
                                {"deviation", text_of(r["standard_deviation"])},
                                {"empty", text_of(r["empty"])}}));
    if (const Json& p = r["percentiles"]; !p.empty())
        add("percentiles",
            sentence("half of the rows have up to {median} entries, 90 % up to {p90}, 99 % up to {p99}",
                     {{"median", text_of(p["50"])}, {"p90", text_of(p["90"])}, {"p99", text_of(p["99"])}}));
    add("bandwidth",
        sentence("{lower} below, {upper} above the diagonal",
                 {{"lower", text_of(info["bandwidth"]["lower"])}, {"upper", text_of(info["bandwidth"]["upper"])}}));
    add("diagonals", text_of(info["diagonals"]));
    std::string fills;
    for (const Json& fill : info["block_fill"])
        add_item(fills, text_of(fill["block_size"]) + ": " + format_number(100 * fill["fill"].get<double>(), "%.0f%%"));
    add("block fill", fills);
    add("symmetric", sentence("pattern {pattern}, values {values}, defect {defect}",
                              {{"pattern", text_of(info["pattern_symmetric"])},
                               {"values", text_of(info["values_symmetric"])},
                               {"defect", text_of(info["symmetry_defect"])}}));
    const Json& cg = info["cg"];
    if (cg["obstacle"] != "none")
        add("CG", sentence("Not applicable. {reason} {hint}",
                           {{"reason", text_of(cg["sentence"])}, {"hint", text_of(cg["hint"])}}));
    else if (cg["remark"] != "") add("CG", text_of(cg["remark"]));
    if (info["trsv"] != "") add("trsv", text_of(info["trsv"]));
    if (info.contains("network")) {
        const Json& n = info["network"];
        const auto counted = [&](std::initializer_list<const char*> keys) {
            std::string list;
            for (const std::string key : keys) add_item(list, key + " " + text_of(n[key]));
            return list;
        };
        add("nodes", counted({"junctions", "tanks", "reservoirs"}));
        add("links", counted({"pipes", "pumps", "valves"}));
        add("", counted({"parallel_links_merged", "links_to_fixed_grade"}));
        add("units of the file", text_of(n["units"]) + ", " + text_of(n["head_loss"]));
        for (const Json& remark : n["remarks"])
            add("remark", remark["line"] == 0
                              ? text_of(remark["text"])
                              : sentence("Line {line}: {remark}",
                                         {{"line", text_of(remark["line"])}, {"remark", text_of(remark["text"])}}));
    }
    add("hash", text_of(info["hash"]));
    add("runnable", info["runnable"].get<bool>()
                        ? "yes"
                        : sentence("no: {reason}", {{"reason", text_of(info["why_not_runnable"])}}));
    return text;
}

std::string machines_text(const std::vector<protocol::MachineEntry>& machines, const std::string& no_cuda) {
    std::vector<std::vector<std::string>> lines;
    for (const protocol::MachineEntry& machine : machines) {
        std::string facts;
        for (const auto& [key, value] : machine.facts) add_item(facts, key + " " + value);
        lines.push_back({machine.id, machine.title, facts});
    }
    std::string text = aligned({"machine", "title", "properties"}, lines);
    if (!no_cuda.empty()) text += sentence("No GPU is available (cuda:N): {reason}", {{"reason", no_cuda}}) + "\n";
    return text;
}

std::string kernels_text(const std::vector<protocol::KernelEntry>& kernels) {
    std::vector<std::vector<std::string>> lines;
    for (const protocol::KernelEntry& k : kernels) {
        std::string places;
        for (const auto& [kind, place] : {std::pair{MachineKind::cpu, "cpu"},
                                          {MachineKind::cuda, "cuda:N"},
                                          {MachineKind::simulated, "simulated:CARD"}})
            if (k.runs_there(kind)) add_item(places, std::string(place));
        lines.push_back({k.operation, k.id, k.format, places, k.title, k.source});
    }
    return aligned({"operation", "kernel", "format", "runs on", "description", "source"}, lines);
}

std::string run_text(const Run& run) {
    std::vector<std::vector<std::string>> lines;
    std::string reasons;
    for (const Row& row : run.results) {
        const bool is_ok = row.status == RowStatus::ok;
        const auto timed = [&](double ns) {
            return !is_ok ? "-" : row.is_modelled() ? modelled_text(ns) : time_cell(ns);
        };
        std::string speedup = "-", verdict;
        if (row.speedup) {
            speedup = format_number(row.speedup->ratio, "%.3g") + format_number(row.speedup->low, " (%.3g") +
                      format_number(row.speedup->high, " - %.3g)");
            verdict = to_string(row.speedup->verdict);
        }
        lines.push_back({row.kernel, kernels::to_string(row.precision),
                         row.block == 0 ? "-" : std::to_string(row.block), to_string(row.status),
                         timed(row.time.median), timed(row.time.q1), timed(row.time.q3), timed(row.time.min),
                         is_ok ? std::to_string(row.time.count) : "-", figure_text(row.gflops),
                         figure_text(row.gbytes_per_s), time_cell(row.conversion_ns), speedup, verdict});
        for (auto& word : operation_words(run.operation, row)) lines.back().push_back(std::move(word));
        if (!row.reason.empty())
            reasons += row.kernel + " (" + kernels::to_string(row.precision) +
                       (row.block == 0 ? "" : ", block " + std::to_string(row.block)) + ") " + to_string(row.status) +
                       ": " + row.reason + (row.hint.empty() ? "" : " " + row.hint) + "\n";
    }
    std::string text = spec_of(run.operation).title(run) + "\n" + run.environment.machine.id + ": " +
                       run.environment.machine.title + "\n" +
                       sentence("Caches: {cache}. Baseline: {kernel}.",
                                {{"cache", to_string(run.settings.cache)}, {"kernel", run.settings.baseline}}) +
                       "\n";
    if (run.environment.machine.kind == MachineKind::simulated) {
        text += sentence("Times are modeled from counters. They are estimates for this card, not measurements.") + "\n";
        if (std::string error = model_error_of(run.environment.machine); error.starts_with("counts are exact")) {
            error.front() = 'C';
            text += error + ".\n";
        }
    }
    std::vector<std::string> header{"kernel", "precision", "block",   "status", "median",     "q1",       "q3",
                                    "min",    "samples",   "GFLOP/s", "GB/s",   "conversion", "speed-up", "verdict"};
    for (auto& name : operation_header(run.operation)) header.push_back(std::move(name));
    text += "\n" + aligned(header, lines);
    if (std::isfinite(run.copy_gbytes_per_s))
        text += "\n" +
                sentence("Copy bandwidth: {bandwidth} GB/s", {{"bandwidth", figure_text(run.copy_gbytes_per_s)}}) +
                "\n";
    if (!reasons.empty()) text += "\n" + reasons;
    return text;
}

namespace {

std::string word_of(const warploom::Column& column, const Cell& cell) {
    if (std::holds_alternative<std::string>(cell)) return std::get<std::string>(cell);
    if (std::holds_alternative<double>(cell)) {
        const double number = std::get<double>(cell);
        return column.unit == "ns" ? time_cell(number) : figure_text(number);
    }
    if (!std::holds_alternative<std::int64_t>(cell)) return "-";
    const std::int64_t count = std::get<std::int64_t>(cell);
    if (column.name == "symmetric") return count != 0 ? "yes" : "no";
    return column.name == "threads" && count == 0 ? "all" : std::to_string(count);
}

} // namespace

std::vector<std::string> operation_header(Operation operation) {
    std::vector<std::string> header;
    for (const auto& [heading, column] : spec_of(operation).words().columns) header.emplace_back(heading);
    return header;
}

std::vector<std::string> operation_words(Operation operation, const Row& row) {
    const std::string id = kernels::to_string(operation);
    const std::vector<warploom::Column> columns = protocol::result_columns(id);
    std::vector<Cell> cells;
    protocol::add_result_cells(id, row.result, cells);
    std::vector<std::string> words;
    for (const auto& [heading, name] : spec_of(operation).words().columns) {
        const auto wanted = [&name = name](const warploom::Column& column) { return column.name == name; };
        const auto place = std::find_if(columns.begin(), columns.end(), wanted) - columns.begin();
        // Take the thread count from the row, because a row has one even if its kernel did not run.
        const bool is_threads = std::string(name) == "threads" && row.threads;
        words.push_back(word_of(columns[place], is_threads ? Cell(std::int64_t{*row.threads}) : cells[place]));
    }
    return words;
}

} // namespace warploom::app
