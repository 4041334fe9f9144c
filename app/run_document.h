#pragma once

#include "app/run_result.h"
#include "engine/protocol/messages.h"
#include "engine/table.h"

namespace warploom::app {

/// docs/protocol.md, "The document of run".
protocol::Json run_document(const Run& run);
protocol::Json row_document(kernels::Operation operation, const Row& row);

/// One row for each result; the environment and the settings are its facts.
Table result_table(const Run& run);
/// One row for each sample, those that were discarded too.
Table sample_table(const Run& run);

} // namespace warploom::app
