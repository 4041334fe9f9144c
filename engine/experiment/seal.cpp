// Computes and verifies the seals (checksums) of a result.
//
// A document contains a hash for each of its parts ("seals") and a short hash for each column of a cell (the "seal" of
// the cell). It also contains a hash of all these hashes ("seal"). A mismatch therefore shows which part was changed.
#include "engine/experiment/digest.h"
#include "engine/experiment/result_parts.h"
#include "engine/measure/statistics.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warploom::experiment {
namespace {

struct Part {
    const char* name; ///< key of this hash in the document's "seals" object
    const char* shown;
    std::vector<const char*> keys; ///< keys of the document whose values the hash covers
};
const std::vector<Part>& parts() {
    static const std::vector<Part> all{
        {"experiment", sentence_pattern("the experiment"), {"warploom_result", "experiment"}},
        {"settings",
         sentence_pattern("the settings, the date or the machine"),
         {"quick", "complete", "date", "measured_on", "modelled_on"}},
        {"facts", sentence_pattern("the facts"), {"facts"}},
        {"claims", sentence_pattern("the verdicts of the claims"), {"claims"}},
        {"profiles", sentence_pattern("the profiles"), {"profiles"}},
        {"author", sentence_pattern("the author or the comment"), {"author", "words"}},
        {"edited", sentence_pattern("the list of earlier edits"), {"edited"}}};
    return all;
}
constexpr std::size_t cell_digits = 16;

const ResultJson& member(const ResultJson& document, const char* key) {
    static const ResultJson none;
    const auto found = document.find(key);
    return found == document.end() ? none : *found;
}

std::string text_of(const ResultJson& document, const char* key) {
    const ResultJson& value = member(document, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::string part_hash(const ResultJson& document, const Part& part) {
    std::string text = "warploom result, " + std::string(part.name) + "\n";
    for (const char* key : part.keys) text += std::string(key) + "\n" + canonical(member(document, key)) + "\n";
    return sha256(text);
}

/// Returns a salt for the cell seals. The salt ensures that a cell copied to another result no longer matches its seal.
std::string salt_of(const ResultJson& seals) {
    return text_of(seals, "experiment") + text_of(seals, "settings") + text_of(seals, "facts");
}

std::array<std::string, 3> column_hashes(const ResultJson& cell, const std::string& salt) {
    std::array<std::string, 3> hashes;
    const std::string place = canonical(member(cell, "series")) + canonical(member(cell, "at"));
    for (const CellColumn column : columns)
        hashes[static_cast<std::size_t>(column)] =
            sha256("warploom cell\n" + salt + place + to_string(column) + canonical(member(cell, to_string(column))))
                .substr(0, cell_digits);
    return hashes;
}

std::string cells_hash(const ResultJson& document) {
    std::string text = "warploom result, cells\n";
    for (const auto& cell : member(document, "cells"))
        text += canonical(member(cell, "series")) + canonical(member(cell, "at")) + "\n";
    return sha256(text);
}

std::string whole_hash(const ResultJson& document) {
    std::string text = "warploom result\n" + canonical(member(document, "seals"));
    for (const auto& cell : member(document, "cells")) text += text_of(cell, "seal") + "\n";
    return "sha256:" + sha256(text);
}

/// Adds unknown keys of a document or cell to `edited`. `cell` is the name of the cell, or empty for the document.
void add_strangers(const ResultJson& object, const std::vector<std::string>& known, const std::string& cell,
                   std::vector<std::string>& edited) {
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            edited.push_back(cell.empty() ? sentence("\"{key}\", which Warploom does not write", {{"key", key}})
                                          : sentence("\"{key}\" of {cell}", {{"key", key}, {"cell", cell}}));
}

void add_edited_cell(const ResultJson& json, const std::string& name, const std::string& salt,
                     std::vector<std::string>& edited) {
    const auto hashes = column_hashes(json, salt);
    const std::string stated = text_of(json, "seal");
    std::vector<std::string> differing;
    for (const CellColumn column : columns) {
        const auto number = static_cast<std::size_t>(column);
        if (stated.size() != 3 * cell_digits + 2 ||
            stated.compare(number * (cell_digits + 1), cell_digits, hashes[number]) != 0)
            differing.emplace_back(to_string(column));
    }
    if (differing.size() == std::size(columns)) edited.push_back(name);
    else
        for (const auto& column : differing) edited.push_back(name + ": " + column);
    add_strangers(json, {"series", "at", "published", "modelled", "measured", "seal"}, name, edited);
}

std::string join(const std::vector<std::string>& all) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i) text += (i > 0 ? "; " : "") + all[i];
    if (all.size() > most) return sentence("{list} and {count} more", {{"list", text}, {"count", all.size() - most}});
    return text;
}

} // namespace

void seal(ResultJson& document) {
    ResultJson seals = ResultJson::object();
    for (const auto& part : parts()) seals[part.name] = part_hash(document, part);
    seals["cells"] = cells_hash(document);
    const std::string salt = salt_of(seals);
    for (auto& cell : document["cells"]) {
        const auto hashes = column_hashes(cell, salt);
        cell["seal"] = hashes[0] + "-" + hashes[1] + "-" + hashes[2];
    }
    document["seals"] = std::move(seals);
    document["seal"] = whole_hash(document);
}

bool is_sealed(const ResultJson& document) { return !text_of(document, "seal").empty(); }

std::vector<std::string> edited_parts(const ResultJson& document, const Result& result) {
    std::vector<std::string> edited;
    const ResultJson& seals = member(document, "seals");
    for (const auto& earlier : member(document, "edited"))
        if (earlier.is_string()) edited.push_back(earlier.get<std::string>());
    const std::size_t before = edited.size();
    for (const auto& part : parts())
        if (text_of(seals, part.name) != part_hash(document, part)) edited.emplace_back(part.shown);
    if (text_of(seals, "cells") != cells_hash(document))
        edited.emplace_back(sentence("the list of cells: some were removed, added, renamed or moved"));
    const std::string salt = salt_of(seals);
    const ResultJson& cells = member(document, "cells");
    for (std::size_t i = 0; i < result.cells.size(); ++i)
        add_edited_cell(cells[i], name_of(result.experiment, result.cells[i]), salt, edited);
    std::vector<std::string> known{"cells", "seals", "seal"};
    for (const auto& part : parts()) known.insert(known.end(), part.keys.begin(), part.keys.end());
    add_strangers(document, known, "", edited);
    if (edited.size() == before && text_of(document, "seal") != whole_hash(document))
        edited.emplace_back(sentence("the seals"));
    return edited;
}

SealReport check_seal(const std::string& text, const std::string& where) {
    const protocol::DocumentSource source = source_of_result(text, where);
    const ResultJson document = protocol::parse(source);
    const Result result = read_result(document, source);
    SealReport report;
    report.is_sealed = is_sealed(document);
    report.contradictions = contradictions(result);
    if (report.is_sealed) report.edited = edited_parts(document, result);
    report.is_intact = report.is_sealed && report.edited.empty();
    if (!report.is_sealed)
        report.sentence = sentence("The result has no seal, so changes to its values cannot be detected.");
    else if (report.is_intact)
        report.sentence = sentence("The values have not been changed since Warploom wrote "
                                   "them.");
    else
        report.sentence =
            sentence("{count} {count:part was|parts were} changed after Warploom wrote the result: {parts}.",
                     {{"count", report.edited.size()}, {"parts", join(report.edited)}});
    if (!report.contradictions.empty())
        report.sentence +=
            " " + sentence("{count} {count:value is|values are} inconsistent with other values: {list}.",
                           {{"count", report.contradictions.size()}, {"list", join(report.contradictions)}});
    return report;
}

namespace {

// Detects values that contradict each other, independently of the seals.

constexpr double tolerance = 1e-9; ///< maximum relative difference; sums may have been computed in a different order

bool differ(const std::optional<double>& a, const std::optional<double>& b) {
    if (!a || !b) return a.has_value() != b.has_value();
    return std::abs(*a - *b) > tolerance * std::max(std::abs(*a), std::abs(*b));
}

/// Compares the value of a cell with its timing samples, if any. If the value is a time in ms, it must be the median of
/// the samples, and its quartiles must be the quartiles of the samples. If it is a rate, the ratios of its quartiles to
/// the rate must match the samples.
void check_samples(const Series& series, const CellValue& value, const std::string& name,
                   std::vector<std::string>& found) {
    if (value.samples_ns.empty() || !value.number) return;
    std::vector<double> sorted = value.samples_ns;
    std::sort(sorted.begin(), sorted.end());
    const double median = measure::quantile(sorted, 0.5);
    const double q1 = measure::quantile(sorted, 0.25), q3 = measure::quantile(sorted, 0.75);
    if (series.unit == "ms") {
        if (differ(value.number, median / 1e6))
            found.push_back(sentence("{cell}: the measured value is not the median of its samples, {median}",
                                     {{"cell", name}, {"median", short_number(median / 1e6)}}));
        if ((value.low && differ(value.low, q1 / 1e6)) || (value.high && differ(value.high, q3 / 1e6)))
            found.push_back(sentence("{cell}: the quartiles do not match the samples", {{"cell", name}}));
    } else if (series.figure == Figure::gflops && median > 0 && q1 > 0) {
        if ((value.low && differ(value.low, *value.number * median / q3)) ||
            (value.high && differ(value.high, *value.number * median / q1)))
            found.push_back(
                sentence("{cell}: the measured value and its quartiles do not match its samples", {{"cell", name}}));
    }
}

} // namespace

std::vector<std::string> contradictions(const Result& result) {
    const Experiment& experiment = result.experiment;
    std::vector<std::string> found;
    std::vector<Cell> derived = result.cells, printed = expand(experiment, false);
    derive(experiment, derived);
    const CellIndex index(printed);
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const Cell& cell = result.cells[i];
        const std::string name = name_of(experiment, cell);
        const Series& series = *experiment.find_series(cell.series);
        const auto same = index.find(cell.series, cell.at);
        if (same >= 0 && differ(cell.published.number, printed[same].published.number))
            found.push_back(sentence("{cell}: the published value differs from the source", {{"cell", name}}));
        if (series.run) check_samples(series, cell.measured, name, found);
        else
            for (const CellColumn column : {CellColumn::modelled, CellColumn::measured})
                if (differ(cell.value(column).number, derived[i].value(column).number))
                    found.push_back(sentence("{cell}: the {column} value does not match the values from which it is "
                                             "computed",
                                             {{"cell", name}, {"column", to_string(column)}}));
    }
    return found;
}

} // namespace warploom::experiment
