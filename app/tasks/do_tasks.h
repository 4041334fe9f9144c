#pragma once

#include "app/tasks/tasks.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// Where tasks are done.
struct TaskPlace {
    enum class Way { local, slurm } way = Way::local;
    int at_once = 0;                 ///< local: traces beside each other; 0: as many as there are cores
    std::vector<std::string> submit; ///< slurm: further options of sbatch
};
/// "slurm", "local" or "local:4". Errors: "arguments".
TaskPlace task_place(const std::string& text);

struct TaskObserver {
    std::function<void(const std::string& sentence)> say;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Runs the open tasks. A task that ends without a result (its process was killed, its node failed) is repeated, up to
/// three times; the results of others are kept. So is a task whose file is damaged or belongs to another task; that
/// file is moved aside. Measuring tasks have exclusive use of their machine: locally one after the other after the
/// traces, under Slurm with --exclusive. Jobs that an earlier command submitted to Slurm are waited for and not
/// submitted again. Returns the tasks that are still open. Errors: "slurm.missing", "slurm.refused", "cancelled": under
/// Slurm the jobs are canceled with it, but where the controller does not answer: then the next command waits for
/// them.
std::vector<std::size_t> do_tasks(const Tasks& tasks, const TaskPlace& place, const TaskObserver& observer);

/// The largest number of tasks that one job array takes here.
std::size_t most_tasks(const TaskPlace& place);

} // namespace warploom::app
