#pragma once

#include "app/run/joined_runs.h"
#include "app/tasks/command_tasks.h"
#include "app/tasks/do_tasks.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace warploom::app {

struct CommandOutput;

/// The options `--over`, `--submit`, `--out` and `--share`, which distribute a command across processes on this
/// computer or nodes of a cluster.
class SpreadOptions {
public:
    /// Adds the options to a command. `piece` is the name of a unit of work in the help text, such as "matrix".
    void add_to(CLI::App& app, const std::string& piece);

    bool is_asked() const { return !over_.empty(); }
    bool is_share() const { return !share_.empty(); }
    /// Returns the indices of the units of work (0 to `count` - 1) that are assigned to this process. Errors:
    /// "arguments".
    std::vector<std::size_t> pieces(std::size_t count) const;
    /// Writes the results of this process to the folder. `words` is the command line. Errors: "arguments" if no folder
    /// was specified; "file.write".
    void write_share(const std::vector<std::string>& words, NodeRuns found) const;
    /// Runs the tasks, reports progress and returns all results. Also reports tasks without results. `words` is the
    /// command line. Errors: "arguments" if no folder was specified; any error from do_tasks.
    NodeRuns do_all(const std::vector<std::string>& words, std::size_t units, bool only_traces,
                    const CommandOutput& answer, const std::atomic<bool>& cancelled) const;
    /// Returns the results folder for a type of machine: FOLDER for the first type, FOLDER/machine-2 for the second,
    /// and so on.
    std::string folder_of(std::size_t machine) const;

private:
    void require_folder() const;

    std::string over_, folder_, share_;
    std::vector<std::string> submit_; ///< additional options for sbatch
};

} // namespace warploom::app
