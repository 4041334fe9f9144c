#include "engine/built_in.h"
#include "engine/csv.h"
#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment_parts.h"
#include "engine/nearest.h"

#include <map>

namespace warploom {
const std::vector<BuiltInFile>& built_in_published(); // datasets/published/*.csv
} // namespace warploom

namespace warploom::experiment {

namespace {

const std::map<std::string, Table>& tables() {
    static const std::map<std::string, Table> all = [] {
        std::map<std::string, Table> read;
        for (const BuiltInFile& file : built_in_published()) {
            read[file.name] = table_from_csv(file.text);
            read[file.name].title = file.name;
        }
        return read;
    }();
    return all;
}

/// "4096" matches the number 4096 however it was written, and a text only itself.
bool matches(const Table& table, std::size_t row, std::size_t column, const std::string& word) {
    double number = 0;
    if (wire::is_number_text(word, &number) && table.number(row, column) == number) return true;
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
    std::vector<std::string> names;
    for (const auto& [name, table] : tables()) names.push_back(name);
    return names;
}

const Table& published_table(const std::string& file) {
    const auto found = tables().find(file);
    if (found == tables().end())
        throw Error("experiment.format", "There is no published table \"" + file + "\".",
                    nearest(file, published_files()));
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
    throw Error("experiment.format",
                "The series \"" + series.id + "\" has " + (found == 0 ? "no" : std::to_string(found)) +
                    " printed cells in " + cell.file + " where " + shown(wanted, table) + ".",
                found == 0 ? "Where only some of its cells were printed, say \"printed\": \"some\"."
                           : "Name more columns in \"where\".");
}

} // namespace warploom::experiment
