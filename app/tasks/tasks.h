#pragma once

#include "engine/protocol/serialization/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a string that identifies a task, such as "7 of 40, work 1f2e...". It ends with a hash of `work`, the
/// argument of Tasks::begin.
std::string task_mark(const Json& work, std::size_t task, std::size_t count);

/// Work that is divided into tasks, in a folder shared by all workers. The result of task 7 is the file
/// FOLDER/tasks/0007/FILE. A task is finished if its file exists, so after a restart, only the missing tasks are run.
class Tasks {
public:
    virtual ~Tasks() = default;

    std::size_t count() const { return count_; }
    /// Returns the number of tasks that only trace. These tasks come first and can run in parallel; all others perform
    /// measurements.
    std::size_t modelled() const { return modelled_; }
    bool is_done(std::size_t task) const;
    /// Throws "experiment.tasks", with the name of the file, if the result file of a finished task is incomplete or
    /// belongs to a different task.
    virtual void require_result(std::size_t task) const = 0;
    /// Returns the string that identifies a task in its result document. It contains the task number and a hash of the
    /// work.
    std::string mark_of(std::size_t task) const { return task_mark(work_, task, count_); }
    std::vector<std::size_t> open() const;
    std::string folder_of(std::size_t task) const;
    std::string folder() const { return folder_ + "/tasks"; }
    /// Returns the path of the result file of a task, such as FOLDER/tasks/0007/FILE.
    std::string file_of(std::size_t task) const { return folder_of(task) + "/" + file_; }
    /// Returns the command line that performs a task, such as `program experiment run ID --share 7/40 ... --out
    /// FOLDER`. `task` and `out` may be shell variables.
    virtual std::vector<std::string> command(const std::string& program, const std::string& task,
                                             const std::string& out) const = 0;

protected:
    Tasks(const std::string& folder, std::string file);
    Tasks(const Tasks&) = default;

    /// Divides `units` units of work into tasks. The first `modelled` units are traces without measurements. If there
    /// are more than `most` units, each task gets several of them.
    void cut(std::size_t modelled, std::size_t units, std::size_t most);
    /// Writes the description of the work to the folder, or compares it with the existing description. Errors:
    /// "file.write"; "experiment.tasks" if the folder belongs to different work, or has finished tasks but no
    /// description.
    void begin(Json work);

    [[noreturn]] static void refuse(const std::string& message); ///< throws "experiment.tasks"

private:
    bool has_finished_tasks() const;

    std::string folder_, file_;
    Json work_;
    std::size_t count_ = 1, modelled_ = 0;
};

/// Name of the metadata entry that identifies the node in a task's result.
constexpr const char* node_fact = "node";
/// Name of the metadata entry that identifies the task in its result.
constexpr const char* task_fact = "task";
/// Returns SLURMD_NODENAME or, if it is not set, the name of this host.
std::string node_name();

} // namespace warploom::app
