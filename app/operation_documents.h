#pragma once

#include "app/run_result.h"
#include "engine/protocol/messages.h"
#include "engine/table.h"

namespace warploom::app {

// docs/protocol.md, "What the operations add to the document of run".

/// The object that a row has for its operation, under the operation's name; null where it was not run.
protocol::Json operation_document(kernels::Operation operation, const Row& row);
/// Null where every part is 0.
protocol::Json parts_document(const std::optional<kernels::CgParts>& parts);

/// The columns of a table of results that only this operation has, and a row's cells in them.
std::vector<Column> operation_columns(kernels::Operation operation);
std::vector<Cell> operation_cells(kernels::Operation operation, const Row& row);

/// "y = A x", for titles.
const char* formula_of(kernels::Operation operation);

} // namespace warploom::app
