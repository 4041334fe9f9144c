#include "engine/experiment/result.h"

#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/experiment/result_parts.h"
#include "engine/sentence.h"

#include <set>

namespace warploom::experiment {

WARPLOOM_FIELDS(ProfileResult,
                {"A profile",
                 {{"title", "", &Self::title, "title of the profile"},
                  {"input", "", &Self::input, "input matrix"},
                  protocol::Field<Self>{"note", "", &Self::note, "remark about the input"}.or_left_out(),
                  protocol::Field<Self>{"why_not", "", &Self::why_not, "reason that there is no profile"}.or_left_out(),
                  {"rows", "", &Self::rows, "first matrix row that each point covers"},
                  {"least", "", &Self::least, "minimum number of nonzeros per row at each point"},
                  {"most", "", &Self::most, "maximum number of nonzeros per row at each point"},
                  {"mean", "", &Self::mean, "mean number of nonzeros per row at each point"}}})

void ProfileResult::settle(const protocol::Reader& in) {
    if (least.size() != rows.size() || most.size() != rows.size() || mean.size() != rows.size())
        in.refuse(sentence("a profile with lists of equal length"));
}

namespace {

constexpr int result_version = 1;
constexpr protocol::JsonLimits result_limits{.bytes = largest_result, .levels = 32};
constexpr const char* script_begin = "<script type=\"application/json\" id=\"warploom-result\">";

void read_version(Result&, const protocol::Reader& in) {
    if (in.json() != result_version)
        in.refuse_saying(sentence(
            "Its version is {theirs}, but this program reads version {ours}.",
            {{"theirs", in.json().dump(-1, ' ', true, Json::error_handler_t::replace)}, {"ours", result_version}}));
}

void read_experiment(Result& result, const protocol::Reader& in) {
    try {
        result.experiment = experiment_from_json(in.json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n",
                                                 sentence("in it"));
    } catch (const Error& error) { protocol::refuse(in.source(), 0, error.what(), error.hint()); }
}

/// Returns the claims and their verdicts, which are stored for other programs. Warploom evaluates the claims again when
/// it opens the file.
Json claims_of(const Result& result) {
    Json list = Json::array();
    const auto judged = verdicts_of(result.experiment, result.cells);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        Json claim{{"text", result.experiment.claims[i].text}};
        for (const CellColumn column : columns)
            claim[to_string(column)] = {{"verdict", to_string(judged[i][column].verdict)},
                                        {"sentence", judged[i][column].sentence}};
        list.push_back(std::move(claim));
    }
    return list;
}

/// Checks that a cell of a result belongs to the experiment, and sorts the variables of the cell into the order of the
/// experiment.
void check_cell(const Experiment& experiment, Cell& cell, const protocol::Reader& in) {
    const Series* series = experiment.find_series(cell.series);
    if (series == nullptr)
        in.refuse_saying(sentence("A cell belongs to the series \"{series}\", which is not part of the experiment.",
                                  {{"series", cell.series}}));
    Bindings at;
    for (const auto& variable : experiment.variables) {
        if (!contains(series->over, variable.name)) continue;
        const std::string bound = value_of(cell.at, variable.name);
        if (!variable.has(bound))
            in.refuse_saying(sentence("A cell of the series \"{series}\" has no valid value for \"{variable}\".",
                                      {{"series", cell.series}, {"variable", variable.name}}));
        at.emplace_back(variable.name, bound);
    }
    if (at.size() != cell.at.size())
        in.refuse_saying(sentence("A cell of the series \"{series}\" has a variable that the series does not vary.",
                                  {{"series", cell.series}}));
    cell.at = std::move(at);
}

void read_cells(Result& result, const protocol::Reader& in) {
    std::set<std::string> seen;
    const std::size_t size = in.list_size();
    for (std::size_t i = 0; i < size; ++i) {
        Cell& cell = result.cells.emplace_back(protocol::read_value<Cell>(in.item(i)));
        check_cell(result.experiment, cell, in.item(i));
        if (!seen.insert(cell.series + "\n" + key_of(cell.at)).second)
            in.item(i).refuse_saying(
                sentence("The cell {cell} occurs twice.", {{"cell", name_of(result.experiment, cell)}}));
    }
}

void ignore(Result&, const protocol::Reader&) {}

} // namespace

WARPLOOM_FIELDS(
    Result,
    {"The result of `experiment`",
     {{"warploom_result", "", "version of the file format", true, [](const Self&) { return Json(result_version); },
       read_version},
      {"experiment", "", "complete experiment file", true, [](const Self& r) { return document_of(r.experiment); },
       read_experiment},
      {"quick", "", &Self::is_quick, "true if the quick version of the experiment was run", protocol::needed},
      {"complete", "", &Self::is_complete, "whether every cell has been modeled and measured", protocol::needed},
      {"date", "", &Self::date, "date and time of the result (UTC, ISO 8601)"},
      {"measured_on", "", &Self::measured_on,
       "machines used for the measurements, such as \"NVIDIA H200 (cuda:0); host: AMD EPYC (cpu)\""},
      {"modelled_on", "", &Self::modelled_on, "modeled cards, such as \"GeForce GTX 295\""},
      {"facts", "", &Self::facts, "environment, machine, versions and input hashes", protocol::needed},
      {"cells", "", "cells of the series; see \"A cell\"", true, [](const Self& r) { return cells_to_json(r.cells); },
       read_cells},
      {"claims", "",
       "claims, with a verdict and a sentence for each column; Warploom reevaluates them when it reads the file", false,
       claims_of, ignore},
      {"profiles", "", &Self::profiles, "profiles of the number of nonzeros per row"},
      {"author", "", &Self::author, "author of the submission"},
      {"words", "", &Self::words, "comment from the author"},
      protocol::Field<Self>{"edited", "", "status of the seal when the file was read", false,
                            [](const Self& r) { return protocol::write(r.edited); }, ignore}
          .or_left_out()}})

protocol::DocumentSource result_source(const std::string& where, std::string text) {
    return {"result.format", sentence("The result {result} cannot be read", {{"result", where}}), "", std::move(text),
            result_limits};
}

protocol::DocumentSource source_of_result(const std::string& text, const std::string& where) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) protocol::refuse(result_source(where), 0, sentence("The file is empty."));
    if (text[first] == '{') return result_source(where, text);
    const std::size_t id = text.find("id=\"warploom-result\"");
    const std::size_t begin = id == std::string::npos ? id : text.find('>', id);
    const std::size_t end = begin == std::string::npos ? begin : text.find("</script>", begin);
    if (end == std::string::npos)
        protocol::refuse(result_source(where), 0,
                         sentence("It is neither a result nor a report that contains a result."),
                         sentence("Open a .json result, or a complete HTML report."));
    return result_source(where, text.substr(begin + 1, end - begin - 1));
}

Json document_of(const Experiment& experiment) {
    return protocol::parse(
        experiment.text, {"experiment.format",
                          sentence("The experiment {experiment} cannot be used", {{"experiment", experiment.id}}), ""});
}

bool are_alike(const Experiment& a, const Experiment& b) {
    return a.text == b.text || canonical(document_of(a)) == canonical(document_of(b));
}

Result read_result(const ResultJson& document, const protocol::DocumentSource& source) {
    if (!document.is_object() || !document.contains("warploom_result"))
        protocol::refuse(source, 0, sentence("It is not the result of an experiment."));
    return protocol::read<Result>(document, source);
}

Json result_document(const Result& result, IncludeSamples samples) {
    if (result.experiment.text.empty())
        protocol::refuse(result_source(result.experiment.id), 0,
                         sentence("The contents of its experiment file are missing, so they cannot be included."));
    Json json = protocol::write(result);
    if (samples == IncludeSamples::leave_out) json["cells"] = cells_to_json(result.cells, samples);
    seal(json);
    return json;
}

std::string result_to_json(const Result& result, IncludeSamples samples) {
    return result_document(result, samples).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string result_script(const Result& result, IncludeSamples samples) {
    std::string script = script_begin;
    for (const char c : result_to_json(result, samples)) {
        if (c == '<') script += "\\u003c"; // escape "<" so that the text cannot close the script element
        else script += c;
    }
    return script + "</script>";
}

namespace {

Result with_edits(const Json& document, const protocol::DocumentSource& source) {
    Result result = read_result(document, source);
    if (is_sealed(document)) result.edited = edited_parts(document, result);
    else result.edited = {sentence("everything, because the seal is missing")};
    return result;
}

} // namespace

Result result_from_json(const Json& document, const std::string& where) {
    return with_edits(document, result_source(where));
}

Result result_from_text(const std::string& text, const std::string& where) {
    const protocol::DocumentSource source = source_of_result(text, where);
    return with_edits(protocol::parse(source), source);
}

} // namespace warploom::experiment
