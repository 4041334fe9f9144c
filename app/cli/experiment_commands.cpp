#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "app/experiment/journal.h"
#include "app/experiment/modelled_cache.h"
#include "app/experiment/result_files.h"
#include "app/experiment/share.h"
#include "app/experiment/tasks/experiment_tasks.h"
#include "app/tasks/do_tasks.h"
#include "engine/atomic_file.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/measure/environment.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/table.h"
#include "engine/terminal_text.h"

#include <filesystem>
#include <map>
#include <unistd.h>

namespace warploom::app {

using experiment::Result;

namespace {

std::string read_file(const std::string& path) {
    return read_regular_file(path, experiment::largest_result,
                             sentence("Specify the path of a result (.json) or a report (.html)."));
}

Result read_result(const std::string& path) { return experiment::result_from_text(read_file(path), path); }

/// Returns the result of an earlier run from the folder. If there is none, returns a result that contains only
/// published values.
Result earlier_result(const experiment::Experiment& experiment, bool quick, const std::string& folder) {
    const std::string path = folder + "/" + experiment.id + ".json";
    std::error_code failure;
    if (!std::filesystem::exists(path, failure)) return begin_experiment(experiment, quick);
    Result result = read_result(path);
    if (!are_alike(result.experiment, experiment) || result.is_quick != quick)
        throw Error(
            "result.compare",
            sentence("The result in '{file}' belongs to another experiment, or to a different version (quick or "
                     "full) of this one.",
                     {{"file", path}}),
            sentence("Omit --resume, or choose another folder."));
    return result;
}

/// Returns the properties that identify an experiment run. Results of different runs must not be mixed.
Json run_of(const Result& result, const ExperimentSettings& settings, const MachineList& machines) {
    Json titles = Json::array();
    for (const protocol::MachineEntry& machine : machines_of(machines)) titles.push_back(machine.title);
    return {{"warploom_journal", 1},
            {"program", measure::version()},
            {"experiment", Json::parse(result.experiment.text)},
            {"quick", result.is_quick},
            {"machine", settings.machine},
            {"machines", titles},
            {"data", settings.data}};
}

} // namespace

/// Implements the commands `experiment list | show | run | check | compare` (docs/experiments.md).
class ExperimentCommands {
public:
    explicit ExperimentCommands(CommandLine& line) {
        CLI::App& experiment = line.add_group(
            "experiment",
            "Reproduces published tables and figures: published, modeled and measured values side by side.",
            "A subcommand of experiment");
        const auto add = [&](const char* word, const char* about, auto action) {
            return line.add(experiment, word, about, this, action);
        };
        using Self = ExperimentCommands;
        CLI::App* const list = add("list", "Lists the built-in experiments and your own.", &Self::list);
        CLI::App* const show = add("show", "Shows the runs and comparisons of an experiment.", &Self::show);
        CLI::App* const run = add("run", "Runs an experiment and writes tables, charts and a report.", &Self::run_one);
        CLI::App* const check = add("check", "Checks whether a result was modified.", &Self::check);
        CLI::App* const compare = add("compare", "Compares two results of an experiment.", &Self::compare);
        CLI::App* const keep =
            add("keep", "Models the built-in experiments and writes the results as files for the build.", &Self::keep);
        keep->add_option("experiments", names_, "IDs of experiments. Default: all built-in ones.");
        keep->add_option("--out", folder_, "The output folder: datasets/modelled in the source tree.")->required();
        for (CLI::App* const command : {list, show, run, check, compare}) line.add_json(*command);
        for (CLI::App* const command : {show, run})
            command
                ->add_option("experiment", name_, "The ID of an experiment (`experiment list`) or the path of a file.")
                ->required();
        run->add_option("--out", folder_,
                        "The folder for tables, charts and the report. It is created if it does not exist.")
            ->required();
        run->add_flag("--quick", settings_.quick,
                      "Runs a quick version with fewer cells, fewer traced blocks and shorter measurements.");
        run->add_option("--machine", settings_.machine,
                        "The machine for GPU series: cuda:N, cuda:all or none. Default: the first GPU.");
        run->add_flag("--no-model", no_model_, "Skips the model.");
        run->add_flag("--model-again", settings_.model_again,
                      "Models every cell again instead of using results cached by this version of Warploom.");
        run->add_flag("--no-host", no_host_, "Skips measurements on the host.");
        run->add_option("--data", settings_.data,
                        "A folder with files that experiments use. Can be specified several times.");
        run->add_flag("--resume", resume_, "Continues from the result of an earlier run in the folder.");
        run->add_option(
            "--over", over_,
            "Divides the work into tasks: slurm submits a job array; local (or local:4) starts processes on this "
            "computer. Repeat the command to run the remaining tasks.");
        run->add_option("--submit", submit_,
                        "With --over slurm: an additional option for sbatch, such as --partition=gpu.");
        run->add_option(
            "--share", share_,
            "Runs one part of the work, such as 3/40 (the fourth of forty parts). --over starts such parts on each "
            "node.");
        check->add_option("file", file_, "A result (.json) or a report (.html).")->required();
        compare->add_option("a", file_, "A result (.json) or a report (.html).")->required();
        compare->add_option("b", other_, "Another result of the same experiment.")->required();
        compare->add_option("--csv", csv_, "Also writes the table to this file.");
    }

private:
    ExitStatus list(const CommandCall& call) const {
        std::vector<std::string> complaints;
        const auto list = experiment::experiments(&complaints);
        call.answer.give(experiment_list_document(list, complaints), experiment_list_text(list));
        CommandOutput::warn(complaints);
        return exit_fine;
    }

    ExitStatus show(const CommandCall& call) const {
        const auto experiment = experiment::find_experiment(name_);
        call.answer.give(experiment::document_of(experiment), experiment_text(experiment));
        return exit_fine;
    }

    ExitStatus run_one(const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        const auto experiment = experiment::find_experiment(name_);
        ExperimentSettings settings = settings_;
        settings.model = !no_model_;
        settings.model_cache = ModelledCache::user_folder();
        settings.measure_host = !no_host_;
        if (!over_.empty()) return run_over(experiment, settings, call);
        if (!share_.empty()) settings.share = share_from_text(share_);
        Result result = resume_ ? earlier_result(experiment, settings.quick, folder_)
                                : begin_experiment(experiment, settings.quick);
        const ResultFiles files(folder_, experiment.id);
        Journal journal(files.path(".journal"), run_of(result, settings, CommandCall::machines()));
        // If the journal cannot be written, only print a warning, because the complete result is written at the end of
        // the run in any case.
        journal.complain = [](const Error& error) {
            CommandOutput::warn(error);
            tell(sentence("The run continues. Results are kept in memory until they can be written."));
        };
        if (const std::size_t there = take_over(result, journal.earlier()); there > 0)
            tell(sentence("{n} of {cells} cells were restored from an unfinished run.",
                          {{"n", there}, {"cells", result.cells.size()}}));

        ExperimentObserver observer;
        observer.cancelled = &call.cancelled;
        if (isatty(STDERR_FILENO) != 0)
            observer.progress = [](const std::string& stage, const std::string& detail, std::size_t done,
                                   std::size_t total) {
                tell(sentence("{done} of {total}: {stage} {detail}",
                              {{"done", done}, {"total", total}, {"stage", stage}, {"detail", detail}}));
            };
        observer.cell = [&](const experiment::Cell& cell) {
            if (experiment.find_series(cell.series)->run)
                journal.add(cell); // skip derived cells, because they are computed from other cells
        };
        end_with_long_launches(kernels::LaunchLimit().seconds, answer);
        run_experiment(result, settings, CommandCall::machines(), observer);
        if (!share_.empty()) { // draw no charts, because they require the merged results of all processes
            result.facts.emplace_back(node_fact, node_name());
            result.facts.emplace_back(task_fact, task_mark(ExperimentTasks::work_of(experiment, settings),
                                                           settings.share.index, settings.share.count));
            // Finished cells are already saved in the journal.
            if (call.is_cancelled()) return exit_failed;
            const auto write = [&] { write_whole_file(files.path(".json"), experiment::result_to_json(result)); };
            if (!answer.write_files(write)) return exit_failed;
            journal.remove();
            return exit_fine;
        }
        ResultFiles::Written written;
        if (answer.write_files([&] { written = files.write_all(result); })) journal.remove();
        else
            tell(sentence("To continue from the results in {file}, repeat the command.",
                          {{"file", files.path(".journal")}}));
        if (!written.drawing_failure.empty()) answer.complain(Error("report.pictures", written.drawing_failure));
        answer.give(experiment::result_document(result), result_text(result) + "\n" + files_text(folder_, written));
        return result.is_complete ? exit_fine : exit_failed;
    }

    ExitStatus run_over(const experiment::Experiment& experiment, const ExperimentSettings& settings,
                        const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        TaskPlace over = task_place(over_);
        over.submit = submit_;
        // This constructor throws before any run if the folder is not writable.
        const ResultFiles files(folder_, experiment.id);
        const ExperimentTasks tasks(experiment, name_, settings, folder_, most_tasks(over));
        TaskObserver observer;
        observer.cancelled = &call.cancelled;
        observer.say = [](const std::string& message) { tell(message); };
        const std::vector<std::size_t> open = do_tasks(tasks, over, observer);
        const std::vector<Result> results = joined(tasks, experiment, settings.quick);
        std::string text = result_text(results.front());
        for (std::size_t i = 0; i < results.size(); ++i) {
            // Machines of the same type share a folder and a result.
            const std::string folder = i == 0 ? folder_ : folder_ + "/machine-" + std::to_string(i + 1);
            const ResultFiles own(folder, experiment.id);
            ResultFiles::Written written;
            answer.write_files([&] { written = own.write_all(results[i]); });
            if (!written.drawing_failure.empty()) answer.complain(Error("report.pictures", written.drawing_failure));
            text += "\n" + files_text(folder, written);
            if (i > 0) text += "\n" + sentence("Measured on {machine}.", {{"machine", results[i].measured_on}}) + "\n";
        }
        if (!open.empty())
            answer.complain(
                Error("experiment.tasks",
                      sentence("{open} of {n} {n:task|tasks} did not produce a result.",
                               {{"open", open.size()}, {"n", tasks.count()}}),
                      sentence("Repeat the command to run these tasks again. Their journals are in {folder}.",
                               {{"folder", tasks.folder()}})));
        answer.give(experiment::result_document(results.front()), text);
        return open.empty() && results.front().is_complete ? exit_fine : exit_failed;
    }

    ExitStatus check(const CommandCall& call) const {
        const auto report = experiment::check_seal(read_file(file_), file_);
        std::string text = report.sentence + "\n";
        for (const auto& edited : report.edited) text += sentence("modified: {value}", {{"value", edited}}) + "\n";
        for (const auto& contradiction : report.contradictions)
            text += sentence("contradiction: {value}", {{"value", contradiction}}) + "\n";
        call.answer.give({{"file", file_},
                          {"sealed", report.is_sealed},
                          {"intact", report.is_intact},
                          {"edited", report.edited},
                          {"contradictions", report.contradictions},
                          {"sentence", report.sentence}},
                         text);
        return report.is_sealed && report.is_intact && report.contradictions.empty() ? exit_fine : exit_failed;
    }

    ExitStatus compare(const CommandCall& call) const {
        const Table table = experiment::compare(read_result(file_), read_result(other_));
        if (!csv_.empty()) call.answer.write_files([&] { write_csv_file(csv_, table); });
        call.answer.give(table_document(table), table_text(table));
        return exit_fine;
    }

    ExitStatus keep(const CommandCall& call) const {
        std::vector<std::string> names = names_;
        if (names.empty())
            for (const auto& experiment : experiment::own_experiments()) names.push_back(experiment.id);
        std::string text;
        for (const std::string& name : names) {
            const auto experiment = experiment::find_experiment(name);
            if (experiment.card.empty()) continue;    // skip an experiment that does not model a card
            std::map<std::string, std::string> lines; // sorted by key, so that diffs are small
            for (const bool quick : {true, false}) {
                Result result = begin_experiment(experiment, quick);
                ExperimentSettings settings;
                settings.quick = quick;
                settings.machine = "none";
                settings.measure_host = false;
                settings.model_cache = ModelledCache::user_folder();
                ExperimentObserver observer;
                observer.cancelled = &call.cancelled;
                observer.kept = [&](const std::string& key, const ModelledCache::Entry& entry) {
                    lines[key] = ModelledCache::line_of(key, entry);
                };
                const double ns =
                    elapsed_ns([&] { run_experiment(result, settings, CommandCall::machines(), observer); });
                if (call.is_cancelled()) return exit_failed;
                const std::string time = format_number(ns / 1e9, "%.1f s");
                tell(quick ? sentence("{experiment}, quick version: {time}", {{"experiment", name}, {"time", time}})
                           : sentence("{experiment}, full version: {time}", {{"experiment", name}, {"time", time}}));
            }
            std::string file;
            for (const auto& [key, line] : lines) file += line + "\n";
            const std::string path = folder_ + "/" + name + ".jsonl";
            if (!call.answer.write_files([&] {
                    std::filesystem::create_directories(folder_);
                    write_whole_file(path, file);
                }))
                return exit_failed;
            text += sentence("Wrote {file}: {n} {n:trace|traces}.", {{"file", path}, {"n", lines.size()}}) + "\n";
        }
        call.answer.give({{"folder", folder_}}, text);
        return exit_fine;
    }

    std::string name_, folder_, file_, other_, csv_, over_, share_;
    std::vector<std::string> names_;
    std::vector<std::string> submit_; ///< additional options for sbatch
    ExperimentSettings settings_;
    bool no_model_ = false, no_host_ = false, resume_ = false;
};

void add_experiment_commands(CommandLine& line) { line.keep<ExperimentCommands>(); }

} // namespace warploom::app
