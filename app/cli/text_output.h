#pragma once

#include "app/experiment/result_files.h"
#include "app/problem/run_result.h"
#include "engine/protocol/framing/messages.h"
#include "engine/protocol/messages/trace.h"
#include "engine/simulated/card.h"
#include "engine/table.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Aligns a header and table cells in columns. Numeric columns are right-aligned.
std::string aligned(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& lines);

std::string time_cell(double ns);     ///< formats a time, such as "1.234 µs"; "-" if unknown
std::string modelled_text(double ns); ///< formats a modeled time, such as "≈ 1.234 µs"
/// Formats a value with three significant digits, or without decimals if it is between 1,000 and 10 million; "-" if
/// unknown.
std::string figure_text(double value);

// Each of these functions formats the JSON document of the same name as text.
std::string info_text(const Json& info);
std::string machines_text(const std::vector<protocol::MachineEntry>& machines, const std::string& no_cuda);
std::string kernels_text(const std::vector<protocol::KernelEntry>& kernels);
std::string run_text(const Run& run);

/// Returns the headers of the operation-specific columns, which are the last ones in the result table.
std::vector<std::string> operation_header(Operation operation);
std::vector<std::string> operation_words(Operation operation, const Row& row);

// These functions format the output of the `experiment` commands as text or JSON.

std::string experiment_list_text(const std::vector<experiment::Experiment>& list);
Json experiment_list_document(const std::vector<experiment::Experiment>& list,
                              const std::vector<std::string>& complaints);
std::string experiment_text(const experiment::Experiment& experiment);

/// Returns an experiment's result as text, with one line per series and one per claim.
std::string result_text(const experiment::Result& result);
std::string files_text(const std::string& folder, const ResultFiles::Written& written);

/// Returns a table as aligned text. The metadata (names and values) precedes the table.
std::string table_text(const Table& table);
/// Returns a table as JSON: {"title","facts","columns":[{"name","unit"}],"rows":[[...]]}.
Json table_document(const Table& table);

// Each of these functions formats a protocol document or a list as text.
std::string trace_text(const protocol::Trace& trace);
/// Returns a line about the preprocessing cost of a kernel, such as "prepare, once per matrix: ..."; empty if
/// preprocessing is free.
std::string preparation_text(const std::optional<protocol::TracePreparation>& prepare);
std::string cards_text(const std::vector<simulated::Card>& cards);

} // namespace warploom::app
