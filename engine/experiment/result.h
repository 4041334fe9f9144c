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

// A result is a file that needs no other file to open, not even the experiment.

namespace warploom::experiment {

/// Nonzeros per row, at most 2000 points of it.
struct ProfileResult {
    std::string title, input, note, why_not;
    std::vector<std::int64_t> rows;        ///< first row of each point
    std::vector<double> least, most, mean; ///< of the rows of the point
    static const protocol::Fields<ProfileResult>& fields();
    void settle(const protocol::Reader& in);
};

constexpr std::size_t largest_result = std::size_t{256} << 20; ///< bytes of a file, a report that carries it included

struct Result {
    Experiment experiment;
    bool is_quick = false;
    bool is_complete = false;                               ///< no cell waits to be modeled or measured
    std::string date;                                       ///< UTC, ISO 8601
    std::vector<std::pair<std::string, std::string>> facts; ///< environment, machine, versions, hashes of the inputs
    std::string measured_on, modelled_on;                   ///< "NVIDIA H200 (cuda:0)", "GeForce GTX 295"
    std::vector<Cell> cells;
    std::vector<ProfileResult> profiles;

    // For a submission: its author, and their text.
    std::string author, words;

    /// The edits that the integrity check found when the file was read. An edited file stays marked when it is written
    /// again.
    std::vector<std::string> edited;
    static const protocol::Fields<Result>& fields();
};

/// The samples of a large result may be left out (on the wire, say); its seal is then that of the other parts.
enum class IncludeSamples { keep, leave_out };

/// JSON, 2 blanks deep, with the seal of its figures. Errors: "result.format" for an experiment without its text.
std::string result_to_json(const Result&, IncludeSamples samples = IncludeSamples::keep);
/// The same as `<script type="application/json" id="warploom-result">` for an HTML report.
std::string result_script(const Result&, IncludeSamples samples = IncludeSamples::keep);
/// Parses a document written by result_to_json, or an HTML report that contains one. Errors: "result.format" with
/// `where` and the location of the mistake.
Result result_from_text(const std::string& text, const std::string& where);
/// The same of a parsed document; as it crosses the wire.
Result result_from_json(const Json& document, const std::string& where);
Json result_document(const Result&, IncludeSamples samples = IncludeSamples::keep);

/// The file of an experiment that was read. Errors: "experiment.format".
Json document_of(const Experiment&);
/// The same file, however it is laid out.
bool are_alike(const Experiment& a, const Experiment& b);

/// Converts one cell to its form in "cells" of a result, without its checksum. Errors of reading: "result.format".
Json cell_to_json(const Cell&, IncludeSamples samples = IncludeSamples::keep);
Cell cell_from_json(const Json& json);
/// A list of them.
Json cells_to_json(const std::vector<Cell>&, IncludeSamples samples = IncludeSamples::keep);
std::vector<Cell> cells_from_json(const Json& json);

/// Whether a result's figures are those that the program wrote. The seal is a SHA-256 over every cell, the settings,
/// the facts and the hashes of the inputs. It shows edits; it does not prove the author of a run: anyone with this
/// program's source can make a seal.
struct SealReport {
    bool is_sealed = false, is_intact = false;
    std::vector<std::string>
        edited; ///< "ELL, order 4096: measured" - which cells differ from their own seals; "the facts"
    /// Figures that contradict each other: a median that is not that of its samples, a ratio that is not that of its
    /// parts.
    std::vector<std::string> contradictions;
    std::string sentence;
};
SealReport check_seal(const std::string& text, const std::string& where);

/// Compares two results of one experiment: series, variables, unit, a_modelled, b_modelled, b_per_a_modelled,
/// a_measured, b_measured, b_per_a_measured. Contains the cells of either; its facts list the differences between the
/// two.
/// Errors: "result.compare" where the experiments differ.
Table compare(const Result& a, const Result& b);

} // namespace warploom::experiment
