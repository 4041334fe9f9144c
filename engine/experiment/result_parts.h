#pragma once

#include "engine/experiment/cells.h"
#include "engine/experiment/result.h"
#include "engine/protocol/serialization/fields.h"

#include <map>
#include <string>
#include <vector>

// Inside of engine/experiment only.

namespace warploom::experiment {

/// Finds the index of a cell by its series and bindings.
class CellIndex {
public:
    explicit CellIndex(const std::vector<Cell>& cells);
    /// The number of the cell; -1 where there is none.
    std::ptrdiff_t find(const std::string& series, const Bindings& at) const;

private:
    std::map<std::string, std::size_t> numbers_;
};

/// The bindings of the variables in `over`, in their order.
Bindings only(const Bindings& at, const std::vector<std::string>& over);
/// Returns a key for a set of bindings, independent of their order.
std::string key_of(const Bindings& at);

/// Fills in one column of the cells that are made of others; `keep`: only where there is no number yet.
void derive_column(const Experiment& experiment, std::vector<Cell>& cells, CellColumn column, bool keep);

/// "ELL, order 4096, block 32": how sentences name a cell.
std::string name_of(const Experiment& experiment, const Cell& cell);
/// Three digits that count, for sentences.
std::string short_number(double number);

using ResultJson = Json;

/// How a result is refused: Error("result.format") that names the file, and the line where `text` is given.
protocol::DocumentSource result_source(const std::string& where, std::string text = {});
/// The JSON in the text of a result, or of an HTML report that carries one.
protocol::DocumentSource source_of_result(const std::string& text, const std::string& where);
Result read_result(const ResultJson& document, const protocol::DocumentSource& source);

/// Writes the seals of its parts and its own into a document (check_seal() reads them).
void seal(ResultJson& document);
/// Whether they are those of the document; `edited` names the parts that are not.
bool is_sealed(const ResultJson& document);
std::vector<std::string> edited_parts(const ResultJson& document, const Result& result);
/// Figures of one result that cannot all be true.
std::vector<std::string> contradictions(const Result& result);

} // namespace warploom::experiment
