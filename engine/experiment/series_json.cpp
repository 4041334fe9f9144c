// Reads the series of an experiment file, and checks their references to other series and to the published tables.
#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/protocol/messages/words.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace warploom::experiment {

namespace {

/// A piece of a template: literal text, or a placeholder for the value of a variable.
struct TemplatePiece {
    std::string words;
    std::string variable, attribute; ///< name of the variable; empty for literal text
};

/// Splits a template such as "random-rows:n={order}" into pieces. If the text in braces is invalid, stores an error
/// message in `complaint`.
std::vector<TemplatePiece> template_pieces(const std::string& text, std::string* complaint) {
    std::vector<TemplatePiece> pieces;
    const auto wrong = [&](const std::string& problem) {
        if (complaint != nullptr && complaint->empty()) *complaint = problem;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t brace = text.find_first_of("{}", at);
        if (brace != at) pieces.push_back({text.substr(at, brace - at), {}, {}});
        if (brace == std::string::npos) break;
        const std::size_t end = text.find_first_of("{}", brace + 1);
        if (text[brace] == '}') {
            wrong(sentence("The template \"{template}\" has a } without a matching {.", {{"template", text}}));
            at = brace + 1;
            continue;
        }
        if (end == std::string::npos || text[end] == '{') {
            wrong(sentence("The template \"{template}\" has a { without a matching }.", {{"template", text}}));
            break;
        }
        const std::string name = text.substr(brace + 1, end - brace - 1);
        const std::size_t dot = name.find('.');
        TemplatePiece piece;
        piece.variable = name.substr(0, dot);
        if (dot != std::string::npos) piece.attribute = name.substr(dot + 1);
        if (piece.variable.empty() || (dot != std::string::npos && piece.attribute.empty()))
            wrong(sentence("The template \"{template}\" has empty braces.", {{"template", text}}));
        pieces.push_back(std::move(piece));
        at = end + 1;
    }
    return pieces;
}

} // namespace

std::string fill_in(const std::string& text, const Experiment& experiment, const Bindings& at) {
    const auto refuse = [&](const std::string& problem) -> Error { return {"experiment.format", problem}; };
    std::string complaint, filled;
    for (const auto& piece : template_pieces(text, &complaint)) {
        if (piece.variable.empty()) {
            filled += piece.words;
            continue;
        }
        const std::string bound = value_of(at, piece.variable);
        const Variable* variable = experiment.find_variable(piece.variable);
        if (bound.empty() || variable == nullptr)
            throw refuse(sentence("The template \"{template}\" uses {{variable}}, which has no value.",
                                  {{"template", text}, {"variable", piece.variable}}));
        if (piece.attribute.empty()) {
            filled += bound;
            continue;
        }
        const auto* const value = find_item(variable->values, &VariableValue::name, bound);
        if (value == nullptr || value->attributes.count(piece.attribute) == 0)
            throw refuse(sentence(
                "The template \"{template}\" uses {{attribute}}, which {value} does not have.",
                {{"template", text}, {"attribute", piece.variable + "." + piece.attribute}, {"value", bound}}));
        filled += value->attributes.at(piece.attribute);
    }
    if (!complaint.empty()) throw refuse(complaint);
    return filled;
}

namespace {

/// Validates the templates of a series while the experiment file is read.
class Templates {
public:
    Templates(const Experiment& experiment, const std::vector<std::string>& over)
        : experiment_(experiment), over_(over) {}

    /// Checks that a template uses only variables of the series, and that each of their values has the required
    /// attributes. Returns the variable names.
    std::vector<std::string> check(const Reader& at, const std::string& text) const {
        std::string complaint;
        std::vector<std::string> used;
        const auto pieces = template_pieces(text, &complaint);
        if (!complaint.empty()) at.refuse_saying(complaint);
        for (const auto& piece : pieces) {
            if (piece.variable.empty()) continue;
            if (!contains(over_, piece.variable))
                at.refuse_saying(
                    sentence("The template \"{template}\" uses {{variable}}, but the series does not vary this "
                             "variable.",
                             {{"template", text}, {"variable", piece.variable}}),
                    over_.empty() ? sentence("The series does not vary any variables.")
                                  : did_you_mean(piece.variable, over_));
            check_attribute(at, text, piece);
            if (!contains(used, piece.variable)) used.push_back(piece.variable);
        }
        return used;
    }

    /// Validates a template, and checks that `is_fine` accepts its text for every combination of variable values.
    void check(const Reader& at, const std::string& text, const std::function<bool(const std::string&)>& is_fine,
               const std::string& expected) const {
        for (const auto& bindings : combinations(experiment_, check(at, text), false))
            if (const std::string word = fill_in(text, experiment_, bindings); !is_fine(word))
                at.refuse_saying(
                    sentence("Expected {expected}, found \"{word}\".", {{"expected", expected}, {"word", word}}));
    }

private:
    void check_attribute(const Reader& at, const std::string& text, const TemplatePiece& piece) const {
        if (piece.attribute.empty()) return;
        for (const auto& value : experiment_.find_variable(piece.variable)->values) {
            if (value.attributes.count(piece.attribute) > 0) continue;
            const auto known = transform_to_vector(value.attributes, [](const auto& each) { return each.first; });
            at.refuse_saying(
                sentence(
                    "The template \"{template}\" uses {{attribute}}, which the value {value} does not have.",
                    {{"template", text}, {"attribute", piece.variable + "." + piece.attribute}, {"value", value.name}}),
                known.empty() ? sentence("This value has no attributes.") : did_you_mean(piece.attribute, known));
        }
    }

    const Experiment& experiment_;
    const std::vector<std::string>& over_;
};

std::function<bool(const std::string&)> whole_number(double least) {
    return [least](const std::string& word) {
        double number = 0;
        return protocol::is_number_text(word, &number) && number >= least && number <= 1e12 &&
               number == std::floor(number);
    };
}

/// Returns whether a string is a valid tolerance. 0 is valid and selects the default tolerance.
bool is_tolerance(const std::string& word) {
    double number = 0;
    return protocol::is_number_text(word, &number) && number >= 0 && number < 1;
}

std::function<bool(const std::string&)> one_of(std::vector<std::string> words) {
    return [words = std::move(words)](const std::string& word) { return contains(words, word); };
}

RunTemplate read_run(const Reader& json, const std::string& what, const Experiment& experiment,
                     const Templates& templates) {
    const Keys fields(json, sentence("{key} of {object}", {{"key", "\"run\""}, {"object", what}}));
    fields.expect({"operation", "input", "kernel", "modelled_kernel", "card", "on", "precision", "block", "threads",
                   "gpus", "x", "cache", "preconditioner", "limit", "tolerance", "rhs"});
    RunTemplate run;
    const auto fine = [&](const std::string& key, const std::string& text,
                          const std::function<bool(const std::string&)>& is_fine,
                          const std::string& expected) { templates.check(fields.at(key), text, is_fine, expected); };
    const auto take = [&](const std::string& key, std::string& setting,
                          const std::function<bool(const std::string&)>& is_fine, const std::string& expected) {
        setting = fields.word_or(key, setting);
        fine(key, setting, is_fine, expected);
    };
    const auto any = [](const std::string& word) { return !word.empty(); };
    run.operation = fields.word("operation");
    const auto is_operation = [](const std::string& word) { return protocol::named<Operation>(word).has_value(); };
    fine("operation", run.operation, is_operation,
         sentence("one of {list}", {{"list", protocol::names_of<Operation>()}}));
    run.inputs = read_inputs(fields);
    for (const auto& input : run.inputs) templates.check(fields.at("input"), input);
    run.kernel = fields.word("kernel");
    fine("kernel", run.kernel, any, sentence("a kernel"));
    run.modelled_kernel = fields.word_or("modelled_kernel", {});
    templates.check(fields.at("modelled_kernel"), run.modelled_kernel);
    run.card = fields.word_or("card", {});
    templates.check(fields.at("card"), run.card);
    run.place = choice<Place>(fields, "on", fields.word_or("on", "gpu"));
    if (run.place == Place::cpu && !run.modelled_kernel.empty())
        fields.refuse("modelled_kernel",
                      sentence("A run on the CPU cannot have \"{key}\", because the CPU is not modeled.",
                               {{"key", "modelled_kernel"}}));
    if (!run.card.empty() && run.place == Place::cpu)
        fields.refuse("card", sentence("A run on the CPU cannot have \"{key}\", because the CPU is not modeled.",
                                       {{"key", "card"}}));
    if (!run.card.empty() && experiment.card.empty())
        fields.refuse("card", sentence("The run has a \"card\", but the experiment has none."));
    take("precision", run.precision, one_of({"float", "double"}), sentence("float or double"));
    take("block", run.block, whole_number(1), sentence("a number of threads"));
    take("threads", run.threads, whole_number(0), sentence("a number of threads, or 0 for all"));
    take("gpus", run.gpus, whole_number(1), sentence("a number of GPUs"));
    take("x", run.x, any, sentence("the values of x"));
    take("cache", run.cache, one_of({"warm", "cold"}), sentence("warm or cold"));
    take("preconditioner", run.preconditioner, one_of({"none", "jacobi", "ic0", "ilu0"}),
         sentence("none, jacobi, ic0 or ilu0"));
    take("limit", run.limit, whole_number(0), sentence("a number of iterations, or 0"));
    take("tolerance", run.tolerance, is_tolerance, sentence("0, or a number between 0 and 1"));
    take("rhs", run.rhs, one_of({"drawn", "given"}), sentence("drawn or given"));
    return run;
}

Series::Ratio read_ratio(const Reader& json, const std::string& what) {
    const Keys fields(json, sentence("{key} of {object}", {{"key", "\"ratio\""}, {"object", what}}));
    fields.expect({"of", "over", "times"});
    return {fields.word("of"), fields.word("over"), fields.number_or("times", 1)};
}

Series::Reduce read_reduce(const Reader& json, const std::string& what) {
    const Keys fields(json, sentence("{key} of {object}", {{"key", "\"reduce\""}, {"object", what}}));
    fields.expect({"of", "by"});
    return {fields.word("of"), choice<Series::Reduction>(fields, "by", fields.word_or("by", "mean"))};
}

void read_figure(const Keys& fields, const std::string& what, Series& series, const Templates& templates) {
    if (!series.run) {
        for (const char* key : {"figure", "options"})
            if (fields.has(key))
                fields.refuse(key, sentence("\"{key}\" requires a run, but {object} is computed from other series.",
                                            {{"key", key}, {"object", what}}));
        return;
    }
    series.figure = read_figure_name(fields);
    const char* unit = unit_of(series.figure);
    if (unit != nullptr && !fields.has("unit")) series.unit = unit;
    if (unit != nullptr && series.unit != unit)
        fields.refuse(
            "unit",
            sentence(
                "The unit of {object} is \"{unit}\", but the figure \"{figure}\" is in {expected}.",
                {{"object", what}, {"unit", series.unit}, {"figure", to_string(series.figure)}, {"expected", unit}}));
    for (const auto& [key, word] : fields.pairs("options")) {
        const auto words = read_option(fields, what, series.figure, key);
        if (words.empty()) templates.check(fields.at("options"), word);
        else
            templates.check(fields.at("options"), word, one_of(words),
                            sentence("one of {list}", {{"list", warploom::join(words)}}));
        series.options[key] = word;
    }
}

void read_where(const Keys& fields, const Experiment& experiment, Series& series, const Templates& templates) {
    series.published = fields.text_or("published", {});
    series.where = fields.pairs("where");
    series.value_column = fields.text_or("value_column", "value");
    const std::string printed = fields.word_or("printed", "all");
    require_word(fields, "printed", printed, {"all", "some"});
    series.may_lack_published = printed == "some";
    series.part = fields.word_or("part", {});
    if (!series.part.empty()) require_word(fields, "part", series.part, {"low", "high"});
    if (!series.has_published()) return;
    const std::string file = series.published.empty() ? experiment.published : series.published;
    if (file.empty())
        fields.refuse("where",
                      sentence("The series \"{series}\" has published cells, but neither the series nor the "
                               "experiment specifies the file.",
                               {{"series", series.id}}),
                      sentence("Specify the file with \"published\"."));
    require_published(fields, file);
    const auto columns = transform_to_vector(published_table(file).columns, &warploom::Column::name);
    const auto require_column = [&](const char* key, const std::string& column) {
        require_known(fields, key, column, columns,
                      sentence("The table {table} has no column \"{column}\".", {{"table", file}, {"column", column}}));
    };
    for (const auto& [column, text] : series.where) {
        require_column("where", column);
        templates.check(fields.at("where"), text);
    }
    require_column(fields.has("value_column") ? "value_column" : "where", series.value_column);
}

/// Adds the number of cells of a series to `count`. Throws if the total is too large, before any cell is created.
void count_cells(const Keys& fields, const Series& series, const Experiment& experiment, std::size_t& count) {
    constexpr std::size_t most = 100'000;
    std::size_t cells = 1;
    for (const auto& name : series.over)
        if (cells <= most) cells *= experiment.find_variable(name)->values.size();
    count += cells;
    if (count > most)
        fields.refuse("over", sentence("The experiment has more than 100,000 cells."),
                      sentence("Remove some values of its variables."));
}

Series read_one(const Reader& json, const Experiment& experiment, std::size_t& count) {
    Series series;
    const Keys unnamed(json, sentence("a series"));
    series.id = unnamed.text("id");
    const std::string what = sentence("the series \"{series}\"", {{"series", series.id}});
    const Keys fields(json, what);
    fields.expect({"id", "title", "over", "unit", "run", "ratio", "reduce", "figure", "options", "published", "where",
                   "value_column", "printed", "part", "fit"});
    series.title = fields.text_or("title", series.id);
    if (fields.has("over")) series.over = fields.words("over");
    for (std::size_t i = 0; i < series.over.size(); ++i) {
        known_variable(fields, "over", series.over[i], experiment);
        for (std::size_t j = 0; j < i; ++j)
            if (series.over[i] == series.over[j])
                fields.refuse("over", sentence("\"over\" of {object} lists \"{variable}\" twice.",
                                               {{"object", what}, {"variable", series.over[i]}}));
    }
    count_cells(fields, series, experiment, count);
    series.unit = fields.text_or("unit", {});
    const Templates templates(experiment, series.over);
    if (fields.has("run")) series.run = read_run(fields.at("run"), what, experiment, templates);
    if (fields.has("ratio")) series.ratio = read_ratio(fields.at("ratio"), what);
    if (fields.has("reduce")) series.reduce = read_reduce(fields.at("reduce"), what);
    if (int{series.run.has_value()} + int{series.ratio.has_value()} + int{series.reduce.has_value()} != 1)
        json.refuse_saying(
            sentence("The series \"{series}\" must have exactly one of \"run\", \"ratio\" and \"reduce\".",
                     {{"series", series.id}}));
    read_figure(fields, what, series, templates);
    read_where(fields, experiment, series, templates);
    if (fields.has("fit")) series.fit = read_fit_share(fields);
    if (series.fit && !series.has_published())
        fields.refuse(
            "fit", sentence("The series \"{series}\" has a \"fit\" but no published cells.", {{"series", series.id}}));
    return series;
}

} // namespace

std::vector<Series> read_series(const Keys& file, const Experiment& experiment) {
    std::vector<Series> all;
    std::size_t count = 0;
    constexpr std::size_t most = 1000;
    file.each("series", [&](const Reader& json) {
        if (all.size() == most) json.refuse_saying(sentence("The experiment has more than 1000 series."));
        all.push_back(read_one(json, experiment, count));
        for (std::size_t i = 0; i + 1 < all.size(); ++i)
            if (all[i].id == all.back().id)
                json.refuse_saying(sentence("There are two series with the ID \"{id}\".", {{"id", all.back().id}}));
    });
    return all;
}

namespace {

std::vector<std::string> parts_of(const Series& series) {
    if (series.ratio) return {series.ratio->of, series.ratio->over};
    if (series.reduce) return {series.reduce->of};
    return {};
}

/// Searches for a path from series `id` to series `to` in the dependency graph. Appends the series on the path to `way`
/// and returns whether there is one.
bool leads_back(const Experiment& experiment, const std::string& id, const std::string& to, std::set<std::string>& seen,
                std::string& way) {
    for (const auto& part : parts_of(*experiment.find_series(id))) {
        const std::string before = way;
        way += ", " + part;
        if (part == to) return true;
        if (seen.insert(part).second && leads_back(experiment, part, to, seen, way)) return true;
        way = before;
    }
    return false;
}

/// Returns the first element of `all` that is not in `known`, or null if there is none.
const std::string* first_not_in(const std::vector<std::string>& all, const std::vector<std::string>& known) {
    const auto missing = std::find_if(all.begin(), all.end(), [&](const auto& one) { return !contains(known, one); });
    return missing == all.end() ? nullptr : &*missing;
}

void check_variables(const Keys& fields, const Experiment& experiment, const Series& series) {
    const char* key = series.ratio ? "ratio" : "reduce";
    for (const auto& id : parts_of(series)) {
        const Series& part = *experiment.find_series(id);
        const auto& few = series.ratio ? part.over : series.over;
        const auto& many = series.ratio ? series.over : part.over;
        if (const std::string* missing = first_not_in(few, many))
            fields.refuse(
                key, series.ratio
                         ? sentence("The ratio \"{series}\" must vary \"{variable}\", because \"{part}\" varies it.",
                                    {{"series", series.id}, {"variable", *missing}, {"part", id}})
                         : sentence("The series \"{series}\" varies \"{variable}\", but the series \"{part}\" that it "
                                    "reduces does "
                                    "not.",
                                    {{"series", series.id}, {"variable", *missing}, {"part", id}}));
        if (series.reduce && few.size() == many.size())
            fields.refuse(
                key, sentence("The series \"{series}\" varies the same variables as \"{part}\", so there is nothing to "
                              "reduce.",
                              {{"series", series.id}, {"part", id}}));
    }
}

} // namespace

void check_circles(const Keys& file, const Experiment& experiment) {
    std::size_t next = 0;
    file.each("series", [&](const Reader& json) {
        const Series& series = experiment.series[next++];
        for (const auto& part : parts_of(series))
            if (experiment.find_series(part) == nullptr)
                json.member(series.ratio ? "ratio" : "reduce")
                    .refuse_saying(
                        sentence("The series \"{series}\" is computed from \"{part}\", which does not exist.",
                                 {{"series", series.id}, {"part", part}}),
                        did_you_mean(part, series_ids(experiment)));
    });
    next = 0;
    file.each("series", [&](const Reader& json) {
        const Series& series = experiment.series[next++];
        const Keys fields(json, sentence("a series"));
        std::set<std::string> seen;
        std::string way = series.id;
        if (leads_back(experiment, series.id, series.id, seen, way))
            fields.refuse(series.ratio ? "ratio" : "reduce",
                          sentence("The series \"{series}\" depends on itself: {chain}.",
                                   {{"series", series.id}, {"chain", way}}));
        check_variables(fields, experiment, series);
    });
}

void check_published(const Keys& file, const Experiment& experiment) {
    std::size_t next = 0;
    file.each("series", [&](const Reader& json) {
        const Series& series = experiment.series[next++];
        if (!series.has_published()) return;
        for (const auto& at : bindings_of(experiment, series, false)) try {
                published_cell(experiment, series, at);
            } catch (const Error& error) { json.member("where").refuse_saying(error.what(), error.hint()); }
    });
}

} // namespace warploom::experiment
