#pragma once

#include "app/cli/spread.h"
#include "app/experiment/run_experiment.h"
#include "app/info/describe.h"
#include "app/operations/operation.h"
#include "app/run/runner.h"
#include "app/run/scaling.h"
#include "app/worker/standard_output.h"
#include "kernels/sources/launch_limit.h"

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
    exit_lost_gpu = 3,   ///< exit status for a kernel that exceeds its time limit on a real GPU
    exit_by_signal = 128 /* plus the signal number */
};

/// Version of the JSON documents that commands print. It is increased if a field is removed, or if its type or meaning
/// changes. New fields do not change it.
constexpr int json_schema = 1;

/// Returns the exit status for an error: 2 for command-line errors (unknown names, invalid parameters), 1 for all
/// others.
ExitStatus status_of(const Error&);

/// Prints the output of a command, either as text or as a JSON document.
struct CommandOutput {
    StandardOutput& output;
    bool json = false;

    /// Prints a JSON document with its version, `warploom_schema`.
    void document(const Json& document) const;
    void text(const std::string& text) const;
    /// Prints the JSON document if JSON was requested, otherwise the text.
    void give(const Json& as_document, const std::string& as_text) const;
    /// Writes the error and its hint to standard error. With --json, also prints {"error": {code, message, hint}} to
    /// standard output.
    void error(const Error& error) const;
    /// Calls `write`, which writes output files. If a file cannot be written, reports the error, sets a failure exit
    /// status and continues. Returns whether all files were written.
    bool write_files(const std::function<void()>& write) const;
    /// Writes the message and hint of an error to standard error.
    static void warn(const Error& error);
    static void warn(const std::vector<std::string>& sentences);
    /// Writes the message and hint of an error to standard error, and sets a nonzero exit status.
    void complain(const Error& error) const;

    mutable bool is_whole = true; ///< whether all output files were written
};

/// The parts of a command's context that do not come from its options.
struct CommandCall {
    std::vector<std::string> words;
    const CommandOutput& answer;
    const std::atomic<bool>& cancelled; ///< flag that cancels the command; may be set to true at any time

    Progress progress() const { return {{}, &cancelled}; }
    bool is_cancelled() const { return cancelled.load(std::memory_order_relaxed); }
    /// Returns the machines of this computer. The first call detects them.
    static const MachineList& machines();
};

/// Parses the command line and runs the selected command.
class CommandLine {
public:
    /// Implements a command. Throws the command's errors, and throws "cancelled" soon after cancellation.
    using Action = std::function<ExitStatus(const CommandCall&)>;

    CLI::App app{"Loads or generates sparse matrices and runs kernels on them.", "warploom-engine"};
    bool json = false;
    Action asked; ///< action of the parsed command; empty before parsing
    CLI::App& add(CLI::App& under, const std::string& word, const std::string& about, const Action& action);
    template <class Words>
    CLI::App* add(CLI::App& under, const char* word, const char* about, const Words* words,
                  ExitStatus (Words::*action)(const CommandCall&) const) {
        return &add(under, word, about, [=](const CommandCall& call) { return (words->*action)(call); });
    }
    /// Adds a command that requires a subcommand. `missing` is the error message if the command line has no subcommand.
    /// The message lists the subcommands in `known`, or all subcommands if `known` is empty.
    CLI::App& add_group(const std::string& word, const std::string& about, const std::string& missing,
                        const std::string& known = {});
    void require_word(CLI::App& group, const std::string& missing, const std::string& known = {});
    void add_json(CLI::App& command) {
        command.add_flag("--json", json, "Prints a single JSON document to standard output, and nothing else.");
    }
    /// Creates an object whose constructor adds options to this command line. The object is destroyed together with
    /// this command line.
    template <class Words> void keep() { kept_.push_back(std::make_shared<Words>(*this)); }

private:
    std::vector<std::shared_ptr<void>> kept_;
};

// Each of these functions adds a group of commands. Each group is implemented in its own file.
void add_trace_commands(CommandLine&);      ///< adds the commands `cards` and `trace`
void add_experiment_commands(CommandLine&); ///< adds the commands `experiment list | show | run` and others
void add_lesson_commands(CommandLine&);     ///< adds the commands `lesson list | show | check`
void add_course_command(CommandLine&);
void add_exercise_commands(CommandLine&); ///< adds the commands `exercise`, `grade`, `grader`
void add_scaling_command(CommandLine&);   ///< adds the commands `scaling spmv`, `scaling cg`
void add_advise_commands(CommandLine&);   ///< adds the commands `advise`, `order`, `measure-card`
void add_page_commands(CommandLine&);     ///< adds the commands `page write | exercise` and others
void add_check_command(CommandLine&);
void add_contest_command(CommandLine&);
void add_fetch_command(CommandLine&);
void add_run_command(CommandLine&);    ///< adds the commands `run spmv`, `run cg` and others
void add_plain_commands(CommandLine&); ///< adds the commands `devices`, `kernels`, `info`, `convert`, `write`
struct RunCommand {
    Operation operation = Operation::spmv;
    std::string matrix; ///< name of a matrix, tridiagonal system or dense matrix
    std::string machine = "cpu";
    RunSettings settings;
    std::string csv; ///< output file for the results; empty if no files are requested
};

/// Returns the progress observer for a command that grades submissions. If standard error is a terminal, the observer
/// shows the number of graded submissions in one line. The caller must end that line.
Progress grading_progress(const CommandCall& call);
/// Returns an observer that reports progress on standard error if it is a terminal.
RunObserver observer_on_terminal(const std::atomic<bool>& cancelled);
/// Ends the program with the status exit_lost_gpu if a user-written kernel runs on a real GPU for more than `seconds`
/// seconds. Writes the error message to `answer` first.
void end_with_long_launches(double seconds, const CommandOutput& answer);

/// Runs kernels on the machine `cuda:mpi` in all processes started by mpirun. Only rank 0 prints results. Errors:
/// "mpi.missing"; any error from a run on another machine.
ExitStatus run_kernels_over_mpi(const RunCommand& command, const CommandCall& call);
/// Performs a benchmark run by calling `make`, writes its files and prints its results. If the run is canceled, writes
/// the partial results.
ExitStatus answer_run(const RunCommand& command, const CommandOutput& answer, const std::function<Run()>& make);
/// Adds the options `--step`, `--unit-conductances` and `--with-fill` of a water network. They are equivalent to
/// suffixes of the network's name.
class NetworkOptions {
public:
    void add_to(CLI::App& command);

    /// Returns the name of a water network with the option values appended. Returns `matrix` unchanged if no option was
    /// specified. Errors: "matrix.parameter" if the matrix is not a water network.
    std::string name_of(const std::string& matrix) const;

private:
    int step_ = -1; ///< value of --step; -1 if not specified
    bool unit_conductances_ = false, with_fill_ = false;
};

/// Adds options for the run settings that apply to the context `where` (protocol::Shows). Option values are stored in
/// `settings`, which must stay at the same address.
void add_settings(CLI::App& app, protocol::RunSettings& settings, Operation operation, unsigned where);

/// Options that the commands `run` and `scaling` share and that are not run settings: the time limit for launches, and
/// the options for water networks.
class MeasuringOptions {
public:
    void add_to(CommandLine& line, CLI::App& app);
    void add_network_to(CLI::App& app) { network_.add_to(app); }
    std::string name_of(const std::string& matrix) const { return network_.name_of(matrix); }
    double launch_limit_s() const { return launch_limit_s_; }

private:
    NetworkOptions network_;
    double launch_limit_s_ = kernels::LaunchLimit().seconds;
};

} // namespace warploom::app
