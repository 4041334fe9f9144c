#include "engine/experiment/result.h"

#include "engine/error.h"
#include "engine/experiment/derivation.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/experiment/lined_json.h"
#include "engine/experiment/result_parts.h"

#include <algorithm>
#include <set>

namespace warploom::experiment {

namespace {

constexpr int result_version = 1;
constexpr int most_levels = 32;
constexpr const char* script_begin = "<script type=\"application/json\" id=\"warploom-result\">";

ResultJson profile_document(const ProfileResult& profile) {
    const auto list = [](const std::vector<double>& numbers) {
        ResultJson json = ResultJson::array();
        for (const double number : numbers) json.push_back(number_json(number));
        return json;
    };
    ResultJson json{{"title", profile.title}, {"input", profile.input}};
    if (!profile.note.empty()) json["note"] = profile.note;
    if (!profile.why_not.empty()) json["why_not"] = profile.why_not;
    json["rows"] = profile.rows;
    json["least"] = list(profile.least);
    json["most"] = list(profile.most);
    json["mean"] = list(profile.mean);
    return json;
}

/// For readers of the file; whoever reads it with this program has them judged anew.
ResultJson claims_document(const Result& result) {
    ResultJson list = ResultJson::array();
    const auto judged = judge(result.experiment, result.cells);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        ResultJson claim{{"text", result.experiment.claims[i].text}};
        for (const Column column : columns)
            claim[to_string(column)] = {{"verdict", to_string(judged[i][column].verdict)},
                                        {"sentence", judged[i][column].sentence}};
        list.push_back(std::move(claim));
    }
    return list;
}

ResultJson document_of(const Result& result, Samples samples) {
    const ResultRefusal refuse{"of " + result.experiment.id};
    if (result.experiment.text.empty()) refuse("its experiment has no text to carry along");
    ResultJson facts = ResultJson::object();
    for (const auto& [key, value] : result.facts) facts[key] = value;
    ResultJson cells = ResultJson::array(), profiles = ResultJson::array();
    for (const auto& cell : result.cells) cells.push_back(cell_document(cell, samples));
    for (const auto& profile : result.profiles) profiles.push_back(profile_document(profile));
    ResultJson json{{"warploom_result", result_version},
                    {"experiment", ResultJson::parse(result.experiment.text)},
                    {"quick", result.is_quick},
                    {"complete", result.is_complete},
                    {"date", result.date},
                    {"measured_on", result.measured_on},
                    {"modelled_on", result.modelled_on},
                    {"facts", std::move(facts)},
                    {"cells", std::move(cells)},
                    {"claims", claims_document(result)},
                    {"profiles", std::move(profiles)},
                    {"author", result.author},
                    {"words", result.words}};
    if (!result.edited.empty()) json["edited"] = result.edited;
    seal(json);
    return json;
}

/// The text between the tags of an HTML report.
std::string without_html(const std::string& text, const ResultRefusal& refuse) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) refuse("it is empty");
    if (text[first] == '{') return text;
    const std::size_t id = text.find("id=\"warploom-result\"");
    const std::size_t begin = id == std::string::npos ? id : text.find('>', id);
    const std::size_t end = begin == std::string::npos ? begin : text.find("</script>", begin);
    if (end == std::string::npos)
        refuse("it is neither a result nor a report that carries one",
               "Results end in .json; of a report in HTML, the whole file is needed.");
    return text.substr(begin + 1, end - begin - 1);
}

const ResultJson* find(const ResultJson& document, const char* key) {
    const auto found = document.find(key);
    return found == document.end() ? nullptr : &*found;
}

std::string text_in(const ResultJson& document, const char* key, const ResultRefusal& refuse) {
    const ResultJson* found = find(document, key);
    if (found == nullptr) return {};
    if (!found->is_string()) refuse("\"" + std::string(key) + "\" is no text");
    return found->get<std::string>();
}

bool boolean_of(const ResultJson& document, const char* key, const ResultRefusal& refuse) {
    const ResultJson* found = find(document, key);
    if (found == nullptr || !found->is_boolean()) refuse("\"" + std::string(key) + "\" is neither true nor false");
    return found->get<bool>();
}

const ResultJson& list_of(const ResultJson& document, const char* key, const ResultRefusal& refuse) {
    static const ResultJson none = ResultJson::array();
    const ResultJson* found = find(document, key);
    if (found == nullptr) return none;
    if (!found->is_array()) refuse("\"" + std::string(key) + "\" is no list");
    return *found;
}

ProfileResult read_profile(const ResultJson& json, const ResultRefusal& refuse) {
    if (!json.is_object()) refuse("a profile is no object");
    ProfileResult profile;
    profile.title = text_in(json, "title", refuse);
    profile.input = text_in(json, "input", refuse);
    profile.note = text_in(json, "note", refuse);
    profile.why_not = text_in(json, "why_not", refuse);
    try {
        profile.rows = list_of(json, "rows", refuse).get<std::vector<std::int64_t>>();
        profile.least = list_of(json, "least", refuse).get<std::vector<double>>();
        profile.most = list_of(json, "most", refuse).get<std::vector<double>>();
        profile.mean = list_of(json, "mean", refuse).get<std::vector<double>>();
    } catch (const ResultJson::exception&) { refuse("a profile has a point that is no number"); }
    if (profile.least.size() != profile.rows.size() || profile.most.size() != profile.rows.size() ||
        profile.mean.size() != profile.rows.size())
        refuse("the profile \"" + profile.title + "\" has lists of different lengths");
    return profile;
}

/// The cell belongs to the experiment, and its variables stand in the experiment's order.
void check_cell(const Experiment& experiment, Cell& cell, const ResultRefusal& refuse) {
    const Series* series = experiment.find_series(cell.series);
    if (series == nullptr)
        refuse("a cell is of the series \"" + cell.series + "\", which the experiment does not have");
    Bindings at;
    for (const auto& variable : experiment.variables) {
        if (!contains(series->over, variable.name)) continue;
        const auto bound =
            std::find_if(cell.at.begin(), cell.at.end(), [&](const auto& one) { return one.first == variable.name; });
        if (bound == cell.at.end() || !contains(value_names(variable), bound->second))
            refuse("a cell of the series \"" + cell.series + "\" has no value of \"" + variable.name +
                   "\" that the experiment knows");
        at.push_back(*bound);
    }
    if (at.size() != cell.at.size())
        refuse("a cell of the series \"" + cell.series + "\" has a variable over which the series does not run");
    cell.at = std::move(at);
}

void check_complete(const ResultJson& document, const ResultRefusal& refuse) {
    for (const char* key : {"experiment", "quick", "complete", "facts", "cells"})
        if (find(document, key) == nullptr) refuse("the key \"" + std::string(key) + "\" is missing");
    if (!document["facts"].is_object()) refuse("\"facts\" is no object");
}

} // namespace

ResultJson result_document(const std::string& text, const ResultRefusal& refuse) {
    const std::string json = without_html(text, refuse);
    ResultJson document;
    try {
        document = ResultJson::parse(json, [&](int depth, ResultJson::parse_event_t, const ResultJson&) {
            if (depth > most_levels) refuse("its brackets are nested too deeply");
            return true;
        });
    } catch (const ResultJson::parse_error& error) {
        const std::size_t end = std::min(error.byte > 0 ? error.byte - 1 : 0, json.size());
        const auto line = 1 + std::count(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(end), '\n');
        refuse("line " + std::to_string(line) + " is not JSON", "A file that was cut short looks like this.");
    } catch (const ResultJson::exception&) { refuse("it holds a number or a text that JSON cannot have"); }
    const ResultJson* version = document.is_object() ? find(document, "warploom_result") : nullptr;
    if (version == nullptr) refuse("it is not a result of an experiment");
    if (*version != result_version)
        refuse("its version is " + version->dump(-1, ' ', true, ResultJson::error_handler_t::replace) +
               ", and this program reads version " + std::to_string(result_version));
    check_complete(document, refuse);
    return document;
}

Result read_result(const ResultJson& document, const ResultRefusal& refuse) {
    Result result;
    try {
        result.experiment = experiment_from_json(
            document["experiment"].dump(2, ' ', false, ResultJson::error_handler_t::replace) + "\n", "in it");
    } catch (const Error& error) {
        std::string what = error.what();
        what.pop_back();
        what[0] = 't'; // "The experiment ..." goes on within a sentence
        refuse(what, error.hint());
    }
    result.is_quick = boolean_of(document, "quick", refuse);
    result.is_complete = boolean_of(document, "complete", refuse);
    result.date = text_in(document, "date", refuse);
    result.measured_on = text_in(document, "measured_on", refuse);
    result.modelled_on = text_in(document, "modelled_on", refuse);
    for (const auto& [key, value] : document["facts"].items()) {
        if (!value.is_string()) refuse("the fact \"" + key + "\" is no text");
        result.facts.emplace_back(key, value.get<std::string>());
    }
    std::set<std::string> seen;
    for (const auto& json : list_of(document, "cells", refuse)) {
        result.cells.push_back(read_cell(json, refuse));
        check_cell(result.experiment, result.cells.back(), refuse);
        if (!seen.insert(result.cells.back().series + "\n" + key_of(result.cells.back().at)).second)
            refuse("the cell " + name_of(result.experiment, result.cells.back()) + " stands there twice");
    }
    for (const auto& json : list_of(document, "profiles", refuse))
        result.profiles.push_back(read_profile(json, refuse));
    result.author = text_in(document, "author", refuse);
    result.words = text_in(document, "words", refuse);
    return result;
}

std::string result_to_json(const Result& result, Samples samples) {
    return document_of(result, samples).dump(2, ' ', false, ResultJson::error_handler_t::replace) + "\n";
}

std::string result_script(const Result& result, Samples samples) {
    std::string script = script_begin;
    for (const char c : result_to_json(result, samples)) {
        if (c == '<') script += "\\u003c"; // neither an end of the script nor the begin of a comment
        else script += c;
    }
    return script + "</script>";
}

Result result_from_text(const std::string& text, const std::string& where) {
    const ResultRefusal refuse{where};
    const ResultJson document = result_document(text, refuse);
    Result result = read_result(document, refuse);
    if (is_sealed(document)) result.edited = edited_parts(document, result);
    else result.edited = {"all of it: the seal was missing"};
    return result;
}

} // namespace warploom::experiment
