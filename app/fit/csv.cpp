#include "app/fit/study.h"

#include "engine/error.h"
#include "engine/experiment/cells.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace warploom::app {

namespace {

CsvRow split(const std::string& line) {
    CsvRow fields(1);
    bool is_quoted = false;
    for (const char c : line)
        if (c == '"') is_quoted = !is_quoted;
        else if (c == ',' && !is_quoted) fields.emplace_back();
        else if (c != '\r') fields.back() += c;
    return fields;
}

} // namespace

std::size_t CsvTable::column(const std::string& name) const {
    const auto at = std::find(columns.begin(), columns.end(), name);
    if (at == columns.end())
        throw Error("file.malformed", file + ": there is no column '" + name + "'.",
                    "The published tables of this program have it.");
    return static_cast<std::size_t>(at - columns.begin());
}

CsvTable read_csv(const std::string& file) {
    const std::string folder = std::string(built_in_tables) + "/";
    if (file.rfind(folder, 0) == 0) {
        const Table& printed = experiment::published_table(file.substr(folder.size()));
        CsvTable table;
        table.file = file;
        for (const auto& column : printed.columns) table.columns.push_back(column.name);
        for (std::size_t row = 0; row < printed.rows.size(); ++row) {
            table.rows.emplace_back();
            for (std::size_t column = 0; column < printed.columns.size(); ++column) {
                const double number = printed.number(row, column);
                const bool is_count = number == std::floor(number) && std::abs(number) < 1e15; // 100000, not 1e+05
                table.rows.back().push_back(is_count ? std::to_string(static_cast<long long>(number))
                                                     : printed.text(row, column));
            }
        }
        return table;
    }
    std::ifstream in(file);
    if (!in)
        throw Error("file.missing", "The published table " + file + " cannot be read.",
                    "Give the folder with --published; it is datasets/published of the sources.");
    CsvTable table;
    table.file = file;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty()) continue;
        CsvRow fields = split(line);
        if (table.columns.empty()) {
            table.columns = std::move(fields);
            continue;
        }
        if (fields.size() != table.columns.size())
            throw Error("file.malformed", file + ", line " + std::to_string(number) + ": " +
                                              std::to_string(fields.size()) + " fields, expected " +
                                              std::to_string(table.columns.size()) + ".");
        table.rows.push_back(std::move(fields));
    }
    return table;
}

} // namespace warploom::app
