#pragma once

#include "engine/enum_words.h"
#include "engine/experiment/experiment.h"
#include "engine/table.h"

#include <optional>
#include <string>
#include <vector>

// The values of an experiment: published, modeled and measured ones are shown side by side, never in the same column.

namespace warploom::protocol {
template <class T> class Fields;
} // namespace warploom::protocol

namespace warploom::experiment {

/// One of the three values of a cell.
struct CellValue {
    std::optional<double> number; ///< in the unit of the series
    /// Quartiles of a measured value, and those derived for ratios and reductions; absent for other values.
    std::optional<double> low, high;
    std::string text;               ///< the printed text if it is not a plain number, such as "10 to 19" or "equal"
    std::string why_not;            ///< the reason, as a sentence, if there is no number: "There is no GPU here."
    std::string kernel;             ///< kernel that was traced or run: "csr-vector", "mine.cu, text 0123456789abcdef"
    std::string note;               ///< "a synthetic network stands in for Richmond_standard.inp"
    bool is_fitted = false;         ///< modeled values: this cell was used to fit the card
    std::vector<double> samples_ns; ///< measured values: all samples that were not discarded
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
    /// Returns the ratio of two columns, such as modeled / published; absent if one of them is missing or the divisor
    /// is 0.
    std::optional<double> ratio(CellColumn of, CellColumn over) const;
};

/// Returns all cells of the experiment (or of its quick version), in file order, with the published values filled in.
/// Errors: "experiment.format" if no published cell matches, or more than one.
std::vector<Cell> expand(const Experiment&, bool quick);

/// Computes the ratios and reductions from the cells they refer to, in all columns except the published one. If an
/// operand is missing, sets why_not.
void derive(const Experiment&, std::vector<Cell>& cells);

/// Returns the cell of a series with these bindings, in any order; null if there is none.
const Cell* find_cell(const std::vector<Cell>& cells, const std::string& series, const Bindings& at);

/// Returns a table with one row per cell: series (ID), variables, unit, published (number), printed (text), modeled,
/// fitted ("yes"), measured, measured_low, measured_high, modelled_per_published, measured_per_published,
/// measured_per_modelled, why_not, kernels, notes.
Table cell_table(const Experiment&, const std::vector<Cell>& cells);
/// Returns a table with one row per sample: series, variables, number, time_ns.
Table sample_table(const Experiment&, const std::vector<Cell>& cells);

/// Returns a built-in published table by file name ("prata2010-spmv.csv"): columns without units, numbers as numbers.
/// Errors: "experiment.format" with the list of tables for an unknown name.
const Table& published_table(const std::string& file);
std::vector<std::string> published_files();

/// The position of a cell in a published table.
struct PublishedCell {
    std::string file;
    std::size_t row = 0, column = 0; ///< indices in published_table(file)
};
/// Returns the position of a published cell; absent if the series has no published cells, or may lack this one. Errors:
/// same as expand().
std::optional<PublishedCell> published_cell(const Experiment&, const Series&, const Bindings& at);

/// Returns the bindings of all cells of a series, with the last variable varying fastest.
std::vector<Bindings> bindings_of(const Experiment&, const Series&, bool quick);

} // namespace warploom::experiment
