#pragma once

#include "app/experiment/run_experiment.h"
#include "app/tasks/tasks.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// Divides the work of an experiment into tasks. Each task writes a result file ID.json, where ID is the ID of the
/// experiment.
class ExperimentTasks final : public Tasks {
public:
    /// Divides the work into at most `most_tasks` tasks. `name` is the ID or path of the experiment, as specified on
    /// the command line. Errors: any error from Tasks::begin.
    ExperimentTasks(const experiment::Experiment& experiment, const std::string& name,
                    const ExperimentSettings& settings, const std::string& folder, std::size_t most_tasks);

    std::vector<std::string> command(const std::string& program, const std::string& task,
                                     const std::string& out) const override;
    static Json work_of(const experiment::Experiment& experiment, const ExperimentSettings& settings);
    void require_result(std::size_t task) const override { result(task); }
    /// Returns the result of a task. Errors: any error from check().
    experiment::Result result(std::size_t task) const;

private:
    const ExperimentSettings& settings_;
    std::string name_;
};

/// Merges the results of the tasks. If the nodes have different types of machines, returns one result per type, because
/// all measured values in a column must come from the same type. The result with the most values comes first. Each
/// measured value states the node that measured it.
std::vector<experiment::Result> joined(const ExperimentTasks& tasks, const experiment::Experiment& experiment,
                                       bool quick);

} // namespace warploom::app
