#include "engine/csv.h"

#include "engine/whole_file.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace warploom {
namespace {

/// The fields of the line that begins at `at`; `at` is behind its end afterwards.
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
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    return text;
}

} // namespace

bool is_taken_for_formula(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
    if (text.size() < 2 || std::string_view("=+-@\t\r").find(text[0]) == std::string_view::npos) return false;
    double number = 0;
    const char *const begin = text.data() + (text[0] == '+'), *const end = text.data() + text.size();
    return std::from_chars(begin, end, number).ptr != end;
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
