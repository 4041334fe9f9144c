#include "app/cli/spread.h"

#include "app/cli/commands.h"
#include "app/experiment/share.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"

#include <filesystem>
#include <iterator>

namespace warploom::app {

namespace {

void make(const std::string& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure); // ignore errors here, because writing the file reports them
}

} // namespace

void SpreadOptions::add_to(CLI::App& app, const std::string& piece) {
    app.add_option(
        "--over", over_,
        "Runs each " + piece +
            " as a task: slurm submits a job array; local (or local:4) starts processes on this computer. Repeat the "
            "command to run the remaining tasks.");
    app.add_option("--out", folder_,
                   "The folder for tasks, tables and runs.json. Required with --over and with several matrices.");
    app.add_option("--submit", submit_, "With --over slurm: an additional option for sbatch, such as --partition=gpu.")
        ->allow_extra_args(false); // prevent the option from consuming the positional matrix argument
    app.add_option("--share", share_,
                   "Runs one part of the work, such as 3/40 (the fourth of forty parts). --over starts such parts.");
}

void SpreadOptions::require_folder() const {
    if (folder_.empty())
        throw Error("arguments", sentence("Tasks need a folder for their results."),
                    sentence("Specify the folder with --out. All nodes must be able to access it."));
}

std::vector<std::size_t> SpreadOptions::pieces(std::size_t count) const {
    const Share share = share_.empty() ? Share{} : share_from_text(share_);
    std::vector<std::size_t> mine;
    for (std::size_t piece = share.index; piece < count; piece += share.count) mine.push_back(piece);
    return mine;
}

void SpreadOptions::write_share(const std::vector<std::string>& words, NodeRuns found) const {
    require_folder();
    make(folder_);
    const Share share = share_from_text(share_);
    found.task = task_mark(CommandTasks::work_of(words), share.index, share.count);
    write_whole_file(folder_ + "/" + CommandTasks::file,
                     document_of(found).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

NodeRuns SpreadOptions::do_all(const std::vector<std::string>& words, std::size_t units, bool only_traces,
                               const CommandOutput& answer, const std::atomic<bool>& cancelled) const {
    require_folder();
    TaskPlace over = over_.empty() ? TaskPlace{} : task_place(over_);
    over.submit = submit_;
    const CommandTasks tasks(words, folder_, units, only_traces, most_tasks(over));
    TaskObserver observer;
    observer.cancelled = &cancelled;
    observer.say = [](const std::string& message) { tell(message); };
    const std::vector<std::size_t> open = do_tasks(tasks, over, observer);
    NodeRuns all;
    for (std::size_t task = 0; task < tasks.count(); ++task) {
        if (!tasks.is_done(task)) continue;
        NodeRuns part = tasks.found(task);
        std::move(part.runs.begin(), part.runs.end(), std::back_inserter(all.runs));
        std::move(part.failed.begin(), part.failed.end(), std::back_inserter(all.failed));
    }
    for (const FailedInput& failed : all.failed)
        answer.complain(Error(failed.code,
                              sentence("{input}: {message}", {{"input", failed.input}, {"message", failed.sentence}}),
                              failed.hint));
    if (!open.empty())
        answer.complain(Error("experiment.tasks",
                              sentence("{open} of {n} {n:task|tasks} did not produce a result.",
                                       {{"open", open.size()}, {"n", tasks.count()}}),
                              sentence("Repeat the command to run these tasks again.")));
    if (all.runs.empty() && all.failed.empty())
        throw Error("experiment.tasks", sentence("No task produced a result."),
                    over.way == TaskPlace::Way::slurm
                        ? sentence("See the log files in {folder}.", {{"folder", tasks.folder()}})
                        : sentence("To see the reason, run the command for one matrix without --over."));
    const auto write = [&] {
        write_whole_file(folder_ + "/" + CommandTasks::file,
                         document_of(all).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    };
    answer.write_files(write);
    return all;
}

std::string SpreadOptions::folder_of(std::size_t machine) const {
    const std::string folder = machine == 0 ? folder_ : folder_ + "/machine-" + std::to_string(machine + 1);
    make(folder);
    return folder;
}

} // namespace warploom::app
