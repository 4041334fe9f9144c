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
    exit_lost_gpu = 3,   ///< a launch on a real GPU outlived its limit
    exit_by_signal = 128 /* and its number */
};

/// 2 for an error that says that the call makes no sense (unknown names, bad parameters), 1 for any other.
ExitStatus status_of(const Error&);

/// How a command answers: as one JSON document or as text for people.
struct CommandOutput {
    StandardOutput& output;
    bool json = false;

    void document(const Json& document) const;
    void text(const std::string& text) const;
    /// Prints the document or the text, depending on the output option.
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

/// The arguments of a command other than its options.
struct CommandCall {
    std::vector<std::string> words; ///< as they were typed, without the program
    const CommandOutput& answer;
    const std::atomic<bool>& cancelled; ///< may be set at any time

    Progress progress() const { return {{}, &cancelled}; }
    bool is_cancelled() const { return cancelled.load(std::memory_order_relaxed); }
    /// Returns the machines of this computer, detected on first use.
    static const MachineList& machines();
};

/// Parses the command line and runs the selected command.
class CommandLine {
public:
    /// Errors are thrown; "cancelled" soon.
    using Action = std::function<ExitStatus(const CommandCall&)>;

    CLI::App app{"Loads or generates sparse matrices and runs kernels on them.", "warploom-engine"};
    bool json = false; ///< whether the answer is a document
    Action asked;      ///< of the word that was read; empty before
    /// A word that does something.
    CLI::App& add(CLI::App& under, const std::string& word, const std::string& about, const Action& action);
    template <class Words>
    CLI::App* add(CLI::App& under, const char* word, const char* about, const Words* words,
                  ExitStatus (Words::*action)(const CommandCall&) const) {
        return &add(under, word, about, [=](const CommandCall& call) { return (words->*action)(call); });
    }
    /// A word that needs a further one. `missing`: the complaint where none is read, with `known`, or all that there
    /// are.
    CLI::App& add_group(const std::string& word, const std::string& about, const std::string& missing,
                        const std::string& known = {});
    void require_word(CLI::App& group, const std::string& missing, const std::string& known = {});
    void add_json(CLI::App& command) {
        command.add_flag("--json", json, "One JSON document on standard output, nothing else.");
    }
    /// Creates an object for options and keeps it alive as long as this; its constructor adds the options.
    template <class Words> void keep() { kept_.push_back(std::make_shared<Words>(*this)); }

private:
    std::vector<std::shared_ptr<void>> kept_;
};

// One each, in its own file of this folder.
void add_trace_commands(CommandLine&);      ///< `cards`, `trace`
void add_experiment_commands(CommandLine&); ///< `experiment list | show | run` ...
void add_lesson_commands(CommandLine&);     ///< `lesson list | show | check`
void add_exercise_commands(CommandLine&);   ///< `exercise`, `grade`, `grader`
void add_scaling_command(CommandLine&);     ///< `scaling spmv`, `scaling cg`
void add_advise_commands(CommandLine&);     ///< `advise`, `order`, `measure-card`
void add_page_commands(CommandLine&);       ///< `page write | exercise` ...
void add_check_command(CommandLine&);
void add_run_command(CommandLine&);    ///< `run spmv`, `run cg` ...
void add_plain_commands(CommandLine&); ///< `devices`, `kernels`, `info`, `convert`, `write`
struct RunCommand {
    Operation operation = Operation::spmv;
    std::string matrix; ///< or a tridiagonal system, or a dense matrix
    std::string machine = "cpu";
    RunSettings settings;
    std::string csv; ///< empty: no files
};

/// Reports progress on a terminal.
RunObserver observer_on_terminal(const std::atomic<bool>& cancelled);
/// From now on a launch of a text on a real GPU that takes longer ends this program, with the sentence in `answer` and
/// status exit_lost_gpu.
void end_with_long_launches(double seconds, const CommandOutput& answer);

/// Runs on `cuda:mpi`, in every process that mpirun has started. One process leads and prints, the others follow.
/// Errors: "mpi.missing", and those of running.
ExitStatus run_kernels_over_mpi(const RunCommand& command, const CommandCall& call);
/// Writes the files and the output of a run that `make` computes. If canceled, it writes the partial result.
ExitStatus answer_run(const RunCommand& command, const CommandOutput& answer, const std::function<Run()>& make);
/// `--step`, `--unit-conductances` and `--with-fill`: the matrix of a water network in other words than its name has.
class NetworkOptions {
public:
    void add_to(CLI::App& command);

    /// Returns the name with the values of the options, or unchanged if none was given. Errors: "matrix.parameter" for
    /// a name that is not that of a network.
    std::string name_of(const std::string& matrix) const;

private:
    int step_ = -1; ///< not given
    bool unit_conductances_ = false, with_fill_ = false;
};

/// Makes options of the settings that are shown there, `where` of protocol::Shows. Given options come into `settings`,
/// which must stay where it is.
void add_settings(CLI::App& app, protocol::RunSettings& settings, Operation operation, unsigned where);

/// Options that `run` and `scaling` share in addition to settings: the time limit of a launch, and the matrix of a
/// network.
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
