#include "engine/experiment/cells.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/nearest.h"

#include <algorithm>
#include <set>

namespace warploom::experiment {

namespace {

constexpr int file_version = 1;
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

VariableValue read_value(const LinedJson& json, const std::string& variable, const Refusal& refuse) {
    const std::string what = "a value of the variable \"" + variable + "\"";
    VariableValue value;
    if (!json.is_object()) {
        value.name = word_of(json, what, refuse);
        return value;
    }
    const Fields fields(json, what, refuse);
    value.name = fields.word("name");
    for (const auto& member : json.members)
        if (member.key != "name")
            value.attributes[member.key] = word_of(member.value, "\"" + member.key + "\" of " + value.name, refuse);
    return value;
}

Variable read_variable(const std::string& name, const LinedJson& json, const Refusal& refuse) {
    // Columns of every table of results; a variable of the same name could not be told from them.
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
                                                   "notes",
                                                   "number",
                                                   "time"};
    if (!is_name(name) || contains(reserved, name))
        refuse(json.line, "\"" + name + "\" cannot be the name of a variable",
               "A name has letters, digits, - and _, and is none of the words that tables of results have as columns.");
    const Fields fields(json, "the variable \"" + name + "\"", refuse);
    fields.expect({"title", "unit", "values", "quick"});
    Variable variable;
    variable.name = name;
    variable.title = fields.text_or("title", name);
    variable.unit = fields.text_or("unit", {});
    std::set<std::string> names;
    for (const auto& item : fields.list("values")) {
        variable.values.push_back(read_value(item, name, refuse));
        if (!names.insert(variable.values.back().name).second)
            refuse(item.line, "the variable \"" + name + "\" has the value " + variable.values.back().name + " twice");
    }
    if (variable.values.empty()) fields.refuse("values", "the variable \"" + name + "\" has no values");
    if (variable.values.size() > most_values)
        fields.refuse("values", "the variable \"" + name + "\" has more than 10,000 values");
    if (fields.find("quick") != nullptr) variable.quick = fields.words("quick");
    for (const auto& value : variable.quick) check_value(fields, "quick", variable, value);
    return variable;
}

} // namespace

bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<std::string> series_ids(const Experiment& experiment) {
    std::vector<std::string> ids;
    for (const auto& series : experiment.series) ids.push_back(series.id);
    return ids;
}

std::vector<std::string> value_names(const Variable& variable) {
    std::vector<std::string> names;
    for (const auto& value : variable.values) names.push_back(value.name);
    return names;
}

const Variable& known_variable(const Fields& fields, const std::string& key, const std::string& name,
                               const Experiment& experiment) {
    if (const Variable* found = experiment.find_variable(name)) return *found;
    std::vector<std::string> known;
    for (const auto& variable : experiment.variables) known.push_back(variable.name);
    fields.refuse(key, "\"" + key + "\" names the variable \"" + name + "\", which does not exist",
                  known.empty() ? "The experiment has no variables." : nearest(name, known));
}

void check_value(const Fields& fields, const std::string& key, const Variable& variable, const std::string& value) {
    const auto names = value_names(variable);
    if (!contains(names, value))
        fields.refuse(key, "\"" + key + "\" names " + value + ", which is no value of \"" + variable.name + "\"",
                      nearest(value, names));
}

std::vector<Variable> read_variables(const Fields& file, const Refusal& refuse) {
    std::vector<Variable> variables;
    const LinedJson* json = file.find("variables");
    if (json == nullptr) return variables;
    const Fields fields(*json, "\"variables\"", refuse);
    for (const auto& member : json->members) variables.push_back(read_variable(member.key, member.value, refuse));
    return variables;
}

Experiment experiment_from_json(const std::string& text, const std::string& where) {
    const Refusal refuse{"The experiment " + where};
    const LinedJson json = lined_json(text, refuse);
    const Fields file(json, "the file", refuse);
    const LinedJson& version = file.need("warploom_experiment");
    if (!version.is_number() || version.number != file_version)
        refuse(version.line,
               "its version is not " + std::to_string(file_version) + ", the one that this program reads");
    file.expect({"warploom_experiment", "id", "source", "place", "title", "conclusion", "remarks", "card", "published",
                 "variables", "series", "charts", "profiles", "claims", "fit"});
    Experiment experiment;
    experiment.text = text;
    experiment.id = file.text("id");
    if (!is_safe_id(experiment.id))
        file.refuse("id", "its id is not usable as a file name",
                    "An id has 1 to 64 small letters, digits, - and _, and does not begin with a -.");
    experiment.source = file.text_or("source", {});
    experiment.place = file.text_or("place", {});
    experiment.title = file.text("title");
    experiment.conclusion = file.text_or("conclusion", {});
    experiment.remarks = file.text_or("remarks", {});
    experiment.card = file.text_or("card", {});
    experiment.published = file.text_or("published", {});
    if (const auto known = published_files(); !experiment.published.empty() && !contains(known, experiment.published))
        file.refuse("published", "there is no published table \"" + experiment.published + "\"",
                    nearest(experiment.published, known));
    experiment.variables = read_variables(file, refuse);
    experiment.series = read_series(file, experiment, refuse);
    experiment.profiles = read_profiles(file, refuse);
    if (experiment.series.empty() && experiment.profiles.empty())
        file.refuse("series", "it has neither series nor profiles, so there is nothing to show");
    check_circles(file, experiment);
    check_published(file, experiment);
    experiment.claims = read_claims(file, experiment, refuse);
    experiment.charts = read_charts(file, experiment, refuse);
    experiment.fit = read_fit(file, experiment, refuse);
    return experiment;
}

const Series* Experiment::find_series(const std::string& wanted) const {
    for (const auto& one : series)
        if (one.id == wanted) return &one;
    return nullptr;
}

const Variable* Experiment::find_variable(const std::string& name) const {
    for (const auto& variable : variables)
        if (variable.name == name) return &variable;
    return nullptr;
}

bool Variable::is_numeric() const {
    return std::all_of(values.begin(), values.end(), [](const auto& value) { return is_number_text(value.name); });
}

} // namespace warploom::experiment
