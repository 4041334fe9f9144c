#pragma once

#include "engine/experiment/result.h"

#include <nlohmann/json.hpp>

#include <string>

// Inside of engine/experiment only.

namespace warploom::experiment {

using ResultJson = nlohmann::ordered_json;

/// How a result is refused: Error("result.format") that names the file.
struct ResultRefusal {
    std::string where;
    [[noreturn]] void operator()(const std::string& what, const std::string& hint = {}) const;
};

/// The document in a result or in an HTML report, checked as far as its version.
ResultJson result_document(const std::string& text, const ResultRefusal& refuse);
Result read_result(const ResultJson& document, const ResultRefusal& refuse);

ResultJson cell_document(const Cell& cell, Samples samples);
Cell read_cell(const ResultJson& json, const ResultRefusal& refuse);
/// A whole number as one, so that 5 stays 5.
ResultJson number_json(double number);

/// Writes the seals of its parts and its own into a document (check_seal() reads them).
void seal(ResultJson& document);
/// Whether they are those of what stands there; `edited` names what is not.
bool is_sealed(const ResultJson& document);
std::vector<std::string> edited_parts(const ResultJson& document, const Result& result);
/// Figures of one result that cannot all be true.
std::vector<std::string> contradictions(const Result& result);

} // namespace warploom::experiment
