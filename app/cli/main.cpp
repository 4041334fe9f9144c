#include "app/cli/command_groups.h"
#include "app/cli/commands.h"
#include "app/cli/self_description.h"
#include "app/dap/dap_server.h"
#include "app/experiment/fidelity/fidelity_command.h"
#include "app/experiment/fitting/fit_command.h"
#include "app/lsp/lsp_server.h"
#include "app/worker/serve.h"
#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/measure/environment.h"
#include "engine/process_setup.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

namespace {

using namespace warploom;
using namespace warploom::app;

std::atomic<bool> interrupted{false};
std::atomic<int> stopping_signal{0};

extern "C" void stop(int signal) {
    stopping_signal = signal;
    interrupted = true;
    std::signal(signal, SIG_DFL); // restores the default action, so that a second signal ends the process immediately
}

void listen_to_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        // Keep ignoring a signal that was already ignored, for example under nohup.
        if (std::signal(signal, stop) == SIG_IGN) std::signal(signal, SIG_IGN);
}

std::string signal_name() {
    return stopping_signal == SIGINT ? "SIGINT" : stopping_signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

/// Implements the worker process of the GUI and the commands for developers, which calibrate card models, evaluate
/// model errors, and generate man pages.
class OwnCommands {
public:
    explicit OwnCommands(CommandLine& line) {
        CLI::App* const fitting =
            &line.add(line.app, "fit", "Fits the parameters of a card to its published times, and writes a report.",
                      [this](const CommandCall& call) {
                          fit.tell = tell;
                          fit.write_files = [&](const auto& write) { return call.answer.write_files(write); };
                          fit.cancelled = &call.cancelled;
                          call.answer.text(run_fit(fit));
                          return exit_fine;
                      });
        fitting->add_option("card", fit.card, "The ID of a card with published times: gtx295, c2050, gtx460 or c2075.")
            ->required();
        fitting->add_option("--report", fit.report,
                            "The output file for the report. If omitted, the report is "
                            "printed.");
        fitting->add_option("--write", fit.card_file, "The card file to update with the fitted parameters.");
        CLI::App* const judging = &line.add(
            line.app, "fidelity", "Compares the model with all published values, and with measurements on real cards.",
            [this](const CommandCall& call) {
                fidelity.tell = tell;
                fidelity.write_files = [&](const auto& write) { return call.answer.write_files(write); };
                fidelity.cancelled = &call.cancelled;
                call.answer.text(run_fidelity(fidelity, CommandCall::machines()));
                return exit_fine;
            });
        judging->add_option("--out", fidelity.out, "The output file for the page. If omitted, the page is printed.");
        judging
            ->add_option(
                "--measured", fidelity.measured,
                "Folders written by tools/measure-fidelity, separated by commas. Each folder is named after its card.")
            ->delimiter(',');
        judging->add_option("--notes", fidelity.notes,
                            "A text file with explanations of missed targets, under headings with card IDs.");
        judging->add_option("--cards", fidelity.cards, "IDs of cards, separated by commas.")->delimiter(',');
        judging->add_option("--data", fidelity.data,
                            "A folder with files that experiments use. Can be specified several times.");
        judging->add_flag("--quick", fidelity.quick, "Runs the quick version of each experiment.");
        line.add(line.app, serving, "Serves the worker protocol on standard input and output (docs/protocol.md).",
                 [](const CommandCall& call) {
                     return static_cast<ExitStatus>(serve(CommandCall::machines(), STDIN_FILENO, call.answer.output));
                 });
        line.add(line.app, debugging,
                 "Runs a debug adapter for editors on standard input and output (docs/editors.md).",
                 [](const CommandCall& call) {
                     StandardOutput& output = call.answer.output;
                     return static_cast<ExitStatus>(
                         serve_dap(STDIN_FILENO, [&](const std::string& text) { return output.write(text); }));
                 });
        line.add(line.app, editing,
                 "Runs a language server for editors on standard input and output (docs/editors.md).",
                 [](const CommandCall& call) {
                     StandardOutput& output = call.answer.output;
                     return static_cast<ExitStatus>(
                         serve_lsp(STDIN_FILENO, [&](const std::string& text) { return output.write(text); }));
                 });
        line.add(line.app, "manual", "Writes the man page, or the completion script for a shell.",
                 [this, &line](const CommandCall& call) {
                     call.answer.text(manual(manual_kind, description_of(line.app), measure::version()));
                     return exit_fine;
                 })
            .add_option("kind", manual_kind, "man, bash, zsh or fish.")
            ->required()
            ->check(CLI::IsMember({"man", "bash", "zsh", "fish"}));
    }
    static constexpr const char *serving = "serve", *debugging = "dap", *editing = "lsp";

private:
    FitCommand fit;
    FidelityCommand fidelity;
    std::string manual_kind;
};

/// Finds the first word that should be a command but is not valid, and returns an error with a suggestion. Returns
/// std::nullopt if all commands exist.
std::optional<Error> unknown_command(const CLI::App& program, int argc, char** argv) {
    const CLI::App* group = &program;
    std::string path;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word.starts_with('-')) continue;
        const auto commands = group->get_subcommands([](const CLI::App*) { return true; });
        if (commands.empty()) break;
        const auto found = std::find_if(commands.begin(), commands.end(),
                                        [&](const CLI::App* command) { return command->get_name() == word; });
        if (found != commands.end()) {
            group = *found;
            path += (path.empty() ? "" : " ") + word;
            continue;
        }
        std::vector<std::string> known;
        for (const CLI::App* const command : commands) known.push_back(command->get_name());
        return Error("call.senseless",
                     path.empty()
                         ? sentence("There is no command named '{command}'.", {{"command", word}})
                         : sentence("`{command}` cannot be followed by '{word}'.", {{"command", path}, {"word", word}}),
                     did_you_mean(word, known));
    }
    return std::nullopt;
}

/// Parses the command line and runs the selected command. Returns the exit status.
int do_call(int argc, char** argv, const CommandOutput& answer) {
    CommandLine line;
    line.require_word(line.app, "A command");
    for (const auto add : {add_trace_commands, add_experiment_commands, add_lesson_commands, add_exercise_commands,
                           add_course_command, add_scaling_command, add_advise_commands, add_page_commands,
                           add_check_command, add_contest_command, add_fetch_command})
        add(line);
    line.app.set_version_flag("--version", std::string("warploom-engine ") + measure::version());
    add_plain_commands(line);
    add_run_command(line);
    line.keep<OwnCommands>();
    group_commands(line.app);
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        answer.text(line.app.help());
        return exit_fine;
    } catch (const CLI::Success& asked) { // CLI11 throws this for --version and --help-all
        answer.text(std::string(asked.what()) + "\n");
        return exit_fine;
    } catch (const CLI::ParseError& error) {
        const auto unknown = unknown_command(line.app, argc, argv);
        answer.error(
            unknown
                ? *unknown
                : Error("call.senseless", error.what(),
                        sentence("For the valid arguments, see `warploom-engine --help` and `warploom-engine COMMAND "
                                 "--help`.")));
        return exit_senseless;
    }
    try {
        const bool serves = line.app.got_subcommand(OwnCommands::serving) ||
                            line.app.got_subcommand(OwnCommands::debugging) ||
                            line.app.got_subcommand(OwnCommands::editing);
        if (!serves) listen_to_signals();
        const int status = line.asked({{argv + 1, argv + argc}, answer, interrupted});
        if (status == exit_fine || stopping_signal == 0) return status;
        warploom::tell("warploom-engine: " + sentence("Stopped by {signal}. Completed results have been written.",
                                                      {{"signal", signal_name()}}));
        return exit_by_signal + stopping_signal;
    } catch (const Error& error) {
        if (error.code() != "cancelled" || stopping_signal == 0) {
            answer.error(error);
            return status_of(error);
        }
        answer.error(Error("cancelled", sentence("Stopped by {signal} before any results were available.",
                                                 {{"signal", signal_name()}})));
        return exit_by_signal + stopping_signal;
    }
}

/// Returns `status`, or a failure status if any output could not be written.
int status_after(int status, const CommandOutput& answer) {
    if (const int reason = answer.output.failure(); reason != 0) {
        warploom::tell("warploom-engine: " +
                       sentence("The output could not be written: {reason}.", {{"reason", std::strerror(reason)}}));
        answer.is_whole = false;
    }
    return status == exit_fine && !answer.is_whole ? exit_failed : status;
}

} // namespace

int main(int argc, char** argv) {
    install_terminate_handler();
    StandardOutput output;
    const CommandOutput answer{
        output, std::any_of(argv + 1, argv + argc, [](std::string_view argument) { return argument == "--json"; })};
    int status = exit_failed;
    try {
        try {
            status = do_call(argc, argv, answer);
        } catch (const std::bad_alloc&) {
            answer.error(Error("memory.limit", sentence("There is not enough memory."),
                               sentence("Close other programs, or choose a smaller matrix.")));
        } catch (const std::exception& failure) {
            answer.error(Error("failed", sentence("The command failed: {reason}.", {{"reason", failure.what()}})));
        }
    } catch (...) { // memory may not be sufficient even for an error message
        std::fputs("warploom-engine: There is not enough memory.\n", stderr);
    }
    return status_after(status, answer);
}
