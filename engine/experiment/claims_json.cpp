// Reads the claims, charts and profiles of an experiment file, and the settings for fitting the parameters of its
// simulated GPU.
#include "engine/did_you_mean.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/items.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"

#include <cstdio>

namespace warploom::experiment {
namespace {

const Series& known_series(const Keys& fields, const std::string& key, const std::string& id,
                           const Experiment& experiment) {
    if (const Series* found = experiment.find_series(id)) return *found;
    const auto ids = series_ids(experiment);
    fields.refuse(
        key,
        sentence("\"{key}\" refers to the series \"{series}\", which does not exist.", {{"key", key}, {"series", id}}),
        ids.empty() ? sentence("The experiment has no series.") : did_you_mean(id, ids));
}

/// Validates the conditions in `where`, which assign values to variables. Each of these variables must belong to at
/// least one of the series.
void check_where(const Keys& fields, const std::vector<std::pair<std::string, std::string>>& where,
                 const std::vector<std::string>& over, const Experiment& experiment) {
    for (const auto& [name, value] : where) {
        const Variable& variable = known_variable(fields, "where", name, experiment);
        if (!contains(over, name))
            fields.refuse("where",
                          sentence("\"where\" names the variable \"{variable}\", which none of the series varies.",
                                   {{"variable", name}}));
        check_value(fields, "where", variable, value);
    }
}

void read_between(const Keys& fields, const Experiment& experiment, Claim& claim) {
    for (const char* key : {"left", "right", "than"})
        if (fields.has(key))
            fields.refuse(
                key, sentence("A claim that compares two values of one series cannot have \"{key}\".", {{"key", key}}));
    claim.left = claim.right = fields.text("series");
    const Series& series = known_series(fields, "series", claim.left, experiment);
    claim.between = fields.word("between");
    const Variable& variable = known_variable(fields, "between", *claim.between, experiment);
    if (!contains(series.over, *claim.between))
        fields.refuse("between",
                      sentence("The series \"{series}\" does not vary \"{variable}\".",
                               {{"series", series.id}, {"variable", *claim.between}}),
                      series.over.empty() ? sentence("The series does not vary any variables.")
                                          : did_you_mean(*claim.between, series.over));
    claim.left_value = fields.word("left_value");
    check_value(fields, "left_value", variable, claim.left_value);
    claim.right_value = fields.word("right_value");
    check_value(fields, "right_value", variable, claim.right_value);
    if (claim.left_value == claim.right_value)
        fields.refuse("right_value",
                      sentence("The claim compares {value} with itself.", {{"value", claim.left_value}}));
}

void read_sides(const Keys& fields, const Experiment& experiment, Claim& claim) {
    for (const char* key : {"between", "left_value", "right_value"})
        if (fields.has(key))
            fields.refuse(key,
                          sentence("\"{key}\" requires \"series\", which is missing from the claim.", {{"key", key}}));
    claim.left = fields.text("left");
    const Series& left = known_series(fields, "left", claim.left, experiment);
    if (fields.has("than")) {
        if (fields.has("right"))
            fields.refuse("than", sentence("The claim has both \"right\" and \"than\"; only one "
                                           "is allowed."));
        if (!fields.at("than").json().is_number())
            fields.refuse("than", sentence("\"{key}\" must be a number.", {{"key", "than"}}));
        claim.than = fields.number("than");
        return;
    }
    claim.right = fields.text("right");
    const Series& right = known_series(fields, "right", claim.right, experiment);
    if (claim.left == claim.right)
        fields.refuse("right",
                      sentence("The claim compares the series \"{series}\" with itself.", {{"series", claim.left}}),
                      sentence("To compare two values of a variable, use \"series\" and \"between\"."));
    if (left.unit != right.unit)
        fields.refuse("right", sentence("The claim compares values in \"{left}\" with values in \"{right}\".",
                                        {{"left", left.unit}, {"right", right.unit}}));
}

/// Reads the origin of a claim's threshold, the reason for the threshold, and the columns that cannot decide the claim.
void read_threshold(const Keys& fields, Claim& claim) {
    claim.threshold = fields.text_or("threshold", {});
    if (fields.has("threshold")) require_word(fields, "threshold", claim.threshold, {"source", "ours"});
    claim.because = fields.text_or("because", {});
    if (fields.has("threshold") != fields.has("because"))
        fields.refuse(fields.has("threshold") ? "threshold" : "because",
                      sentence("A claim must have both \"threshold\" and \"because\", or neither."));
    claim.outside = fields.pairs("outside");
    for (const auto& [column, reason] : claim.outside)
        require_known(fields, "outside", column, {to_string(CellColumn::modelled), to_string(CellColumn::measured)},
                      sentence("\"outside\" contains the unknown column \"{column}\".", {{"column", column}}));
}

Claim read_claim(const Reader& json, const Experiment& experiment) {
    const Keys fields(json, sentence("a claim"));
    fields.expect({"text", "id", "said", "threshold", "because", "outside", "left", "right", "than", "series",
                   "between", "left_value", "right_value", "is", "factor", "within", "where", "part"});
    Claim claim;
    claim.text = fields.text("text");
    claim.id = fields.text_or("id", {});
    if (claim.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
        fields.refuse("id", sentence("\"{id}\" is not a valid claim ID.", {{"id", claim.id}}),
                      sentence("A claim ID consists of lowercase letters, digits and hyphens."));
    claim.said = fields.text_or("said", {});
    read_threshold(fields, claim);
    claim.is = choice<Claim::Is>(fields, "is", fields.text("is"));
    if (fields.has("series")) read_between(fields, experiment, claim);
    else read_sides(fields, experiment, claim);
    claim.factor = fields.number_or("factor", 1);
    if (claim.factor <= 0) fields.refuse("factor", sentence("\"{key}\" must be greater than 0.", {{"key", "factor"}}));
    if (fields.has("factor") && claim.is == Claim::Is::alike)
        fields.refuse("factor", sentence("A claim with \"alike\" cannot have \"factor\"."),
                      sentence("Use \"within\" to set the allowed relative difference."));
    claim.within = fields.number_or("within", claim.within);
    if (claim.within <= 0) fields.refuse("within", sentence("\"{key}\" must be greater than 0.", {{"key", "within"}}));
    if (fields.has("within") && claim.is != Claim::Is::alike)
        fields.refuse("within", sentence("Only a claim with \"alike\" can have \"within\"."),
                      sentence("Use \"factor\"."));
    claim.where = fields.pairs("where");
    std::vector<std::string> over = experiment.find_series(claim.left)->over;
    if (const Series* right = experiment.find_series(claim.right))
        over.insert(over.end(), right->over.begin(), right->over.end());
    check_where(fields, claim.where, over, experiment);
    if (claim.between)
        for (const auto& [name, value] : claim.where)
            if (name == *claim.between)
                fields.refuse(
                    "where",
                    sentence("\"where\" must not contain \"{variable}\", because the claim compares values of this "
                             "variable.",
                             {{"variable", name}}));
    claim.part = fields.text_or("part", claim.part);
    require_word(fields, "part", claim.part, {"all", "most", "some"});
    return claim;
}

ChartWish read_chart(const Reader& json, const Experiment& experiment) {
    const Keys fields(json, sentence("a chart"));
    fields.expect({"title", "kind", "x", "series", "where", "log_x", "log_value"});
    ChartWish chart;
    chart.title = fields.text("title");
    chart.kind = choice<ChartWish::Kind>(fields, "kind", fields.text_or("kind", "lines"));
    chart.x = fields.word("x");
    const Variable& x = known_variable(fields, "x", chart.x, experiment);
    chart.series = fields.words("series");
    if (chart.series.empty()) fields.refuse("series", sentence("The chart shows no series."));
    std::vector<std::string> over;
    for (const auto& id : chart.series) {
        const Series& series = known_series(fields, "series", id, experiment);
        if (!contains(series.over, chart.x))
            fields.refuse("series", sentence("The series \"{series}\" does not vary \"{variable}\".",
                                             {{"series", id}, {"variable", chart.x}}));
        const std::string& unit = experiment.find_series(chart.series.front())->unit;
        if (series.unit != unit)
            fields.refuse(
                "series",
                sentence(
                    "The chart shows \"{one}\" and \"{other}\" on the same axis, but an axis can have only one unit.",
                    {{"one", series.unit}, {"other", unit}}));
        over.insert(over.end(), series.over.begin(), series.over.end());
    }
    chart.where = fields.pairs("where");
    check_where(fields, chart.where, over, experiment);
    chart.log_x = fields.flag_or("log_x", false);
    chart.log_value = fields.flag_or("log_value", false);
    if (chart.log_x && !x.is_numeric())
        fields.refuse("log_x",
                      sentence("A logarithmic axis requires numbers, but some values of \"{variable}\" are not "
                               "numbers.",
                               {{"variable", chart.x}}));
    return chart;
}

} // namespace

std::vector<Claim> read_claims(const Keys& file, const Experiment& experiment) {
    std::vector<Claim> claims;
    file.each("claims", [&](const Reader& json) {
        claims.push_back(read_claim(json, experiment));
        for (std::size_t i = 0; i + 1 < claims.size(); ++i)
            if (!claims[i].id.empty() && claims[i].id == claims.back().id)
                json.refuse_saying(sentence("There are two claims with the ID \"{id}\".", {{"id", claims[i].id}}));
    });
    return claims;
}

std::vector<ChartWish> read_charts(const Keys& file, const Experiment& experiment) {
    std::vector<ChartWish> charts;
    file.each("charts", [&](const Reader& json) { charts.push_back(read_chart(json, experiment)); });
    return charts;
}

std::vector<Profile> read_profiles(const Keys& file) {
    std::vector<Profile> profiles;
    file.each("profiles", [&](const Reader& json) {
        const Keys fields(json, sentence("a profile"));
        fields.expect({"title", "input"});
        profiles.push_back({fields.text("title"), read_inputs(fields)});
    });
    return profiles;
}
namespace {

FitComparison read_comparison(const Reader& json, const Experiment& experiment) {
    const Keys fields(json, sentence("a comparison of the fit"));
    fields.expect({"family", "left", "right", "series", "between", "left_value", "right_value", "is"});
    FitComparison comparison;
    comparison.family = fields.text("family");
    if (!fields.has("series")) {
        comparison.left = fields.text("left");
        known_series(fields, "left", comparison.left, experiment);
        comparison.right = fields.text("right");
        const std::size_t slash = comparison.right.find('/');
        if (slash != std::string::npos) {
            comparison.right_experiment = comparison.right.substr(0, slash);
            comparison.right.erase(0, slash + 1);
        } else {
            known_series(fields, "right", comparison.right, experiment);
        }
        return comparison;
    }
    comparison.left = comparison.right = fields.text("series");
    known_series(fields, "series", comparison.left, experiment);
    comparison.between = fields.text("between");
    const Variable& variable = known_variable(fields, "between", comparison.between, experiment);
    if (!fields.has("left_value")) return comparison;
    comparison.left_value = fields.word("left_value");
    comparison.right_value = fields.word("right_value");
    check_value(fields, "left_value", variable, comparison.left_value);
    check_value(fields, "right_value", variable, comparison.right_value);
    comparison.is = choice<Claim::Is>(fields, "is", fields.text("is"));
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
    fields.refuse("fit", sentence("\"{word}\" is not a valid value of \"{key}\".", {{"word", word}, {"key", "fit"}}),
                  sentence("Enter \"all\", \"none\", or a selection such as \"every 4th\" or \"every 4th from the "
                           "3rd\"."));
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
    const auto known =
        transform_to_vector(simulated::card_fields(), [](const auto& field) { return std::string(field.key); });
    for (const auto& figure : fit.figures)
        require_known(fields, "figures", figure, known,
                      sentence("\"{key}\" is not a property of a card.", {{"key", figure}}));
    fit.sample_blocks = static_cast<std::int64_t>(fields.number_or("sample_blocks", 0));
    fields.each("comparisons", [&](const Reader& one) { fit.comparisons.push_back(read_comparison(one, experiment)); });
    return fit;
}

} // namespace warploom::experiment
