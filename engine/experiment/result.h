#pragma once

#include "engine/experiment/cells.h"
#include "engine/experiment/claims.h"
#include "engine/protocol/serialization/json.h"
#include "engine/protocol/serialization/reader.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// The result of an experiment. A result file is self-contained, because it includes the experiment file.

namespace warploom::experiment {

/// The number of nonzeros in each row of a matrix, reduced to at most 2000 points.
struct ProfileResult {
    std::string title, input, note, why_not;
    std::vector<std::int64_t> rows; ///< index of the first matrix row that each point represents
    /// Minimum, maximum and mean number of nonzeros per row in each point.
    std::vector<double> least, most, mean;
    static const protocol::Fields<ProfileResult>& fields();
    void settle(const protocol::Reader& in);
};

/// Maximum size in bytes of a result file, and of a report that contains a result.
constexpr std::size_t largest_result = std::size_t{256} << 20;

struct Result {
    Experiment experiment;
    bool is_quick = false;
    bool is_complete = false;
    std::string date; ///< date and time in UTC (ISO 8601)
    /// Environment, machine, program versions and hashes of the inputs.
    std::vector<std::pair<std::string, std::string>> facts;
    /// Names of the GPUs, such as "NVIDIA H200 (cuda:0)" and "GeForce GTX 295".
    std::string measured_on, modelled_on;
    std::vector<Cell> cells;
    std::vector<ProfileResult> profiles;

    // Name of the author of a submitted result, and the author's comment.
    std::string author, words;

    /// Edits detected by the integrity check when the file was read. They are saved with the result.
    std::vector<std::string> edited;
    static const protocol::Fields<Result>& fields();
};

/// Whether to write the timing samples. A large result is much smaller without them, which is useful in messages. The
/// seal (checksum) then covers everything except the samples.
enum class IncludeSamples { keep, leave_out };

/// Serializes a result as JSON with an indentation of 2 spaces and a seal (checksum) over its values. Throws
/// Error("result.format") if the result does not contain the experiment file.
std::string result_to_json(const Result&, IncludeSamples samples = IncludeSamples::keep);
/// Returns the JSON document of a result in a `<script type="application/json" id="warploom-result">` element for use
/// in an HTML report.
std::string result_script(const Result&, IncludeSamples samples = IncludeSamples::keep);
/// Parses a document written by result_to_json(), or an HTML report that contains one. Throws Error("result.format")
/// with `where` and the location of the error.
Result result_from_text(const std::string& text, const std::string& where);
/// Parses a result from a JSON document, as received in a message.
Result result_from_json(const Json& document, const std::string& where);
Json result_document(const Result&, IncludeSamples samples = IncludeSamples::keep);

/// Returns the contents of an experiment file as JSON. Throws Error("experiment.format") if the text is not JSON.
Json document_of(const Experiment&);
/// Returns whether two experiments have the same content, regardless of formatting.
bool are_alike(const Experiment& a, const Experiment& b);

/// Converts a cell to an element of the "cells" list in a result's JSON, without its seal (checksum). Throws
/// Error("result.format") if the document is invalid.
Json cell_to_json(const Cell&, IncludeSamples samples = IncludeSamples::keep);
Cell cell_from_json(const Json& json);
/// Converts a list of cells to JSON. See cell_to_json().
Json cells_to_json(const std::vector<Cell>&, IncludeSamples samples = IncludeSamples::keep);
std::vector<Cell> cells_from_json(const Json& json);

/// Reports whether a result contains exactly the values that the program wrote. The seal is a SHA-256 hash of all
/// cells, the settings, the metadata and the hashes of the inputs. A wrong seal reveals that a result was edited. A
/// correct seal does not prove who performed the experiment, because anyone can create a seal with the source code of
/// this program.
struct SealReport {
    bool is_sealed = false, is_intact = false;
    /// Cells and other parts of the document that do not match their seals, such as "ELL, order 4096: measured" or "the
    /// facts".
    std::vector<std::string> edited;
    /// Values that contradict each other, such as a median that does not match its samples, or a ratio that does not
    /// match its operands.
    std::vector<std::string> contradictions;
    std::string sentence;
};
SealReport check_seal(const std::string& text, const std::string& where);

/// Compares two results of the same experiment in a table. The columns are series, variables, unit, a_modelled,
/// b_modelled, b_per_a_modelled, a_measured, b_measured, b_per_a_measured. The rows are the cells of both results. The
/// metadata of the table lists the differences between the metadata of the results. Throws Error("result.compare") if
/// the experiments differ.
Table compare(const Result& a, const Result& b);

} // namespace warploom::experiment
