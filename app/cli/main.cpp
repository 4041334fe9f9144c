#include "app/cli/commands.h"
#include "app/cli/self_description.h"
#include "app/experiment/fidelity/fidelity_command.h"
#include "app/experiment/fitting/fit_command.h"
#include "app/worker/serve.h"
#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/first_steps.h"
#include "engine/measure/environment.h"
#include "engine/terminal_text.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string_view>

namespace {

using namespace warploom;
using namespace warploom::app;

std::atomic<bool> interrupted{false};
std::atomic<int> stopping_signal{0};

extern "C" void stop(int signal) {
    stopping_signal = signal;
    interrupted = true;
    std::signal(signal, SIG_DFL); // asked twice, it ends at once
}

void listen_to_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, stop) == SIG_IGN) std::signal(signal, SIG_IGN); // nohup
}

std::string signal_name() {
    return stopping_signal == SIGINT ? "SIGINT" : stopping_signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

/// The command line as CLI11 fills it in.
struct CommandLine {
    CLI::App app{"Loads or generates sparse matrices and runs kernels on them.", "warploom-engine"};
    bool json = false;
    std::vector<std::string> words; ///< as they were typed, without the program
    std::string matrix, file;
    NetworkOptions network;
    FitCommand fit;
    FidelityCommand fidelity;
    ConvertCommand convert;
    std::string convert_precision = "double";
    CLI::App *devices = nullptr, *kernels = nullptr, *info = nullptr, *converting = nullptr, *writing = nullptr,
             *fitting = nullptr, *judging = nullptr, *serving = nullptr, *describing = nullptr;
    std::string manual_kind;
    std::vector<std::unique_ptr<Command>> commands;

    CommandLine() {
        app.require_subcommand(0, 1); // none, or one that is not known, is refused below with the list
        for (const auto add : {trace_commands, experiment_commands, lesson_commands, exercise_commands, scaling_command,
                               advise_commands, page_commands, check_command})
            commands.push_back(add(app, json));
        app.set_version_flag("--version", std::string("warploom-engine ") + measure::version());
        devices = app.add_subcommand("devices", "Lists the machines that kernels can run on.");
        kernels = app.add_subcommand("kernels", "Lists the kernels and formats.");
        info = app.add_subcommand("info", "Describes a matrix.");
        converting = app.add_subcommand("convert", "Says what a format would take for a matrix.");
        writing = app.add_subcommand("write", "Writes a matrix as a Matrix Market file.");
        commands.push_back(run_command(app, json));
        fitting = app.add_subcommand(
            "fit", "Fits a card's figures to the times that its paper printed, and reports all of them.");
        fitting->add_option("card", fit.card, "The id of a card with published cells: gtx295, c2050, gtx460 or c2075.")
            ->required();
        fitting->add_option("--report", fit.report, "Writes the report there instead of printing it.");
        fitting->add_option("--write", fit.card_file, "A card file that gets the fitted figures.");
        judging = app.add_subcommand(
            "fidelity", "Sets the model beside everything that was printed, and beside what real cards measured.");
        judging->add_option("--out", fidelity.out, "Writes the page there instead of printing it.");
        judging
            ->add_option(
                "--measured", fidelity.measured,
                "Folders that tools/measure-fidelity wrote, separated by commas; a folder is named after its card.")
            ->delimiter(',');
        judging->add_option("--notes", fidelity.notes, "Why targets are missed: headings with the ids of cards.");
        judging->add_option("--cards", fidelity.cards, "Ids of cards, separated by commas.")->delimiter(',');
        judging->add_option("--data", fidelity.data,
                            "A folder with files that experiments name; may stand repeatedly.");
        judging->add_flag("--quick", fidelity.quick, "The quick forms of the experiments.");
        serving = app.add_subcommand("serve",
                                     "Speaks the worker's protocol on standard input and output (docs/protocol.md).");
        describing = app.add_subcommand("manual", "Writes the page for `man`, or the completions of a shell.");
        describing->add_option("kind", manual_kind, "man, bash, zsh or fish.")
            ->required()
            ->check(CLI::IsMember({"man", "bash", "zsh", "fish"}));
        for (CLI::App* command : {devices, kernels, info, converting, writing}) add_json(*command, json);
        for (CLI::App* command : {info, converting, writing})
            command
                ->add_option("matrix", matrix,
                             "A .mtx, .mtx.gz or .npz file, a water network (.inp or .inp.gz), or a generator such as "
                             "random-rows:n=4096,fraction=0.2,seed=7.")
                ->required();
        for (CLI::App* command : {info, converting, writing}) network.add_to(*command);
        writing->add_option("file", file, "The file to write.")->required();
        const CLI::IsMember a_precision({"float", "double"});
        converting->add_option("--format", convert.format, "The id of the format.")->required();
        converting->add_option("--precision", convert_precision, "float or double.")->check(a_precision);
        converting->add_option("--block-size", convert.options.block_size, "Order of the blocks of bcsr; 0 detects it.")
            ->check(CLI::Range(0, 64));
        converting->add_option("--limit", convert.options.limit_factor, "Refuse more than this times the CSR bytes.")
            ->check(CLI::PositiveNumber);
    }
};

std::string names_of_commands(const CLI::App& app) {
    std::string all;
    for (const ManualCommand& command : description_of(app).commands) add_item(all, command.name);
    return all;
}

int do_command(CommandLine& line, const Answer& answer) {
    if (!*line.serving) listen_to_signals();
    const auto tell = [](const std::string& far) { warploom::tell(far); };
    const auto write_files = [&](const std::function<void()>& write) { return answer.write_files(write); };
    if (*line.fitting) {
        line.fit.tell = tell;
        line.fit.write_files = write_files;
        line.fit.cancelled = &interrupted;
        answer.text(run_fit(line.fit));
        return exit_fine;
    }
    if (*line.describing) {
        answer.text(manual(line.manual_kind, description_of(line.app), measure::version()));
        return exit_fine;
    }
    if (*line.kernels) return list_kernels(answer);
    if (*line.info) return describe_matrix(line.network.name_of(line.matrix), answer, interrupted);
    if (*line.writing) return write_matrix(line.network.name_of(line.matrix), line.file, answer, interrupted);
    if (*line.converting) {
        line.convert.matrix = line.network.name_of(line.matrix);
        line.convert.precision = *kernels::precision_from(line.convert_precision);
        return convert_matrix(line.convert, answer, interrupted);
    }
    for (const auto& command : line.commands)
        if (command->is_asked())
            return command->run(
                {line.words, command->needs_machines() ? kernels::machines() : MachineList(), answer, interrupted});
    const MachineList machines = kernels::machines();
    if (*line.devices) return list_devices(machines, answer);
    if (*line.serving) return serve(machines, STDIN_FILENO, answer.output);
    line.fidelity.tell = tell;
    line.fidelity.write_files = write_files;
    line.fidelity.cancelled = &interrupted;
    answer.text(run_fidelity(line.fidelity, machines));
    return exit_fine;
}

/// Reads the command line and does what it says.
int do_call(int argc, char** argv, const Answer& answer) {
    CommandLine line;
    try {
        line.words.assign(argv + 1, argv + argc);
        line.app.parse(argc, argv);
        if (line.app.get_subcommands().empty())
            throw CLI::RequiredError("A command (" + names_of_commands(line.app) + ")");
        for (const auto& command : line.commands) command->require_all();
    } catch (const CLI::CallForHelp&) {
        answer.text(line.app.help());
        return exit_fine;
    } catch (const CLI::Success& asked) { // --version, --help-all
        answer.text(std::string(asked.what()) + "\n");
        return exit_fine;
    } catch (const CLI::ParseError& error) {
        answer.error(Error("call.senseless", error.what(),
                           "`warploom-engine --help` and `warploom-engine COMMAND --help` say what is understood."));
        return exit_senseless;
    }
    try {
        const int status = do_command(line, answer);
        if (status == exit_fine || stopping_signal == 0) return status;
        warploom::tell("warploom-engine: Stopped by " + signal_name() + ". What was finished until then is written.");
        return exit_by_signal + stopping_signal;
    } catch (const Error& error) {
        if (error.code() != "cancelled" || stopping_signal == 0) {
            answer.error(error);
            return status_of(error);
        }
        answer.error(Error("cancelled", "Stopped by " + signal_name() + " before there was anything to write."));
        return exit_by_signal + stopping_signal;
    }
}

/// An incomplete answer must not pass for a whole one.
int status_after(int status, const Answer& answer) {
    if (const int reason = answer.output.failure(); reason != 0) {
        warploom::tell(std::string("warploom-engine: The answer could not be written: ") + std::strerror(reason) + ".");
        answer.is_whole = false;
    }
    return status == exit_fine && !answer.is_whole ? exit_failed : status;
}

} // namespace

int main(int argc, char** argv) {
    end_with_a_sentence();
    StandardOutput output;
    const Answer answer{
        output, std::any_of(argv + 1, argv + argc, [](std::string_view argument) { return argument == "--json"; })};
    int status = exit_failed;
    try {
        try {
            status = do_call(argc, argv, answer);
        } catch (const std::bad_alloc&) {
            answer.error(Error("memory.limit", "There was not enough memory.",
                               "Close other programs, or choose a smaller matrix."));
        } catch (const std::exception& failure) {
            answer.error(Error("failed", std::string("The command failed: ") + failure.what() + "."));
        }
    } catch (...) { // not even enough memory to say so in its own words
        std::fputs("warploom-engine: There was not enough memory.\n", stderr);
    }
    return status_after(status, answer);
}
