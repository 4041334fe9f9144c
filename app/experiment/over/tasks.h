#pragma once

#include "app/experiment/run_experiment.h"
#include "app/experiment/share.h"
#include "engine/wire/json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The work of one experiment as tasks in a folder that all who work on it see: FOLDER/tasks/0007/ID.json is what task 7 found.
/// A task is done when its file is there, so whoever begins again begins with those that lack one.
class Tasks {
public:
    /// Makes the list, or takes the one that is there. Errors: "file.write"; "experiment.tasks" where the list in the folder
    /// is of other work.
    /// `name`: what the experiment was named by on the command line, an id or a path.
    Tasks(const experiment::Experiment& experiment, const std::string& name, const ExperimentSettings& settings,
          const std::string& folder, std::size_t most_tasks);

    std::size_t count() const { return count_; }
    /// The first `modelled()` tasks only trace: they may run beside each other. The others measure.
    std::size_t modelled() const { return modelled_; }
    bool is_done(std::size_t task) const;
    std::vector<std::size_t> open() const;
    std::string folder_of(std::size_t task) const;
    std::string folder() const { return folder_ + "/tasks"; }
    /// The command of this program that does a task: `program experiment run ID --share 7/40 ...`.
    std::vector<std::string> command(const std::string& program, const std::string& task, const std::string& out) const;
    /// What a task found. Errors: those of reading a result.
    experiment::Result result(std::size_t task) const;

private:
    wire::Json list() const;

    const experiment::Experiment& experiment_;
    const ExperimentSettings& settings_;
    std::string name_, folder_;
    std::size_t count_ = 0, modelled_ = 0;
};

/// What the tasks found, put together. Measured figures of one column come from one kind of machine: where nodes differ,
/// each kind has a result of its own, the one with most figures first. Every measured figure says its node.
std::vector<experiment::Result> joined(const Tasks& tasks, const experiment::Experiment& experiment, bool quick);

/// The name of the node in the facts of a task's result.
constexpr const char* node_fact = "node";
/// SLURMD_NODENAME, or the name of this host.
std::string node_name();

} // namespace warploom::app
