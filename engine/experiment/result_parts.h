#pragma once

#include "engine/experiment/cells.h"
#include "engine/experiment/result.h"
#include "engine/protocol/serialization/fields.h"

#include <map>
#include <string>
#include <vector>

// Internal to engine/experiment.

namespace warploom::experiment {

/// Finds the index of a cell by its series and bindings.
class CellIndex {
public:
    explicit CellIndex(const std::vector<Cell>& cells);
    /// Returns the index of the cell, or -1 if there is no such cell.
    std::ptrdiff_t find(const std::string& series, const Bindings& at) const;

private:
    std::map<std::string, std::size_t> numbers_;
};

/// Returns the bindings of the variables in `over`, in that order.
Bindings only(const Bindings& at, const std::vector<std::string>& over);
/// Returns a key for a set of bindings, independent of their order.
std::string key_of(const Bindings& at);

/// Computes one column of the derived cells. If `keep` is set, skips cells that already have a number.
void derive_column(const Experiment& experiment, std::vector<Cell>& cells, CellColumn column, bool keep);

/// Returns the name of a cell for use in messages, such as "ELL, order 4096, block 32".
std::string name_of(const Experiment& experiment, const Cell& cell);
/// Formats a number with three significant digits.
std::string short_number(double number);

using ResultJson = Json;

/// Returns the description of the document for errors in a result: Error("result.format") with the file name and, if
/// `text` is set, the line number.
protocol::DocumentSource result_source(const std::string& where, std::string text = {});
/// Returns the JSON of a result, or of the result in an HTML report.
protocol::DocumentSource source_of_result(const std::string& text, const std::string& where);
Result read_result(const ResultJson& document, const protocol::DocumentSource& source);

/// Adds the seals of the parts and of the whole document (see check_seal()).
void seal(ResultJson& document);
/// Returns whether the seals match the document. Appends the names of parts that do not match to `edited`.
bool is_sealed(const ResultJson& document);
std::vector<std::string> edited_parts(const ResultJson& document, const Result& result);
/// Returns the values of a result that contradict each other.
std::vector<std::string> contradictions(const Result& result);

} // namespace warploom::experiment
