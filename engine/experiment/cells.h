#pragma once

#include "engine/enum_words.h"
#include "engine/experiment/experiment.h"
#include "engine/table.h"

#include <optional>
#include <string>
#include <vector>

// The cells of an experiment's tables. Published, modeled and measured values are shown side by side, but never mixed
// in one column.

namespace warploom::protocol {
template <class T> class Fields;
} // namespace warploom::protocol

namespace warploom::experiment {

/// One of the three values of a cell: published, modeled or measured.
struct CellValue {
    std::optional<double> number; ///< value in the unit of the series
    /// First and third quartiles of a measured value. For ratios and reductions, bounds derived from the quartiles of
    /// their operands. Not set for any other values.
    std::optional<double> low, high;
    std::string text;    ///< published text if it is not a plain number, such as "10 to 19" or "equal"
    std::string why_not; ///< why the number is missing, such as "There is no GPU here."
    /// Kernel that was run or traced, for example, "csr-vector" or "mine.cu, text 0123456789abcdef".
    std::string kernel;
    /// Note about an input that was replaced, such as "a synthetic network stands in for Richmond_standard.inp".
    std::string note;
    /// Whether the published value of this cell was used to fit the simulated GPU (modeled values only).
    bool is_fitted = false;
    std::vector<double> samples_ns; ///< time of each measured sample in ns, excluding discarded samples
    bool is_settled() const { return number.has_value() || !why_not.empty(); }
    static const protocol::Fields<CellValue>& fields();
};

enum class CellColumn { published, modelled, measured };
constexpr auto words_of(CellColumn) { return std::array{"published", "modelled", "measured"}; }
using warploom::to_string;
constexpr CellColumn columns[] = {CellColumn::published, CellColumn::modelled, CellColumn::measured};

struct Cell {
    std::string series;
    Bindings at;
    CellValue published, modelled, measured;

    static const protocol::Fields<Cell>& fields();

    const CellValue& value(CellColumn) const;
    CellValue& value(CellColumn);
    /// Returns the ratio of two columns, such as modeled / published. Returns std::nullopt if a value is missing or the
    /// divisor is 0.
    std::optional<double> ratio(CellColumn of, CellColumn over) const;
};

/// Returns all cells of an experiment (or of its quick version) with their published values, in the order of the
/// experiment file. Throws Error("experiment.format") unless each cell matches exactly one cell of the published table.
std::vector<Cell> expand(const Experiment&, bool quick);

/// Computes ratios and reductions from their operands in all columns except the published one. If an operand is
/// missing, stores the reason in why_not.
void derive(const Experiment&, std::vector<Cell>& cells);

/// Returns the cell of a series with these variable values, or null if there is none. The values may be in any order.
const Cell* find_cell(const std::vector<Cell>& cells, const std::string& series, const Bindings& at);

/// Returns a table with one row per cell of the experiment. The columns are series (ID), variables, unit, published
/// (number), printed (text), modeled, fitted ("yes"), measured, measured_low, measured_high, modelled_per_published,
/// measured_per_published, measured_per_modelled, why_not, kernels, notes.
Table cell_table(const Experiment&, const std::vector<Cell>& cells);
/// Returns a table with one row per timing sample. The columns are series, variables, number (index of the sample) and
/// time_ns.
Table sample_table(const Experiment&, const std::vector<Cell>& cells);

/// Returns a built-in table of published values by its file name, such as "prata2010-spmv.csv". Column names do not
/// contain units, and cells that contain a number are numeric. Throws Error("experiment.format") with the list of
/// tables if there is no such table.
const Table& published_table(const std::string& file);
std::vector<std::string> published_files();

/// The row and column of a cell in a published table.
struct PublishedCell {
    std::string file;
    std::size_t row = 0, column = 0; ///< indices into published_table(file)
};
/// Returns the position of a published cell, or std::nullopt if the paper did not publish this cell. Throws the same
/// errors as expand().
std::optional<PublishedCell> published_cell(const Experiment&, const Series&, const Bindings& at);

/// Returns the variable values of all cells of a series. The last variable varies fastest.
std::vector<Bindings> bindings_of(const Experiment&, const Series&, bool quick);

} // namespace warploom::experiment
