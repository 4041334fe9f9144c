#pragma once

#include "app/experiment/result_files.h"
#include "engine/protocol/messages.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

// What `experiment ...` answers, for people and for programs.

std::string experiment_list_text(const std::vector<experiment::Experiment>& list);
protocol::Json experiment_list_document(const std::vector<experiment::Experiment>& list,
                                        const std::vector<std::string>& complaints);
std::string experiment_text(const experiment::Experiment& experiment);

/// A line for each series and each claim.
std::string result_text(const experiment::Result& result);
std::string files_text(const std::string& folder, const ResultFiles::Written& written);

/// Any table, aligned, its facts in front.
std::string table_text(const Table& table);
protocol::Json table_document(const Table& table); ///< {"title","facts","columns":[{"name","unit"}],"rows":[[...]]}

} // namespace warploom::app
