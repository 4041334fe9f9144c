#include "app/calibration/fit.h"

#include "engine/format_number.h"

#include <cmath>
#include <cstdio>
#include <map>

namespace warploom::app {

using namespace simulated;

namespace {

template <class... Arguments> std::string print(const char* format, Arguments... arguments) {
    char text[256];
    std::snprintf(text, sizeof text, format, arguments...);
    return text;
}

std::string tenths(double share) { return percent(share, "%.1f %%"); }

std::string words(PaperComparison::Expected expected) {
    switch (expected) {
    case PaperComparison::Expected::left_less: return "less";
    case PaperComparison::Expected::left_more: return "more";
    case PaperComparison::Expected::alike: return "alike";
    }
    return "";
}

std::string comparison_row(const PaperComparison& c, double modelled, const char* verdict) {
    const std::string printed = c.published_ratio > 0 ? print("%.3f", c.published_ratio) : words(c.expected);
    return "| " + c.what + " | " + printed + print(" | %.3f | ", modelled) + verdict + " |\n";
}

std::string summary(const Study& study, const FitResult& result) {
    std::size_t fitted = 0;
    for (const FitCell& cell : study.cells) fitted += cell.is_fitted;
    std::string text = "| | |\n| --- | --- |\n";
    text += "| cells | " + std::to_string(study.cells.size()) + ", of which " + std::to_string(fitted) + " fitted |\n";
    text += "| median error of the cells that were not fitted | " + tenths(result.median_others) + " |\n";
    text += "| worst of them | " + tenths(result.worst_others) + " |\n";
    text += "| median error of the fitted ones | " + tenths(result.median_fitted) + " |\n";
    text += "| directions right | " + std::to_string(result.right) + " of " + std::to_string(result.counted) +
            print(" (%.1f %%)", result.counted > 0 ? 100.0 * result.right / result.counted : 0.0) + " |\n";
    return text;
}

std::string figures(const Study& study, const FitResult& result) {
    std::string text = "| figure | fitted value |\n| --- | --- |\n";
    for (const std::string& key : study.figures)
        for (const CardField& field : card_fields())
            if (key == field.key)
                text += "| " + std::string(field.title) + " (`" + key + "`) | " +
                        print("%g", result.card.*field.value) +
                        (*field.unit != '\0' ? std::string(" ") + field.unit : "") + " |\n";
    return text;
}

/// Returns the largest term of the modeled time within the timed interval.
std::string binding_of(const TracedCase& traced, Quantity::Timed timed, const Card& card) {
    ModelOptions options;
    if (timed == Quantity::Timed::copies) options.transfer_bytes = traced.transfer_bytes;
    return model_time(traced.launches, card, options).binding;
}

} // namespace

std::string fit_report(const Study& study, const std::vector<TracedCase>& cases, const FitResult& result,
                       const std::string& command) {
    double least_share = 1;
    const bool has_launches = study.cells[0].quantity.timed != Quantity::Timed::kernel;
    for (const TracedCase& c : cases) least_share = std::min(least_share, c.traced_share);
    std::string text = "# The model against " + study.paper + ": " + result.card.title + "\n\n";
    text += "Made by `" + command +
            "`, which anyone can run again; do not edit by hand. What the model is: "
            "[the simulated GPU](../simulated-gpu.md).\n\n";
    text += "Published times were printed in the paper, modelled ones are estimates from counted transactions. " +
            study.rule + "\n\n" + summary(study, result) + "\n" + figures(study, result) + "\n";
    text +=
        "Taken where the paper says nothing:\n\n" + study.assumptions + "- " +
        (least_share < 1 ? "Counts come from samples: at least " + tenths(least_share) + " of the blocks of each launch"
                         : std::string("Every block was traced")) +
        (has_launches ? ". The cost of launching is part of the modelled times; copies are where a cell says so.\n\n"
                      : ". The cost of a launch is not part of the modelled times here.\n\n");
    text += "## All cells\n\nError is modelled / published - 1.\n\n| where | cell | published | modelled | error | "
            "fitted | binding |\n"
            "| --- | --- | --: | --: | --: | --- | --- |\n";
    std::map<std::size_t, std::string> bindings;
    for (std::size_t i = 0; i < study.cells.size(); ++i) {
        const FitCell& cell = study.cells[i];
        const char* const unit = cell.quantity.kind == Quantity::Kind::ms ? "ms" : "GFLOP/s";
        // For a range, show what limits the case that determines the value.
        std::string binding;
        for (const std::size_t c : cell.quantity.cases)
            if (value_of({cell.quantity.kind, {c}, cell.quantity.timed}, cases, result.ns) == result.modelled[i])
                binding = binding_of(cases[c], cell.quantity.timed, result.card);
        text += "| " + cell.where + " | " + cell.what +
                print(" | %.3f %s | %.3f %s | %+.1f %% | ", cell.published, unit, result.modelled[i], unit,
                      (result.ratio[i] - 1) * 100) +
                (cell.is_fitted ? "yes" : "") + " | " + binding + " |\n";
    }
    const bool has_rates = study.cells[0].quantity.kind != Quantity::Kind::ms;
    text += "\n## Comparisons that the paper draws\n\nA ratio is the " + std::string(has_rates ? "rate" : "time") +
            " of the first over that of the second. Printed figures closer than 3 % say nothing about direction; they "
            "stand in the list below and are not counted.\n";
    std::string family;
    for (std::size_t i = 0; i < study.comparisons.size(); ++i) {
        const PaperComparison& c = study.comparisons[i];
        if (c.is_scatter) continue;
        if (c.family != family)
            text += "\n### " + (family = c.family) +
                    "\n\n| what | published | modelled | direction |\n| --- | --: | --: | --- |\n";
        text += comparison_row(c, result.comparison_ratio[i], result.is_right[i] ? "right" : "**wrong**");
    }
    std::string within;
    for (std::size_t i = 0; i < study.comparisons.size(); ++i)
        if (study.comparisons[i].is_scatter)
            within += comparison_row(study.comparisons[i], result.comparison_ratio[i],
                                     std::abs(result.comparison_ratio[i] - 1) < scatter ? "alike" : "apart");
    if (!within.empty())
        text += "\n### Within the source's own scatter\n\nThe last column says whether the model puts them closer than "
                "3 % too.\n\n"
                "| what | published | modelled | model |\n| --- | --: | --: | --- |\n" +
                within;
    if (study.cells[0].quantity.kind != Quantity::Kind::ms) {
        text += "\n## All cases\n\n| matrix | kernel | nonzeros | traced | modelled ms | GFLOP/s | binding |\n"
                "| --- | --- | --: | --: | --: | --: | --- |\n";
        for (std::size_t i = 0; i < cases.size(); ++i)
            text += "| `" + study.cases[i].inputs.front() + "` | " + study.cases[i].kernel +
                    print(" | %lld | %.1f %% | %.3f | %.1f | ", static_cast<long long>(cases[i].nonzeros),
                          cases[i].traced_share * 100, result.ns[i].kernel / 1e6,
                          2 * static_cast<double>(cases[i].nonzeros) / result.ns[i].kernel) +
                    model_time(cases[i].launches, result.card).binding + " |\n";
    }
    return text;
}

} // namespace warploom::app
