#pragma once

#include "app/tasks/tasks.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// Specifies where tasks run: on this computer or as Slurm jobs.
struct TaskPlace {
    enum class Way { local, slurm } way = Way::local;
    int at_once = 0;                 ///< number of traces to run in parallel on this computer; 0 for one trace per core
    std::vector<std::string> submit; ///< additional options for sbatch
};
/// Parses an option value that specifies where tasks run: "slurm", "local" or "local:4". Errors: "arguments".
TaskPlace task_place(const std::string& text);

struct TaskObserver {
    std::function<void(const std::string& sentence)> say;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Runs all open tasks. If a task ends without a result, because its process was killed or its node failed, the task is
/// repeated up to three times. The results of other tasks are kept. If a result file is damaged or was written by a
/// different task, it is renamed, and the task is repeated.
/// A task that measures must not share its machine with other tasks. Local tasks of this kind run one after another
/// when all traces have finished, and Slurm jobs are submitted with --exclusive. If Slurm jobs of an earlier command
/// are still in the queue, waits for them rather than submitting the tasks again.
/// Returns the tasks that are still open. If canceled, also cancels the Slurm jobs. If the Slurm controller does not
/// respond to the cancellation, the next command waits for these jobs. Errors: "slurm.missing", "slurm.refused",
/// "cancelled".
std::vector<std::size_t> do_tasks(const Tasks& tasks, const TaskPlace& place, const TaskObserver& observer);

/// Returns the maximum number of tasks in a Slurm job array.
std::size_t most_tasks(const TaskPlace& place);

} // namespace warploom::app
