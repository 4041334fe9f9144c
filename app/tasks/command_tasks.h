#pragma once

#include "app/run/joined_runs.h"
#include "app/tasks/tasks.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// Tasks of a command that can be divided with `--share`: `run` with many matrices, or `scaling` with several numbers
/// of GPUs. Each task runs the same command for its part and writes a result file runs.json.
class CommandTasks final : public Tasks {
public:
    /// Divides the work of a command into tasks. `words` is the command line without the program name. `units` is the
    /// number of matrices for `run`, or the number of different GPU counts for `scaling`. If `only_traces` is true, no
    /// task performs measurements, so all tasks can run in parallel. Errors: any error from Tasks::begin.
    CommandTasks(const std::vector<std::string>& words, const std::string& folder, std::size_t units, bool only_traces,
                 std::size_t most_tasks);

    /// Returns a description of the work that a command line requests. The option `--share` is ignored.
    static Json work_of(const std::vector<std::string>& words);
    void require_result(std::size_t task) const override { found(task); }
    /// Returns the result of a task. Errors: any error from check().
    NodeRuns found(std::size_t task) const;
    std::vector<std::string> command(const std::string& program, const std::string& task,
                                     const std::string& out) const override;

    static constexpr const char* file = "runs.json";

private:
    std::vector<std::string> words_;
};

} // namespace warploom::app
