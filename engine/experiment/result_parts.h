#pragma once

#include "engine/experiment/result.h"
#include "engine/wire/fields.h"

#include <string>

// Inside of engine/experiment only.

namespace warploom::experiment {

using ResultJson = wire::Json;

/// How a result is refused: Error("result.format") that names the file, and the line where `text` is given.
wire::Source result_source(const std::string& where, std::string text = {});
/// The JSON in the text of a result, or of an HTML report that carries one.
wire::Source source_of_result(const std::string& text, const std::string& where);
Result read_result(const ResultJson& document, const wire::Source& source);

/// Writes the seals of its parts and its own into a document (check_seal() reads them).
void seal(ResultJson& document);
/// Whether they are those of what stands there; `edited` names what is not.
bool is_sealed(const ResultJson& document);
std::vector<std::string> edited_parts(const ResultJson& document, const Result& result);
/// Figures of one result that cannot all be true.
std::vector<std::string> contradictions(const Result& result);

} // namespace warploom::experiment
