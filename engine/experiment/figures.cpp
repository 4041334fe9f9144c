// What of a run can be a cell's number: names, units, options.
#include "engine/experiment/experiment_parts.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace warploom::experiment {

namespace {

constexpr std::array<std::pair<Figure, const char*>, 36> figures{{
    {Figure::time, "time"},
    {Figure::time_with_copies, "time with copies"},
    {Figure::gflops, "gflops"},
    {Figure::solve_time, "solve time"},
    {Figure::iterations, "iterations"},
    {Figure::residual, "residual"},
    {Figure::nonzeros, "nonzeros"},
    {Figure::filled_share, "share of entries"},
    {Figure::preprocessing, "preprocessing"},
    {Figure::one_run, "one run"},
    {Figure::difference, "difference"},
    {Figure::clock, "clock"},
    {Figure::launches, "launches"},
    {Figure::transactions, "transactions"},
    {Figure::sectors, "sectors"},
    {Figure::requests, "requests"},
    {Figure::bytes_moved, "bytes moved"},
    {Figure::bytes_used, "bytes used"},
    {Figure::memory_bytes, "memory bytes"},
    {Figure::lane_accesses, "lane accesses"},
    {Figure::steps, "steps"},
    {Figure::active_lanes, "active lanes"},
    {Figure::divergent_steps, "divergent steps"},
    {Figure::bank_passes, "bank passes"},
    {Figure::bank_conflicts, "bank conflicts"},
    {Figure::barriers, "barriers"},
    {Figure::operations, "operations"},
    {Figure::grid, "grid"},
    {Figure::threads_at_work, "threads at work"},
    {Figure::waits, "waits"},
    {Figure::waits_at_barriers, "waits at barriers"},
    {Figure::occupancy, "occupancy"},
    {Figure::peak_share, "share of peak"},
    {Figure::bandwidth, "bandwidth"},
    {Figure::profile, "profile"},
    {Figure::x_sectors, "sectors of x a warp"},
}};

const std::vector<std::string> denominators{"nonzero", "row",     "thread",    "block",       "launch",
                                            "step",    "request", "operation", "transaction", "byte used"};

/// The words that an option may take; empty: any.
std::vector<std::string> words_of(const std::string& option) {
    if (option == "per") return denominators;
    if (option == "against_precision") return {"float", "double"};
    if (option == "access") return {"load", "store", "atomic"};
    return {};
}

bool is_option_of_counts(const std::string& option) {
    return option == "array" || option == "access" || option == "launch" || option == "per";
}

} // namespace

const char* to_string(Figure figure) {
    for (const auto& [value, name] : figures)
        if (value == figure) return name;
    return "";
}

bool is_count(Figure figure) { return figure >= Figure::launches; }

bool is_of_order(Figure figure) { return figure >= Figure::bandwidth; }

const char* unit_of(Figure figure) {
    switch (figure) {
    case Figure::time:
    case Figure::time_with_copies:
    case Figure::solve_time:
    case Figure::preprocessing:
    case Figure::one_run:
    case Figure::clock: return "ms";
    case Figure::gflops: return "GFLOP/s";
    case Figure::filled_share:
    case Figure::waits_at_barriers:
    case Figure::occupancy:
    case Figure::peak_share: return "%";
    default: return nullptr;
    }
}

Figure read_figure_name(const Keys& fields) {
    return choice(fields, "figure", fields.word_or("figure", "time"), figures);
}

std::vector<std::string> read_option(const Keys& fields, const std::string& what, Figure figure,
                                     const std::string& option) {
    const std::vector<std::string> known{"run",    "against", "against_precision", "phase", "waits", "array", "access",
                                         "launch", "per"};
    if (!contains(known, option))
        fields.refuse("options", "the option \"" + option + "\" of " + what + " is unknown", nearest(option, known));
    const bool fits = (is_count(figure) && !is_of_order(figure)) || (figure == Figure::time && option == "launch");
    if (is_option_of_counts(option) && !fits)
        fields.refuse("options", "the option \"" + option + "\" belongs to counts of a call, and the figure of " +
                                     what + " is \"" + to_string(figure) + "\"");
    if (option == "against_precision" && figure != Figure::difference)
        fields.refuse("options", "the option \"against_precision\" belongs to the figure \"difference\", and that of " +
                                     what + " is \"" + to_string(figure) + "\"");
    return words_of(option);
}

} // namespace warploom::experiment
