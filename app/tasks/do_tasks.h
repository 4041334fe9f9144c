#pragma once

#include "app/tasks/tasks.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// Where tasks run.
struct TaskPlace {
    enum class Way { local, slurm } way = Way::local;
    int at_once = 0;                 ///< local: number of parallel traces; 0 for one per core
    std::vector<std::string> submit; ///< slurm: additional sbatch options
};
/// Parses "slurm", "local" or "local:4". Errors: "arguments".
TaskPlace task_place(const std::string& text);

struct TaskObserver {
    std::function<void(const std::string& sentence)> say;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Runs the open tasks. A task that ends without a result (its process was killed, its node failed) is repeated, up to
/// three times; the results of others are kept. A task with a damaged file, or a file of another task, is also
/// repeated; that file is moved aside. Measuring tasks have exclusive use of their machine: locally they run one after
/// another after the traces, under Slurm with --exclusive. Slurm jobs that an earlier command submitted are waited for
/// and not submitted again. Returns the tasks that are still open. Errors: "slurm.missing", "slurm.refused",
/// "cancelled". On cancellation the Slurm jobs are canceled, too; if the controller does not respond, the next command
/// waits for them.
std::vector<std::size_t> do_tasks(const Tasks& tasks, const TaskPlace& place, const TaskObserver& observer);

/// Returns the maximum number of tasks in one job array.
std::size_t most_tasks(const TaskPlace& place);

} // namespace warploom::app
