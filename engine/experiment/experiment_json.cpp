#include "engine/did_you_mean.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/items.h"
#include "engine/sentence.h"

#include <algorithm>
#include <set>

namespace warploom::experiment {

namespace {

constexpr int file_version = 1;
constexpr protocol::JsonLimits limits{.bytes = largest_experiment, .levels = 16, .one_text = std::size_t{1} << 16};
constexpr std::size_t most_values = 10'000;

bool is_safe_id(const std::string& id) {
    const auto is_fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !id.empty() && id.size() <= 64 && id.front() != '-' && std::all_of(id.begin(), id.end(), is_fine);
}

bool is_name(const std::string& name) {
    const auto is_fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == ' ';
    };
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), is_fine);
}

VariableValue read_value(const Reader& json, const std::string& variable) {
    const std::string what = sentence("a value of the variable \"{variable}\"", {{"variable", variable}});
    VariableValue value;
    if (!json.json().is_object()) {
        value.name = protocol::word_of(json, what);
        return value;
    }
    const Keys fields(json, what);
    value.name = fields.word("name");
    json.each_member([&](const std::string& key, const Reader& word) {
        // An attribute can be empty for some values of the variable, as in "behind": "" for one value and "behind":
        // "|rcm" for another.
        const bool is_empty = word.json() == "";
        if (key != "name")
            value.attributes[key] =
                is_empty ? ""
                         : protocol::word_of(word, sentence("{key} of {object}",
                                                            {{"key", "\"" + key + "\""}, {"object", value.name}}));
    });
    return value;
}

Variable read_variable(const std::string& name, const Reader& json) {
    // Column names that occur in every result table. They are reserved, because a variable with one of these names
    // would be ambiguous.
    static const std::vector<std::string> reserved{"series",
                                                   "unit",
                                                   "published",
                                                   "printed",
                                                   "modelled",
                                                   "fitted",
                                                   "measured",
                                                   "measured_low",
                                                   "measured_high",
                                                   "modelled_per_published",
                                                   "measured_per_published",
                                                   "measured_per_modelled",
                                                   "why_not",
                                                   "kernels",
                                                   "notes",
                                                   "number",
                                                   "time"};
    if (!is_name(name) || contains(reserved, name))
        json.refuse_saying(
            sentence("\"{name}\" is not a valid variable name.", {{"name", name}}),
            sentence("A variable name consists of letters, digits, - and _, and must not be a column name of result "
                     "tables."));
    const Keys fields(json, sentence("the variable \"{variable}\"", {{"variable", name}}));
    fields.expect({"title", "unit", "values", "quick"});
    Variable variable;
    variable.name = name;
    variable.title = fields.text_or("title", name);
    variable.unit = fields.text_or("unit", {});
    std::set<std::string> names;
    fields.list("values");
    fields.each("values", [&](const Reader& item) {
        variable.values.push_back(read_value(item, name));
        const std::string& value = variable.values.back().name;
        if (!names.insert(value).second)
            item.refuse_saying(sentence("The variable \"{variable}\" has the value {value} twice.",
                                        {{"variable", name}, {"value", value}}));
    });
    if (variable.values.empty())
        fields.refuse("values", sentence("The variable \"{variable}\" has no values.", {{"variable", name}}));
    if (variable.values.size() > most_values)
        fields.refuse("values",
                      sentence("The variable \"{variable}\" has more than 10,000 values.", {{"variable", name}}));
    if (fields.has("quick")) variable.quick = fields.words("quick");
    for (const auto& value : variable.quick) check_value(fields, "quick", variable, value);
    return variable;
}

} // namespace

void require_known(const Keys& fields, const std::string& key, const std::string& word,
                   const std::vector<std::string>& known, const std::string& problem) {
    if (!contains(known, word)) fields.refuse(key, problem, did_you_mean(word, known));
}

void require_published(const Keys& fields, const std::string& file) {
    require_known(fields, "published", file, published_files(),
                  sentence("There is no published table named \"{table}\".", {{"table", file}}));
}

std::vector<std::string> read_inputs(const Keys& fields) {
    const bool are_several = fields.need("input").json().is_array();
    auto inputs = are_several ? fields.words("input") : std::vector{fields.word("input")};
    if (inputs.empty()) fields.refuse("input", sentence("\"{key}\" must not be empty.", {{"key", "input"}}));
    return inputs;
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<std::string> series_ids(const Experiment& experiment) {
    return transform_to_vector(experiment.series, &Series::id);
}

std::vector<std::string> value_names(const Variable& variable) {
    return transform_to_vector(variable.values, &VariableValue::name);
}

const Variable& known_variable(const Keys& fields, const std::string& key, const std::string& name,
                               const Experiment& experiment) {
    if (const Variable* found = experiment.find_variable(name)) return *found;
    const auto known = transform_to_vector(experiment.variables, &Variable::name);
    fields.refuse(key,
                  sentence("\"{key}\" refers to the variable \"{variable}\", which does not exist.",
                           {{"key", key}, {"variable", name}}),
                  known.empty() ? sentence("The experiment has no variables.") : did_you_mean(name, known));
}

void check_value(const Keys& fields, const std::string& key, const Variable& variable, const std::string& value) {
    require_known(fields, key, value, value_names(variable),
                  sentence("\"{key}\" refers to {value}, which is not a value of \"{variable}\".",
                           {{"key", key}, {"value", value}, {"variable", variable.name}}));
}

std::vector<Variable> read_variables(const Keys& file) {
    std::vector<Variable> variables;
    if (!file.has("variables")) return variables;
    const Keys fields(file.at("variables"), "\"variables\"");
    fields.object().each_member(
        [&](const std::string& name, const Reader& variable) { variables.push_back(read_variable(name, variable)); });
    return variables;
}

Experiment experiment_from_json(const std::string& text, const std::string& where) {
    const protocol::DocumentSource source{
        "experiment.format", sentence("The experiment {experiment} cannot be used", {{"experiment", where}}), "", text,
        limits};
    const Json json = protocol::parse(source);
    const Reader whole(json, source);
    const Keys file(whole, sentence("the file"));
    const Reader version = file.need("warploom_experiment");
    if (version.json() != file_version)
        version.refuse_saying(sentence("This program can read only version {version}.", {{"version", file_version}}));
    file.expect({"warploom_experiment", "id", "source", "place", "title", "conclusion", "remarks", "card", "published",
                 "variables", "series", "charts", "profiles", "claims", "fit", "kernels"});
    Experiment experiment;
    experiment.text = text;
    experiment.id = file.text("id");
    if (!is_safe_id(experiment.id))
        file.refuse(
            "id", sentence("Its ID cannot be used as a file name."),
            sentence("An ID consists of 1 to 64 lowercase letters, digits, - and _, and must not start with -."));
    experiment.source = file.text_or("source", {});
    experiment.place = file.text_or("place", {});
    experiment.title = file.text("title");
    experiment.conclusion = file.text_or("conclusion", {});
    experiment.remarks = file.text_or("remarks", {});
    experiment.card = file.text_or("card", {});
    experiment.published = file.text_or("published", {});
    if (!experiment.published.empty()) require_published(file, experiment.published);
    experiment.variables = read_variables(file);
    experiment.series = read_series(file, experiment);
    experiment.profiles = read_profiles(file);
    if (experiment.series.empty() && experiment.profiles.empty())
        file.refuse("series", sentence("It has no series and no profiles, so there is nothing to show."));
    check_circles(file, experiment);
    check_published(file, experiment);
    experiment.claims = read_claims(file, experiment);
    experiment.charts = read_charts(file, experiment);
    experiment.fit = read_fit(file, experiment);
    if (file.has("kernels"))
        Keys(file.at("kernels"), "\"kernels\"")
            .object()
            .each_member(
                [&](const std::string& name, const Reader& kernel) { experiment.kernels[name] = kernel.text(); });
    return experiment;
}

std::string value_of(const Bindings& list, const std::string& name) { return lookup_or_default(list, name); }
const Series* Experiment::find_series(const std::string& wanted) const {
    return find_item(series, &Series::id, wanted);
}

const Variable* Experiment::find_variable(const std::string& name) const {
    return find_item(variables, &Variable::name, name);
}

bool Variable::has(const std::string& value) const {
    return std::any_of(values.begin(), values.end(), [&](const auto& one) { return one.name == value; });
}

bool Variable::is_numeric() const {
    return std::all_of(values.begin(), values.end(),
                       [](const auto& value) { return protocol::is_number_text(value.name); });
}

} // namespace warploom::experiment
