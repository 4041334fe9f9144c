#pragma once

#include "engine/protocol/serialization/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a string that identifies a task, such as "7 of 40, work 1f2e...". The hash distinguishes tasks of different
/// work. `work` is the argument of Tasks::begin.
std::string task_mark(const Json& work, std::size_t task, std::size_t count);

/// Work divided into tasks, in a folder shared by all workers. FOLDER/tasks/0007/FILE is the result of task 7. A task
/// is finished once its file exists, so starting again continues with the missing tasks.
class Tasks {
public:
    virtual ~Tasks() = default;

    std::size_t count() const { return count_; }
    /// Returns the number of tasks that only trace. Tracing tasks come first and can run in parallel; all other tasks
    /// measure.
    std::size_t modelled() const { return modelled_; }
    bool is_done(std::size_t task) const;
    /// Reads the result of a finished task. Errors: "experiment.tasks", naming the file, if the file is incomplete or
    /// belongs to another task.
    virtual void require_result(std::size_t task) const = 0;
    /// Returns the string that identifies a task in its document: the task number and a hash of the work.
    std::string mark_of(std::size_t task) const { return task_mark(work_, task, count_); }
    std::vector<std::size_t> open() const;
    std::string folder_of(std::size_t task) const;
    std::string folder() const { return folder_ + "/tasks"; }
    /// Returns the path FOLDER/tasks/0007/FILE.
    std::string file_of(std::size_t task) const { return folder_of(task) + "/" + file_; }
    /// Returns the command of this program that performs a task, such as `program experiment run ID --share 7/40 ...
    /// --out FOLDER`. `task` and `out` may be shell variables.
    virtual std::vector<std::string> command(const std::string& program, const std::string& task,
                                             const std::string& out) const = 0;

protected:
    Tasks(const std::string& folder, std::string file);
    Tasks(const Tasks&) = default;

    /// Divides `units` units of work into tasks; the first `modelled` units only trace. If there are more than `most`
    /// units, a task contains several units.
    void cut(std::size_t modelled, std::size_t units, std::size_t most);
    /// Writes the description of the work or, if the folder already has one, compares the two. Errors: "file.write";
    /// "experiment.tasks" if the folder belongs to other work, or contains finished tasks but no description.
    void begin(Json work);

    [[noreturn]] static void refuse(const std::string& message); ///< Throws "experiment.tasks".

private:
    bool has_finished_tasks() const;

    std::string folder_, file_;
    Json work_;
    std::size_t count_ = 1, modelled_ = 0;
};

/// Name of the fact that identifies the node in a task's result.
constexpr const char* node_fact = "node";
/// Name of the fact that identifies the task in a task's result.
constexpr const char* task_fact = "task";
/// Returns SLURMD_NODENAME or, if it is not set, the name of this host.
std::string node_name();

} // namespace warploom::app
