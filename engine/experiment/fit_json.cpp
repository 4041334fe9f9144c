// What an experiment file says of the fit of its card.

#include "engine/experiment/cells.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/nearest.h"
#include "engine/simulated/card.h"

#include <cstdio>

namespace warploom::experiment {

namespace {

void check_series(const Keys& fields, const std::string& key, const std::string& id, const Experiment& experiment) {
    if (experiment.find_series(id) == nullptr)
        fields.refuse(key, "\"" + key + "\" names the series \"" + id + "\", which does not exist",
                      nearest(id, series_ids(experiment)));
}

FitComparison read_comparison(const Reader& json, const Experiment& experiment) {
    const Keys fields(json, "a comparison of the fit");
    fields.expect({"family", "left", "right", "series", "between", "left_value", "right_value", "is"});
    FitComparison comparison;
    comparison.family = fields.text("family");
    if (!fields.has("series")) {
        comparison.left = fields.text("left");
        check_series(fields, "left", comparison.left, experiment);
        comparison.right = fields.text("right");
        const std::size_t slash = comparison.right.find('/');
        if (slash != std::string::npos) {
            comparison.right_experiment = comparison.right.substr(0, slash);
            comparison.right.erase(0, slash + 1);
        } else {
            check_series(fields, "right", comparison.right, experiment);
        }
        return comparison;
    }
    comparison.left = comparison.right = fields.text("series");
    check_series(fields, "series", comparison.left, experiment);
    comparison.between = fields.text("between");
    const Variable& variable = known_variable(fields, "between", comparison.between, experiment);
    if (!fields.has("left_value")) return comparison;
    comparison.left_value = fields.word("left_value");
    comparison.right_value = fields.word("right_value");
    check_value(fields, "left_value", variable, comparison.left_value);
    check_value(fields, "right_value", variable, comparison.right_value);
    comparison.is = read_is(fields);
    return comparison;
}

} // namespace

FitShare read_fit_share(const Keys& fields) {
    const std::string word = fields.text("fit");
    if (word == "all") return {1, 0};
    if (word == "none") return {0, 0};
    unsigned step = 0, first = 1;
    char ending[3];
    int used = 0;
    const auto is_whole = [&] { return static_cast<std::size_t>(used) == word.size() && step > 0 && first > 0; };
    if (std::sscanf(word.c_str(), "every %4u%2[a-z]%n", &step, ending, &used) == 2 && is_whole()) return {step, 0};
    if (std::sscanf(word.c_str(), "every %4u%2[a-z] from the %4u%2[a-z]%n", &step, ending, &first, ending, &used) ==
            4 &&
        is_whole())
        return {step, first - 1};
    fields.refuse("fit", "\"fit\" is \"" + word + "\"",
                  "Write all, none, or which of the cells: \"every 4th\", \"every 4th from the 3rd\".");
}

std::optional<Fit> read_fit(const Keys& file, const Experiment& experiment) {
    if (!file.has("fit")) return std::nullopt;
    const Keys fields(file.at("fit"), "\"fit\"");
    fields.expect({"paper", "rule", "assumptions", "figures", "sample_blocks", "comparisons"});
    Fit fit;
    fit.paper = fields.text_or("paper", {});
    fit.rule = fields.text_or("rule", {});
    if (fields.has("assumptions")) fit.assumptions = fields.words("assumptions");
    if (fields.has("figures")) fit.figures = fields.words("figures");
    std::vector<std::string> known;
    for (const auto& field : simulated::card_fields()) known.emplace_back(field.key);
    for (const auto& figure : fit.figures)
        if (!contains(known, figure))
            fields.refuse("figures", "a card has no figure \"" + figure + "\"", nearest(figure, known));
    fit.sample_blocks = static_cast<std::int64_t>(fields.number_or("sample_blocks", 0));
    fields.each("comparisons", [&](const Reader& one) { fit.comparisons.push_back(read_comparison(one, experiment)); });
    return fit;
}

} // namespace warploom::experiment
