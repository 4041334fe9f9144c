#pragma once

#include <cmath>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warploom {

/// A cell is empty, or contains an integer, a number or text.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
/// Returns an empty cell if the value is NaN or infinite.
inline Cell number_cell(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

/// A column with its name and unit. The header in a file is `name_unit`, or `name` if there is no unit (`time_ns`,
/// `bandwidth_gbytes_per_s`, `kernel`).
struct Column {
    std::string name;
    std::string unit;

    std::string header() const { return unit.empty() ? name : name + "_" + unit; }
};

/// Named columns with units, rows of cells, and facts about the environment and settings, which every export includes.
/// Every chart is drawn from a table.
class Table {
public:
    std::string title{};
    std::vector<Column> columns{};
    std::vector<std::vector<Cell>> rows{};
    std::vector<std::pair<std::string, std::string>> facts{};
    /// Appends a row. Throws std::invalid_argument unless it has one cell per column.
    void add_row(std::vector<Cell> row);
    /// Returns the index of a column by name. Throws std::out_of_range with the name if there is no such column.
    std::size_t column(const std::string& name) const;
    /// Returns a cell as a number. Returns NaN if the cell is empty or contains text.
    double number(std::size_t row, std::size_t column) const;
    std::string text(std::size_t row, std::size_t column) const;
};

/// Returns the text of a cell in a form that is safe for spreadsheets: text that would be evaluated as a formula is
/// prefixed with an apostrophe. Numbers are unchanged.
std::string spreadsheet_text(const Cell& cell);

/// Writes CSV in the C locale: one header row, RFC 4180 quoting, the shortest numbers that can be read back exactly, no
/// formulas (spreadsheet_text), UTF-8. Does not write the facts.
void write_csv(std::ostream& out, const Table& table);
/// Writes the table as an HTML fragment (`<table>`) with escaped text.
void write_html(std::ostream& out, const Table& table);

/// Returns whether a spreadsheet would evaluate this text as a formula, because it starts with = + - @, a tab or a
/// carriage return and is not a number. Also returns true if apostrophes precede such a text, so that it is read back
/// unchanged.
bool is_taken_for_formula(std::string_view text);

/// Parses comma-separated lines with a header, as written by write_csv(). Cells that parse as numbers become numbers,
/// and the apostrophe before a formula is removed. Units are not extracted from the header, so columns have no units.
Table table_from_csv(const std::string& text);

/// Writes a table to a file atomically (engine/atomic_file.h). Errors: "file.write".
void write_csv_file(const std::string& path, const Table& table);

} // namespace warploom
