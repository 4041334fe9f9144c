#pragma once

#include "app/cli/spread.h"
#include "app/describe/describe.h"
#include "app/experiment/run_experiment.h"
#include "app/operations/operation.h"
#include "app/run/runner.h"
#include "app/run/scaling.h"
#include "app/worker/standard_output.h"
#include "kernels/texts/launch_limit.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// The exit status of the program.
enum ExitStatus {
    exit_fine = 0,
    exit_failed = 1,
    exit_senseless = 2,
    exit_lost_gpu = 3,   ///< a launch on a real GPU outlived its limit
    exit_by_signal = 128 /* and its number */
};

/// 2 for an error that says that the call makes no sense (unknown names, bad parameters), 1 for any other.
ExitStatus status_of(const Error&);

/// How a command answers: as one JSON document or as text for people.
struct Answer {
    StandardOutput& output;
    bool json = false;

    void document(const protocol::Json& document) const;
    void text(const std::string& text) const;
    /// The document or the text, whichever was asked for.
    void give(const protocol::Json& as_document, const std::string& as_text) const;
    /// A sentence and its hint on standard error; with JSON also a document {"error": {code, message, hint}}.
    void error(const Error& error) const;
    /// Writes files that belong to the answer. One that is refused is complained of and spoils the exit status, and the
    /// answer is given all the same. Returns whether all were written.
    bool write_files(const std::function<void()>& write) const;
    /// The sentence and its hint on standard error.
    static void warn(const Error& error);
    static void warn(const std::vector<std::string>& sentences);
    /// The same, and the program will not end with 0.
    void complain(const Error& error) const;

    mutable bool is_whole = true; ///< nothing that belongs to the answer was refused
};

struct RunCommand {
    kernels::Operation operation = kernels::Operation::spmv;
    std::string matrix; ///< or a tridiagonal system, or a dense matrix
    std::string machine = "cpu";
    RunSettings settings;
    std::string csv; ///< empty: no files
};

struct ConvertCommand {
    std::string matrix, format;
    kernels::Precision precision = kernels::Precision::float64;
    kernels::FormatOptions options;
};

/// Reports progress on a terminal.
RunObserver observer_on_terminal(const std::atomic<bool>& cancelled);
/// From now on a launch of a text on a real GPU that takes longer ends this program, with the sentence in `answer` and
/// status exit_lost_gpu.
void end_with_long_launches(double seconds, const Answer& answer);

// Each does one subcommand. Errors are thrown. `cancelled` may be set at any time: "cancelled" is thrown soon.
ExitStatus list_devices(const MachineList& machines, const Answer& answer);
ExitStatus list_kernels(const Answer& answer);
ExitStatus describe_matrix(const std::string& matrix, const Answer& answer, const std::atomic<bool>& cancelled);
ExitStatus convert_matrix(const ConvertCommand& command, const Answer& answer, const std::atomic<bool>& cancelled);
ExitStatus write_matrix(const std::string& matrix, const std::string& file, const Answer& answer,
                        const std::atomic<bool>& cancelled);
/// Cancelled, it ends with what it has.
ExitStatus run_kernels(const RunCommand& command, const MachineList& machines, const Answer& answer,
                       const std::atomic<bool>& cancelled);
/// The same on `cuda:mpi`: in every process that mpirun has started. One leads and answers, the others do what it does.
/// Errors: "mpi.missing", and those of run_kernels.
ExitStatus run_kernels_over_mpi(const RunCommand& command, const Answer& answer, const std::atomic<bool>& cancelled);
/// The files and the answer of a run that is made by `make`.
ExitStatus answer_run(const RunCommand& command, const Answer& answer, const std::function<Run()>& make);
/// Made on a machine that is open, without the files.
Run run_on(kernels::Machine& machine, const RunCommand& command, const std::atomic<bool>& cancelled);

/// `--step`, `--unit-conductances` and `--with-fill`: the matrix of a water network in other words than its name has.
class NetworkOptions {
public:
    void add_to(CLI::App& command);

    /// The name with what the options ask for; as it is when none was given.
    /// Errors: "matrix.parameter" for a name that is no network's.
    std::string name_of(const std::string& matrix) const;

private:
    int step_ = -1; ///< not given
    bool unit_conductances_ = false, with_fill_ = false;
};

/// Makes options of the settings that are shown there, `where` of wire::Shows. Given options come into `settings`, which
/// must stay where it is.
void add_settings(CLI::App& app, wire::RunSettings& settings, kernels::Operation operation, unsigned where);

void add_json(CLI::App& command, bool& json);

/// What `run` and `scaling` are both asked besides settings: how long a launch may take, and which matrix of a network.
class MeasuringOptions {
public:
    void add_to(CLI::App& app, bool& json);
    void add_network_to(CLI::App& app) { network_.add_to(app); }
    std::string name_of(const std::string& matrix) const { return network_.name_of(matrix); }
    double launch_limit_s() const { return launch_limit_s_; }

private:
    NetworkOptions network_;
    double launch_limit_s_ = kernels::LaunchLimit().seconds;
};

/// `run spmv`, `run cg` ..., with their options.
class RunOptions {
public:
    /// Adds one for each operation to `run`.
    void add_to(CLI::App& run, bool& json);

    bool is_asked() const { return asked() != nullptr; }
    /// Errors are thrown. `words`: the command as it was typed, without the program.
    ExitStatus run(const std::vector<std::string>& words, const MachineList& machines, const Answer& answer,
                   const std::atomic<bool>& cancelled) const;
    /// Whether the work is done by others, so that no machine is opened here.
    bool is_spread() const { return !spread_.is_share() && (spread_.is_asked() || matrices_.size() > 1); }

private:
    struct Subcommand {
        kernels::Operation operation;
        CLI::App* app;
        RunSettings settings;
    };
    const Subcommand* asked() const;
    /// The request for one matrix.
    RunCommand command(const std::string& matrix) const;
    ExitStatus run_share(const std::vector<std::string>& words, const MachineList& machines,
                         const std::atomic<bool>& cancelled) const;
    ExitStatus run_over(const std::vector<std::string>& words, const Answer& answer,
                        const std::atomic<bool>& cancelled) const;

    std::deque<Subcommand> subcommands_; ///< whose settings stay where they are
    std::vector<std::string> matrices_;
    SpreadOptions spread_;
    RunCommand command_;
    MeasuringOptions measuring_;
};

/// `scaling spmv` and `scaling cg`: one kernel on 1, 2, 4 ... GPUs.
class ScalingOptions {
public:
    /// Adds the command to `app`.
    ScalingOptions(CLI::App& app, bool& json);

    bool is_asked() const { return static_cast<bool>(*scaling_); }
    /// Throws CLI::RequiredError where no operation was named.
    void require_all() const;
    /// `cancelled` may be set at any time. `words`: the command as it was typed, without the program.
    ExitStatus run(const std::vector<std::string>& words, const MachineList& machines, const Answer& answer,
                   const std::atomic<bool>& cancelled);
    /// Whether the work is done by others, so that no machine is opened here.
    bool is_spread() const { return spread_.is_asked() && !spread_.is_share(); }

private:
    struct Subcommand {
        kernels::Operation operation;
        CLI::App* app;
        RunSettings settings;
    };
    void add_options(Subcommand& subcommand, bool& json);
    ExitStatus run_over(const std::vector<std::string>& words, const ScalingCommand& command, const Answer& answer,
                        const std::atomic<bool>& cancelled) const;

    CLI::App* scaling_ = nullptr;
    std::deque<Subcommand> operations_; ///< whose settings stay where they are
    ScalingCommand command_;
    MeasuringOptions measuring_;
    SpreadOptions spread_;
    std::string csv_;
};

/// `experiment list | show | run | check | compare` (docs/experiments.md).
class ExperimentCommands {
public:
    ExperimentCommands(CLI::App& app, bool& json);
    ExperimentCommands(const ExperimentCommands&) = delete;
    ExperimentCommands& operator=(const ExperimentCommands&) = delete;

    bool is_asked() const { return experiment_->parsed(); }
    /// Whether the request needs the machines of this computer.
    bool needs_machines() const { return run_->parsed() || keep_->parsed(); }
    /// Throws CLI::RequiredError for an `experiment` without what to do.
    void require_all() const;
    /// Errors are thrown. `cancelled` may be set at any time: a run then ends with what it has.
    ExitStatus run(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    ExitStatus list(const Answer& answer) const;
    ExitStatus show(const Answer& answer) const;
    ExitStatus run_one(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus run_over(const experiment::Experiment& experiment, const ExperimentSettings& settings,
                        const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus check(const Answer& answer) const;
    ExitStatus compare(const Answer& answer) const;
    ExitStatus keep(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled) const;

    CLI::App *experiment_ = nullptr, *list_ = nullptr, *show_ = nullptr, *run_ = nullptr, *check_ = nullptr,
             *compare_ = nullptr, *keep_ = nullptr;
    std::string name_, folder_, file_, other_, csv_, over_, share_;
    std::vector<std::string> names_;
    std::vector<std::string> submit_; ///< options of sbatch
    ExperimentSettings settings_;
    bool no_model_ = false, no_host_ = false, resume_ = false;
};

/// The subcommands that need no machine but the simulated one: `cards`, `trace OPERATION`, `trace open`.
class TraceCommands {
public:
    TraceCommands(CLI::App& app, bool& json);
    TraceCommands(const TraceCommands&) = delete;
    TraceCommands& operator=(const TraceCommands&) = delete;

    bool is_asked() const { return *cards_ || *trace_; }
    /// Throws CLI::RequiredError for a `trace` without what to do.
    void require_all() const;
    /// Errors are thrown.
    ExitStatus run(const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    struct Subcommand {
        kernels::Operation operation;
        CLI::App* app;
    };
    void add_trace_of(const OperationSpec& spec, bool& json);
    const Subcommand* asked() const; ///< null: no operation
    ExitStatus trace(kernels::Operation operation, const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus open(const Answer& answer) const;

    CLI::App *cards_ = nullptr, *trace_ = nullptr, *open_ = nullptr;
    std::string matrix_, file_, kernel_, card_ = "h200", precision_ = "double", blocks_, cache_ = "cold", save_;
    std::vector<Subcommand> operations_;
    RunSettings own_; ///< what only one operation is asked
    int block_ = 128;
    bool transfers_ = false;
    std::uint64_t lane_order_ = 0;
};

} // namespace warploom::app
