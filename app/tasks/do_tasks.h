#pragma once

#include "app/tasks/tasks.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// Specifies where tasks run: on this computer or in Slurm jobs.
struct TaskPlace {
    enum class Way { local, slurm } way = Way::local;
    int at_once = 0;                 ///< number of traces that run in parallel as local tasks; 0 for one per core
    std::vector<std::string> submit; ///< additional sbatch options for Slurm jobs
};
/// Parses "slurm", "local" or "local:4". Errors: "arguments".
TaskPlace task_place(const std::string& text);

struct TaskObserver {
    std::function<void(const std::string& sentence)> say;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Runs all open tasks. A task that ends without a result, because its process was killed or its node failed, is
/// repeated up to three times; results of other tasks are kept. If a result file is damaged or was written by another
/// task, the file is moved aside and its task is repeated. Measuring tasks have their machine to themselves: local
/// tasks run one after another once all traces have finished, and Slurm jobs are submitted with --exclusive. Waits for
/// jobs of an earlier command instead of submitting them again. Returns the tasks that are still open. If canceled,
/// also cancels the Slurm jobs; if the Slurm controller does not respond, the next command waits for them. Errors:
/// "slurm.missing", "slurm.refused", "cancelled".
std::vector<std::size_t> do_tasks(const Tasks& tasks, const TaskPlace& place, const TaskObserver& observer);

/// Returns the maximum number of tasks in a job array.
std::size_t most_tasks(const TaskPlace& place);

} // namespace warploom::app
