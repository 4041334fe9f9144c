#pragma once

#include "app/problem/run_result.h"
#include "engine/error.h"
#include "engine/protocol/serialization/json.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

struct NodeRun {
    std::string node;
    Run run;
};

/// An input that was not run because no task could open it.
struct FailedInput {
    std::string input, node, code, sentence, hint;
};

/// Runs performed by one or several tasks.
struct NodeRuns {
    std::vector<NodeRun> runs;
    std::vector<FailedInput> failed;
    std::string task; ///< ID of the task that performed the runs (app/tasks/tasks.h); empty if there are several tasks
};
/// Converts runs to a JSON document {"warploom_runs": 1, "task", "runs": [{"node", "run"}], "failed": [{"input",
/// "node", "error"}]}.
Json document_of(const NodeRuns& runs);
/// Parses a JSON document created by document_of(). Errors: "run.malformed".
NodeRuns runs_from(const Json& document);

/// Runs from one type of machine. Measured times can share a column only if the machines have the same GPU or, without
/// GPUs, the same processor. Modeled times can always share a column.
struct RunsOfMachine {
    std::string machine; ///< type of machine, such as "NVIDIA H200"
    std::vector<NodeRun> runs;
};
/// Groups runs by type of machine. The group with the most runs comes first.
std::vector<RunsOfMachine> by_machine(const std::vector<NodeRun>& runs);

/// Returns a table with all result rows of the runs. Its columns are `matrix`, `node`, and the columns of
/// result_table().
Table runs_table(const RunsOfMachine& runs);

} // namespace warploom::app
