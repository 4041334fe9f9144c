#include "engine/table.h"

#include "engine/atomic_file.h"
#include "engine/html.h"
#include "engine/portable.h"

#include <algorithm>
#include <limits>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace warploom {
namespace {

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
    if (const auto* number = std::get_if<double>(&cell)) return portable::shortest_text(*number);
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

void write_csv(std::ostream& out, const Table& table) {
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
        out << "<th scope=\"col\">" << html_escaped(column.name)
            << (column.unit.empty() ? "" : " (" + html_escaped(column.unit) + ")") << "</th>";
    out << "</tr></thead><tbody>";
    for (const auto& row : table.rows) {
        out << "<tr>";
        for (const auto& cell : row) out << "<td>" << html_escaped(cell_text(cell)) << "</td>";
        out << "</tr>";
    }
    out << "</tbody></table>\n";
}

namespace {

/// Parses the fields of the CSV line at `at` and advances `at` to the next line.
std::vector<std::string> fields(const std::string& text, std::size_t& at) {
    std::vector<std::string> all(1);
    bool quoted = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted) {
            if (c != '"') all.back() += c;
            else if (at + 1 < text.size() && text[at + 1] == '"') all.back() += text[++at];
            else quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            all.emplace_back();
        } else if (c == '\n') {
            ++at;
            break;
        } else if (c != '\r') {
            all.back() += c;
        }
    }
    return all;
}

Cell cell(const std::string& text) {
    if (text.empty()) return {};
    if (text[0] == '\'' && is_taken_for_formula(text)) return text.substr(1);
    double number = 0;
    const auto [end, error] = portable::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    return text;
}

} // namespace

bool is_taken_for_formula(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
    for (const std::string_view wide : {"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"}) // ＝ ＋ － ＠
        if (text.size() > wide.size() && text.substr(0, wide.size()) == wide) return true;
    if (text.size() < 2 || std::string_view("=+-@\t\r").find(text[0]) == std::string_view::npos) return false;
    double number = 0;
    const char *const begin = text.data() + (text[0] == '+'), *const end = text.data() + text.size();
    return portable::from_chars(begin, end, number).ptr != end;
}

Table table_from_csv(const std::string& text) {
    Table table;
    std::size_t at = 0;
    for (const std::string& name : fields(text, at)) table.columns.push_back({name, ""});
    while (at < text.size()) {
        std::vector<Cell> row;
        for (const std::string& field : fields(text, at)) row.push_back(cell(field));
        row.resize(table.columns.size());
        table.add_row(std::move(row));
    }
    return table;
}

void write_csv_file(const std::string& path, const Table& table) {
    std::ostringstream text;
    write_csv(text, table);
    write_whole_file(path, text.str());
}

} // namespace warploom
