#pragma once

#include "engine/experiment/cells.h"
#include "engine/experiment/result.h"
#include "engine/protocol/serialization/fields.h"

#include <map>
#include <string>
#include <vector>

namespace warploom::experiment {

/// Maps the series and variable values of a cell to its index in the list of cells.
class CellIndex {
public:
    explicit CellIndex(const std::vector<Cell>& cells);
    /// Returns the index of the cell, or -1 if there is no such cell.
    std::ptrdiff_t find(const std::string& series, const Bindings& at) const;

private:
    std::map<std::string, std::size_t> numbers_;
};

Bindings only(const Bindings& at, const std::vector<std::string>& over);
/// Returns a map key for variable values. The key does not depend on their order.
std::string key_of(const Bindings& at);

/// Computes the published, modeled or measured values of derived cells. If `keep` is set, skips cells that already have
/// a number.
void derive_column(const Experiment& experiment, std::vector<Cell>& cells, CellColumn column, bool keep);

/// Returns the name of a cell for use in messages, such as "ELL, order 4096, block 32".
std::string name_of(const Experiment& experiment, const Cell& cell);
/// Formats a number with three significant digits.
std::string short_number(double number);

using ResultJson = Json;

/// Returns the description of a document for error messages about a result. Its errors are Error("result.format") with
/// the file name and, if `text` is set, the line number.
protocol::DocumentSource result_source(const std::string& where, std::string text = {});
/// Returns a document source with the JSON of a result. If the text is an HTML report, extracts the JSON from the
/// report.
protocol::DocumentSource source_of_result(const std::string& text, const std::string& where);
Result read_result(const ResultJson& document, const protocol::DocumentSource& source);

/// Adds the seals (checksums) of the parts, of the cells, and of the whole document (see check_seal()).
void seal(ResultJson& document);
/// Returns whether a result document has a seal (checksum).
bool is_sealed(const ResultJson& document);
std::vector<std::string> edited_parts(const ResultJson& document, const Result& result);
/// Returns one sentence for each value of a result that contradicts other values.
std::vector<std::string> contradictions(const Result& result);

} // namespace warploom::experiment
