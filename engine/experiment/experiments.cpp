#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/table.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

namespace warploom {

const std::vector<EmbeddedFile>& built_in_experiments(); // datasets/experiments/*.json
const std::vector<EmbeddedFile>& built_in_published();   // datasets/published/*.csv
} // namespace warploom

namespace warploom::experiment {

namespace {

/// Compares strings in natural order, which compares digits as numbers: "table 5" precedes "tables 10".
bool natural_less(const std::string& a, const std::string& b) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            char *end_a = nullptr, *end_b = nullptr;
            const double left = std::strtod(a.c_str() + i, &end_a), right = std::strtod(b.c_str() + j, &end_b);
            if (left != right) return left < right;
            i = static_cast<std::size_t>(end_a - a.c_str());
            j = static_cast<std::size_t>(end_b - b.c_str());
        } else {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

Experiment experiment_in(const std::string& path) {
    const std::string text = read_regular_file(path, largest_experiment,
                                               sentence("Experiment files are only a few kilobytes in size. Check "
                                                        "the path."));
    Experiment experiment = experiment_from_json(text, path);
    carry_kernels(experiment, std::filesystem::path(path).parent_path().string(), path);
    return experiment;
}

void complain(std::vector<std::string>* complaints, const Error& error) {
    if (complaints != nullptr) complaints->push_back(with_hint(error));
}

/// The built-in experiments, and the errors that occurred while reading their files. The files are parsed only once.
struct BuiltIn {
    std::vector<Experiment> experiments;
    std::vector<Error> refusals;
};
const BuiltIn& built_in() {
    static const BuiltIn all = [] {
        BuiltIn read;
        for (const EmbeddedFile& file : built_in_experiments()) try {
                read.experiments.push_back(experiment_from_json(file.text, file.name));
            } catch (const Error& error) { read.refusals.push_back(error); }
        std::stable_sort(read.experiments.begin(), read.experiments.end(), [](const auto& a, const auto& b) {
            if (a.source != b.source) return natural_less(a.source, b.source);
            return natural_less(a.place, b.place);
        });
        return read;
    }();
    return all;
}

} // namespace

const std::vector<Experiment>& own_experiments() { return built_in().experiments; }

std::vector<Experiment> experiments(std::vector<std::string>* complaints) {
    std::vector<Experiment> all = own_experiments();
    for (const auto& error : built_in().refusals) complain(complaints, error);
    std::vector<std::filesystem::path> paths;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(user_folder(), missing))
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) try {
            Experiment own = experiment_in(path.string());
            if (std::any_of(all.begin(), all.end(), [&](const auto& other) { return other.id == own.id; }))
                throw Error(
                    "experiment.format",
                    sentence(
                        "The experiment {experiment} cannot be used: another experiment already has the ID \"{id}\".",
                        {{"experiment", path.string()}, {"id", own.id}}));
            all.push_back(std::move(own));
        } catch (const Error& error) { complain(complaints, error); }
    return all;
}

Experiment find_experiment(const std::string& id_or_path) {
    const bool looks_like_a_path =
        id_or_path.find('/') != std::string::npos ||
        (id_or_path.size() > 5 && id_or_path.compare(id_or_path.size() - 5, 5, ".json") == 0);
    if (looks_like_a_path) return experiment_in(id_or_path);
    const auto all = experiments();
    if (const Experiment* const found = find_item(all, &Experiment::id, id_or_path)) return *found;
    throw Error("experiment.unknown",
                sentence("There is no experiment named \"{experiment}\".", {{"experiment", id_or_path}}),
                sentence("Available experiments: {experiments}. You can also specify the path of an experiment file.",
                         {{"experiments", join(transform_to_vector(all, &Experiment::id))}}));
}

std::string user_folder() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && data[0] == '/')
        return std::string(data) + "/warploom/experiments";
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : ".") + "/.local/share/warploom/experiments";
}

namespace {

const std::map<std::string, Table>& tables() {
    static const std::map<std::string, Table> all = [] {
        std::map<std::string, Table> read;
        for (const EmbeddedFile& file : built_in_published()) {
            read[file.name] = table_from_csv(file.text);
            read[file.name].title = file.name;
        }
        return read;
    }();
    return all;
}

/// Returns whether a table cell matches a string. The string "4096" matches the number 4096 in any notation. Other text
/// must match exactly.
bool matches(const Table& table, std::size_t row, std::size_t column, const std::string& word) {
    double number = 0;
    if (protocol::is_number_text(word, &number) && table.number(row, column) == number) return true;
    return table.text(row, column) == word;
}

std::string shown(const std::vector<std::pair<std::size_t, std::string>>& wanted, const Table& table) {
    std::string text;
    for (const auto& [column, word] : wanted)
        text += (text.empty() ? "" : ", ") + table.columns[column].name + " = " + word;
    return text;
}

} // namespace

std::vector<std::string> published_files() {
    return transform_to_vector(tables(), [](const auto& each) { return each.first; });
}

const Table& published_table(const std::string& file) {
    const auto found = tables().find(file);
    if (found == tables().end())
        throw Error("experiment.format", sentence("There is no published table named \"{table}\".", {{"table", file}}),
                    did_you_mean(file, published_files()));
    return found->second;
}

std::optional<PublishedCell> published_cell(const Experiment& experiment, const Series& series, const Bindings& at) {
    if (!series.has_published()) return std::nullopt;
    PublishedCell cell;
    cell.file = series.published.empty() ? experiment.published : series.published;
    const Table& table = published_table(cell.file);
    cell.column = table.column(series.value_column);
    std::vector<std::pair<std::size_t, std::string>> wanted;
    for (const auto& [column, text] : series.where)
        wanted.emplace_back(table.column(column), fill_in(text, experiment, at));
    std::size_t found = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        bool is_it = true;
        for (const auto& [column, word] : wanted) is_it = is_it && matches(table, row, column, word);
        if (is_it && found++ == 0) cell.row = row;
    }
    if (found == 1) return cell;
    if (found == 0 && series.may_lack_published) return std::nullopt;
    throw Error(
        "experiment.format",
        sentence("The series \"{series}\" has {count} published {count:cell|cells} in {file} where {condition}, but "
                 "exactly one is required.",
                 {{"series", series.id}, {"count", found}, {"file", cell.file}, {"condition", shown(wanted, table)}}),
        found == 0 ? sentence("If only some cells of the series were published, specify \"printed\": \"some\".")
                   : sentence("Specify more columns in \"where\"."));
}

} // namespace warploom::experiment
