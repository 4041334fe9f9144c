#pragma once

#include "app/cli/commands.h"
#include "app/experiment/run_experiment.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace warploom::app {

/// `experiment list | show | run | check | compare` (docs/experiments.md).
class ExperimentCommands {
public:
    ExperimentCommands(CLI::App& app, bool& json);
    ExperimentCommands(const ExperimentCommands&) = delete;
    ExperimentCommands& operator=(const ExperimentCommands&) = delete;

    bool is_asked() const { return experiment_->parsed(); }
    /// Whether what is asked needs the machines of this computer.
    bool needs_machines() const { return run_->parsed(); }
    /// Throws CLI::RequiredError for an `experiment` without what to do.
    void require_all() const;
    /// Errors are thrown. `cancelled` may be set at any time: a run then ends with what it has.
    ExitStatus run(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    ExitStatus list(const Answer& answer) const;
    ExitStatus show(const Answer& answer) const;
    ExitStatus run_one(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus check(const Answer& answer) const;
    ExitStatus compare(const Answer& answer) const;

    CLI::App *experiment_ = nullptr, *list_ = nullptr, *show_ = nullptr, *run_ = nullptr, *check_ = nullptr,
             *compare_ = nullptr;
    std::string name_, folder_, file_, other_, csv_;
    ExperimentSettings settings_;
    bool no_model_ = false, no_host_ = false, resume_ = false;
};

} // namespace warploom::app
