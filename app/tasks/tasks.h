#pragma once

#include "engine/protocol/serialization/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// "7 of 40, work 1f2e...": tasks of other work have another one. `work` as Tasks::begin takes it.
std::string task_mark(const Json& work, std::size_t task, std::size_t count);

/// Work as tasks in a folder that all its workers see: FOLDER/tasks/0007/FILE is the result of task 7. A task is done
/// when its file is there, so a second start begins with the tasks that lack one.
class Tasks {
public:
    virtual ~Tasks() = default;

    std::size_t count() const { return count_; }
    /// The first `modelled()` tasks only trace: they may run beside each other. The others measure.
    std::size_t modelled() const { return modelled_; }
    bool is_done(std::size_t task) const;
    /// Reads the result of a finished task. Errors: "experiment.tasks" with the file, if it is incomplete or not the
    /// result of this task.
    virtual void require_result(std::size_t task) const = 0;
    /// Returns the identification in the document of a task: its number, and the work that it belongs to.
    std::string mark_of(std::size_t task) const { return task_mark(work_, task, count_); }
    std::vector<std::size_t> open() const;
    std::string folder_of(std::size_t task) const;
    std::string folder() const { return folder_ + "/tasks"; }
    /// FOLDER/tasks/0007/FILE.
    std::string file_of(std::size_t task) const { return folder_of(task) + "/" + file_; }
    /// The command of this program that does a task: `program experiment run ID --share 7/40 ... --out FOLDER`. `task`
    /// may be a word of a shell, and `out` too.
    virtual std::vector<std::string> command(const std::string& program, const std::string& task,
                                             const std::string& out) const = 0;

protected:
    Tasks(const std::string& folder, std::string file);
    Tasks(const Tasks&) = default;

    /// Of `units` pieces of work, the first `modelled` of which only trace. More than `most` are several a task, of
    /// both kinds.
    void cut(std::size_t modelled, std::size_t units, std::size_t most);
    /// Writes the description of the work, or compares it with an existing one. Errors: "file.write";
    /// "experiment.tasks" if the folder belongs to other work, or has finished tasks without a description.
    void begin(Json work);

    [[noreturn]] static void refuse(const std::string& message); ///< Throws "experiment.tasks".

private:
    bool has_finished_tasks() const;

    std::string folder_, file_;
    Json work_;
    std::size_t count_ = 1, modelled_ = 0;
};

/// The name of the node in the facts of a task's result.
constexpr const char* node_fact = "node";
/// The mark of the task there.
constexpr const char* task_fact = "task";
/// SLURMD_NODENAME, or the name of this host.
std::string node_name();

} // namespace warploom::app
