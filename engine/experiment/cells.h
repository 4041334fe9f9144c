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

/// One of the three figures of a cell.
struct CellValue {
    std::optional<double> number; ///< in the series' unit
    /// Quartiles of a measured value, and those derived for ratios and reductions; absent for other values.
    std::optional<double> low, high;
    std::string text;               ///< the printed text where it is no plain number: "10 to 19", "equal"
    std::string why_not;            ///< a sentence where there is no number: "There is no GPU here."
    std::string kernel;             ///< that was traced or run: "csr-vector", "mine.cu, text 0123456789abcdef"
    std::string note;               ///< "a synthetic network stands in for Richmond_standard.inp"
    bool is_fitted = false;         ///< modeled: this cell was used to fit the card
    std::vector<double> samples_ns; ///< measured: all that count
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
    /// modeled / published and so on; absent where one of them is missing or the divisor is 0.
    std::optional<double> ratio(CellColumn of, CellColumn over) const;
};

/// All cells of the experiment (or of its quick form), in the order of the file, with the published figures filled in.
/// Errors: "experiment.format" where a published cell is not found, or more than one matches.
std::vector<Cell> expand(const Experiment&, bool quick);

/// Fills in the ratios and reductions from the cells they are made of, in all columns but the published one. A missing
/// part is why_not.
void derive(const Experiment&, std::vector<Cell>& cells);

/// Null where there is none. The order of the bindings does not matter.
const Cell* find_cell(const std::vector<Cell>& cells, const std::string& series, const Bindings& at);

/// One row a cell: series (id), variables, unit, published (number), printed (text), modeled, fitted ("yes"),
/// measured, measured_low, measured_high, modelled_per_published, measured_per_published, measured_per_modelled,
/// why_not, kernels, notes.
Table cell_table(const Experiment&, const std::vector<Cell>& cells);
/// One row a sample: series, variables, number, time_ns.
Table sample_table(const Experiment&, const std::vector<Cell>& cells);

/// A built-in published table by file name ("prata2010-spmv.csv"): columns without units, numbers as numbers.
/// Errors: "experiment.format" where there is none, with the list.
const Table& published_table(const std::string& file);
std::vector<std::string> published_files();

/// Where a cell was printed.
struct PublishedCell {
    std::string file;
    std::size_t row = 0, column = 0; ///< of published_table(file)
};
/// Absent where the series has no printed cells, or this one is among those it may lack. Errors as of expand().
std::optional<PublishedCell> published_cell(const Experiment&, const Series&, const Bindings& at);

/// The bindings of all of a series' cells, the last variable turning fastest.
std::vector<Bindings> bindings_of(const Experiment&, const Series&, bool quick);

} // namespace warploom::experiment
