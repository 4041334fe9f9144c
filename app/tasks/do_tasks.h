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

/// Does the tasks that are open. One that ends without its result (a process was killed, a node went down) is done
/// again, three times at most; what the others found stays. So is one whose file is broken or not its own; that file is
/// put aside. Measuring tasks have their machine for themselves: locally one after the other behind the traces, under
/// Slurm by --exclusive. Jobs of Slurm that an earlier command left are waited for and not submitted twice. Returns
/// those that are still open. Errors: "slurm.missing", "slurm.refused", "cancelled": under Slurm the jobs are cancelled
/// with it, but where the controller does not answer: then the next command waits for them.
std::vector<std::size_t> do_tasks(const Tasks& tasks, const TaskPlace& place, const TaskObserver& observer);

/// The largest number of tasks that one job array takes here.
std::size_t most_tasks(const TaskPlace& place);

} // namespace warploom::app
