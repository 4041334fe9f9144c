// The metrics that the cells of an experiment can show: their names, units and options.
#include "engine/experiment/experiment_parts.h"
#include "engine/sentence.h"

#include <string>
#include <vector>

namespace warploom::experiment {

namespace {

const std::vector<std::string> denominators{"nonzero", "row",     "thread",    "block",       "launch",
                                            "step",    "request", "operation", "transaction", "byte used"};

/// Returns the valid values of a metric's option, or an empty list if any value is valid.
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
    return choice<Figure>(fields, "figure", fields.word_or("figure", "time"));
}

std::vector<std::string> read_option(const Keys& fields, const std::string& what, Figure figure,
                                     const std::string& option) {
    const std::vector<std::string> known{"run",    "against", "against_precision", "phase", "waits", "array", "access",
                                         "launch", "per"};
    if (!contains(known, option))
        fields.refuse(
            "options",
            sentence("The option \"{option}\" of {object} is unknown.", {{"option", option}, {"object", what}}),
            did_you_mean(option, known));
    const bool fits = (is_count(figure) && !is_of_order(figure)) || (figure == Figure::time && option == "launch");
    if (is_option_of_counts(option) && !fits)
        fields.refuse("options",
                      sentence("The option \"{option}\" applies to counts only, but the figure of {object} is "
                               "\"{figure}\".",
                               {{"option", option}, {"object", what}, {"figure", to_string(figure)}}));
    if (option == "against_precision" && figure != Figure::difference)
        fields.refuse(
            "options",
            sentence("The option \"against_precision\" applies to the figure \"difference\" only, but the figure of "
                     "{object} is \"{figure}\".",
                     {{"object", what}, {"figure", to_string(figure)}}));
    return words_of(option);
}

} // namespace warploom::experiment
