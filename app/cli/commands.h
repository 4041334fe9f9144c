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
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

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

    void document(const Json& document) const;
    void text(const std::string& text) const;
    /// The document or the text, whichever was asked for.
    void give(const Json& as_document, const std::string& as_text) const;
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

/// What a command is given beside its own options.
struct CommandCall {
    const std::vector<std::string>& words; ///< as they were typed, without the program
    const MachineList& machines;           ///< of this computer; empty where the command does not need them
    const Answer& answer;
    const std::atomic<bool>& cancelled; ///< may be set at any time
};

/// One word of the command line with the words below it. Its constructor adds the options.
class Command {
public:
    virtual ~Command() = default;
    virtual bool is_asked() const = 0;
    /// Throws CLI::RequiredError where a further word is missing.
    virtual void require_all() const {}
    virtual bool needs_machines() const { return false; }
    /// Errors are thrown; "cancelled" soon.
    virtual ExitStatus run(const CommandCall& call) const = 0;
};

// One each, in its own file of this folder. `json`: whether the answer is a document.
std::unique_ptr<Command> trace_commands(CLI::App& app, bool& json);      ///< `cards`, `trace`
std::unique_ptr<Command> experiment_commands(CLI::App& app, bool& json); ///< `experiment list | show | run` ...
std::unique_ptr<Command> lesson_commands(CLI::App& app, bool& json);     ///< `lesson list | show | check`
std::unique_ptr<Command> exercise_commands(CLI::App& app, bool& json);   ///< `exercise`, `grade`, `grader`
std::unique_ptr<Command> scaling_command(CLI::App& app, bool& json);     ///< `scaling spmv`, `scaling cg`
std::unique_ptr<Command> advise_commands(CLI::App& app, bool& json);     ///< `advise`, `order`, `measure-card`
std::unique_ptr<Command> page_commands(CLI::App& app, bool& json);       ///< `page write | exercise` ...
std::unique_ptr<Command> check_command(CLI::App& app, bool& json);
std::unique_ptr<Command> run_command(CLI::App& app, bool& json); ///< `run spmv`, `run cg` ...

struct RunCommand {
    Operation operation = Operation::spmv;
    std::string matrix; ///< or a tridiagonal system, or a dense matrix
    std::string machine = "cpu";
    RunSettings settings;
    std::string csv; ///< empty: no files
};

struct ConvertCommand {
    std::string matrix, format;
    Precision precision = Precision::float64;
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
void add_settings(CLI::App& app, wire::RunSettings& settings, Operation operation, unsigned where);

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

} // namespace warploom::app
