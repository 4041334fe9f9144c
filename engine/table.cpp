#include "engine/table.h"

#include "engine/csv.h"
#include "engine/html.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>
#include <stdexcept>

namespace warploom {

namespace {

std::string shortest(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"') result += '"';
        result += c;
    }
    return result + '"';
}

std::string cell_text(const Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell)) return shortest(*number);
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    return {};
}

} // namespace

void Table::add_row(std::vector<Cell> row) {
    if (row.size() != columns.size())
        throw std::invalid_argument("a row of table '" + title + "' has " + std::to_string(row.size()) +
                                    " cells, not " + std::to_string(columns.size()));
    rows.push_back(std::move(row));
}

std::size_t Table::column(const std::string& name) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].name == name) return i;
    throw std::out_of_range("table '" + title + "' has no column '" + name + "'");
}

double Table::number(std::size_t row, std::size_t column) const {
    const Cell& cell = rows.at(row).at(column);
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    if (const auto* number = std::get_if<double>(&cell)) return *number;
    return std::numeric_limits<double>::quiet_NaN();
}

std::string spreadsheet_text(const Cell& cell) {
    std::string text = cell_text(cell);
    if (std::holds_alternative<std::string>(cell) && is_taken_for_formula(text)) text.insert(0, 1, '\'');
    return text;
}

std::string Table::text(std::size_t row, std::size_t column) const { return cell_text(rows.at(row).at(column)); }

void write_csv(std::ostream& out, const Table& table, Facts facts) {
    if (facts == Facts::as_comments)
        for (const auto& [key, value] : table.facts) {
            // A line break inside a fact would end the comment and start a row.
            std::string line = key + ": " + value;
            for (char& c : line)
                if (c == '\n' || c == '\r') c = ' ';
            out << "# " << line << '\n';
        }
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out << (i ? "," : "") << quoted(spreadsheet_text(table.columns[i].header()));
    out << '\n';
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) out << (i ? "," : "") << quoted(spreadsheet_text(row[i]));
        out << '\n';
    }
}

void write_html(std::ostream& out, const Table& table) {
    out << "<table><caption>" << html_escaped(table.title) << "</caption><thead><tr>";
    for (const auto& column : table.columns)
        out << "<th>" << html_escaped(column.name)
            << (column.unit.empty() ? "" : " (" + html_escaped(column.unit) + ")") << "</th>";
    out << "</tr></thead><tbody>";
    for (const auto& row : table.rows) {
        out << "<tr>";
        for (const auto& cell : row) out << "<td>" << html_escaped(cell_text(cell)) << "</td>";
        out << "</tr>";
    }
    out << "</tbody></table>\n";
}

} // namespace warploom
