#pragma once

#include "app/problem/run_result.h"
#include "engine/error.h"
#include "engine/protocol/serialization/json.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

/// A run, and the node that it was made on.
struct NodeRun {
    std::string node;
    Run run;
};

/// An input that came to no run: no task can open it.
struct FailedInput {
    std::string input, node, code, sentence, hint;
};

/// The runs of one or several tasks.
struct NodeRuns {
    std::vector<NodeRun> runs;
    std::vector<FailedInput> failed;
    std::string task; ///< the mark of the task that found them (app/tasks/tasks.h); empty where it was several
};
/// {"warploom_runs": 1, "task", "runs": [{"node", "run"}], "failed": [{"input", "node", "error"}]}
Json document_of(const NodeRuns& runs);
/// Errors: "run.malformed".
NodeRuns runs_from(const Json& document);

/// Runs of one kind of machine: only these share a column. Measured times of two machines with the same GPU, or the
/// same processor, do; modeled times do wherever they were computed.
struct RunsOfMachine {
    std::string machine; ///< "NVIDIA H200"
    std::vector<NodeRun> runs;
};
/// The one with most runs first.
std::vector<RunsOfMachine> by_machine(const std::vector<NodeRun>& runs);

/// A row for each result of each run: `matrix`, `node`, and the columns of result_table().
Table runs_table(const RunsOfMachine& runs);

} // namespace warploom::app
