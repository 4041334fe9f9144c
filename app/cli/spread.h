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

/// `--over`, `--submit`, `--out` and `--share`: the work of a command spread over processes here or nodes of a cluster.
class SpreadOptions {
public:
    /// `piece`: "matrix" or "count of GPUs", for the help.
    void add_to(CLI::App& app, const std::string& piece);

    bool is_asked() const { return !over_.empty(); }
    bool is_share() const { return !share_.empty(); }
    /// The pieces of `count` that are this process's share. Errors: "arguments".
    std::vector<std::size_t> pieces(std::size_t count) const;
    /// Writes the results of a share, and its position in the command `words`. Errors: "arguments" without a folder;
    /// "file.write".
    void write_share(const std::vector<std::string>& words, NodeRuns found) const;
    /// Runs the tasks, reports progress, and returns all results; tasks without a result are reported. `words`: the
    /// command line. Errors: "arguments" without a folder, those of do_tasks.
    NodeRuns do_all(const std::vector<std::string>& words, std::size_t units, bool only_traces,
                    const CommandOutput& answer, const std::atomic<bool>& cancelled) const;
    /// FOLDER, then FOLDER/machine-2 and so on: a table for each kind of machine.
    std::string folder_of(std::size_t machine) const;

private:
    void require_folder() const;

    std::string over_, folder_, share_;
    std::vector<std::string> submit_; ///< options of sbatch
};

} // namespace warploom::app
