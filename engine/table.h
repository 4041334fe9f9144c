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

/// A cell is empty, a whole number, a number, or text.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
/// Empty where the number is not known (NaN or infinite).
inline Cell number_cell(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

/// A column with its name and unit; the header in a file is `name_unit`, or `name` if there is no unit (`time_ns`,
/// `bandwidth_gbytes_per_s`, `kernel`).
struct Column {
    std::string name;
    std::string unit;

    std::string header() const { return unit.empty() ? name : name + "_" + unit; }
};

/// Named columns with units, rows of cells, and the facts that every export carries along
/// (environment, settings) as key and value. Every chart is drawn from one of these.
class Table {
public:
    std::string title{};
    std::vector<Column> columns{};
    std::vector<std::vector<Cell>> rows{};
    std::vector<std::pair<std::string, std::string>> facts{};
    /// Appends a row; throws std::invalid_argument unless it has one cell per column.
    void add_row(std::vector<Cell> row);
    /// Index of a column by name; throws std::out_of_range with the name.
    std::size_t column(const std::string& name) const;
    /// A cell as a number; NaN where it is empty or text.
    double number(std::size_t row, std::size_t column) const;
    std::string text(std::size_t row, std::size_t column) const;
};

/// Returns a cell for a spreadsheet: text that would be evaluated as a formula is prefixed with an apostrophe. Numbers
/// are unchanged.
std::string spreadsheet_text(const Cell& cell);

/// CSV in the C locale: one header row, RFC 4180 quoting, shortest numbers that read back identical, no formulas
/// (spreadsheet_text), UTF-8, without the facts.
void write_csv(std::ostream& out, const Table& table);
/// The same table as an HTML fragment (`<table>`), escaped.
void write_html(std::ostream& out, const Table& table);

/// Whether a spreadsheet would run this text as a formula: it begins with = + - @, a tab or a return and is no number.
/// A text that has apostrophes before such a one counts too, so that a written text reads back the same.
bool is_taken_for_formula(std::string_view text);

/// Parses comma-separated lines with a header, as written by write_csv(): cells that parse as numbers become numbers,
/// and the apostrophe before a formula is removed. Units are not taken out of the headings: the columns have none.
Table table_from_csv(const std::string& text);

/// A table as a file: whole, or not at all (engine/atomic_file.h). Errors: "file.write".
void write_csv_file(const std::string& path, const Table& table);

} // namespace warploom
