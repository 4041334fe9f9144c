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

/// A table cell: empty, an integer, a floating-point number, or text.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
/// Converts a number to a cell. Returns an empty cell if the number is NaN or infinite.
inline Cell number_cell(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

/// The name and unit of a table column. The header in files is `name_unit`, or `name` if there is no unit (`time_ns`,
/// `bandwidth_gbytes_per_s`, `kernel`).
struct Column {
    std::string name;
    std::string unit;

    std::string header() const { return unit.empty() ? name : name + "_" + unit; }
};

/// A table with named columns, units, rows of cells, and metadata (called facts) about the environment and the
/// settings. Every export includes the metadata, and every chart is drawn from such a table.
class Table {
public:
    std::string title{};
    std::vector<Column> columns{};
    std::vector<std::vector<Cell>> rows{};
    std::vector<std::pair<std::string, std::string>> facts{};
    /// Appends a row. Throws std::invalid_argument unless it has one cell per column.
    void add_row(std::vector<Cell> row);
    /// Returns the index of the column with this name. Throws std::out_of_range with the name if there is none.
    std::size_t column(const std::string& name) const;
    /// Returns a cell as a number, or NaN if it is empty or contains text.
    double number(std::size_t row, std::size_t column) const;
    std::string text(std::size_t row, std::size_t column) const;
};

/// Returns the text of a cell for a spreadsheet. If a spreadsheet would evaluate the text as a formula, an apostrophe
/// is added in front of it. Numbers are unchanged.
std::string spreadsheet_text(const Cell& cell);

/// Writes a table as CSV in UTF-8 and the C locale, with one header row and RFC 4180 quoting. Numbers are written with
/// the fewest digits that convert back to exactly the same value. Formulas are escaped (see spreadsheet_text). The
/// metadata is not written.
void write_csv(std::ostream& out, const Table& table);
/// Writes a table as an HTML fragment (`<table>`) with escaped text.
void write_html(std::ostream& out, const Table& table);

/// Returns whether a spreadsheet would evaluate this text as a formula, that is, whether it starts with = + - @, a tab
/// or a carriage return and is not a number. If so, an apostrophe is written in front of it. Also returns true if such
/// a text is preceded by apostrophes. It then gets another apostrophe, so that removing one apostrophe always restores
/// the original.
bool is_taken_for_formula(std::string_view text);

/// Parses a CSV table with a header line, as written by write_csv(). Cells that contain a number become numbers. An
/// apostrophe before a formula is removed. Columns have no units, because the units in the header are not parsed.
Table table_from_csv(const std::string& text);

/// Writes a table to a file atomically (engine/atomic_file.h). Errors: "file.write".
void write_csv_file(const std::string& path, const Table& table);

} // namespace warploom
