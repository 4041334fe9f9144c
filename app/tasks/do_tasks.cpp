#include "app/tasks/do_tasks.h"

#include "app/child_program/child_program.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/join.h"
#include "engine/sentence.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace warploom::app {
namespace {

constexpr int tries = 3;
constexpr auto longest_task = std::chrono::hours(24 * 7);
constexpr auto answer_time = std::chrono::seconds(60);
// Maximum time to wait for a Slurm controller that is restarting.
constexpr auto longest_silence = std::chrono::minutes(30);

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

bool is_cancelled(const TaskObserver& observer) {
    return observer.cancelled != nullptr && observer.cancelled->load(std::memory_order_relaxed);
}

void stop_if_cancelled(const TaskObserver& observer) {
    if (is_cancelled(observer)) throw Error("cancelled", sentence("The run was stopped."));
}

void say(const TaskObserver& observer, const std::string& message) {
    if (observer.say) observer.say(message);
}

std::string ask_slurm(std::vector<std::string> words) {
    const std::string name = words.front();
    words.front() = find_program(name);
    if (words.front().empty())
        throw Error("slurm.missing",
                    sentence("The Slurm program {program} was not "
                             "found.",
                             {{"program", name}}),
                    sentence("Run the command on a machine from which jobs can be submitted, or use --over local."));
    const ProgramEnd end = run_program(words, {}, answer_time);
    if (!end.is_fine())
        throw Error("slurm.refused",
                    sentence("The Slurm program {program} exited with status {status}.",
                             {{"program", name}, {"status", end.status}}),
                    sentence("To see its error message, run {program} yourself.", {{"program", name}}));
    return end.output;
}

void do_one(const Tasks& tasks, std::size_t task, const TaskObserver& observer) {
    run_program(tasks.command(own_program(), std::to_string(task), tasks.folder_of(task)), {},
                std::chrono::duration_cast<std::chrono::milliseconds>(longest_task), observer.cancelled);
}

void do_locally(const Tasks& tasks, const std::vector<std::size_t>& open, const TaskPlace& place,
                const TaskObserver& observer) {
    // Tasks that only trace run in parallel. Tasks that measure run one at a time.
    const auto first_measured =
        std::partition_point(open.begin(), open.end(), [&](std::size_t task) { return task < tasks.modelled(); });
    const std::vector<std::size_t> traces(open.begin(), first_measured);
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int at_once = place.at_once > 0 ? place.at_once : cores;
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> workers;
    for (int i = 0; i < std::min<int>(at_once, static_cast<int>(traces.size())); ++i)
        workers.emplace_back([&] {
            for (std::size_t at = next++; at < traces.size() && !is_cancelled(observer); at = next++)
                do_one(tasks, traces[at], observer);
        });
    for (std::thread& worker : workers) worker.join();
    for (auto task = first_measured; task != open.end() && !is_cancelled(observer); ++task)
        do_one(tasks, *task, observer);
}

/// Quotes a word for a POSIX shell. For example, it's becomes 'it'\''s'.
std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// Returns task indices in Slurm's job array notation, such as "0-3,7".
std::string ranges(const std::vector<std::size_t>& tasks) {
    std::string text;
    for (std::size_t i = 0; i < tasks.size();) {
        std::size_t end = i;
        while (end + 1 < tasks.size() && tasks[end + 1] == tasks[end] + 1) ++end;
        text += (text.empty() ? "" : ",") + std::to_string(tasks[i]);
        if (end > i) text += "-" + std::to_string(tasks[end]);
        i = end + 1;
    }
    return text;
}

/// Submits the tasks as a Slurm job array and returns the job ID.
std::string submit(const Tasks& tasks, const std::vector<std::size_t>& open, const TaskPlace& place, bool measures) {
    std::string command;
    // Use control characters as placeholders, because they cannot occur in the command line.
    const std::string number = "\x01", out = "\x02";
    for (const std::string& word : tasks.command(own_program(), number, out)) {
        if (!command.empty()) command += ' ';
        if (word == out) command += quoted(tasks.folder()) + "/$(printf %04d \"$SLURM_ARRAY_TASK_ID\")";
        else if (word.rfind(number, 0) == 0) command += "\"$SLURM_ARRAY_TASK_ID\"" + quoted(word.substr(1));
        else command += quoted(word);
    }
    std::vector<std::string> words{"sbatch",
                                   "--parsable",
                                   "--requeue",
                                   "--open-mode=append",
                                   "--job-name=warploom",
                                   "--array=" + ranges(open),
                                   "--output=" + tasks.folder() + "/%a.log"};
    if (measures) words.emplace_back("--exclusive");
    words.insert(words.end(), place.submit.begin(), place.submit.end());
    words.push_back("--wrap=exec " + command);
    std::string job = ask_slurm(words);
    job = job.substr(0, job.find_first_of(";\n"));
    return job;
}

/// Returns the IDs of the user's queued and running Slurm jobs. If a job is held, so that it does not start on its own,
/// the map contains the reason; otherwise an empty string. Uses --me rather than job IDs, because squeue fails for jobs
/// that Slurm has already purged.
std::map<std::string, std::string> queued_jobs() {
    std::istringstream queue(ask_slurm({"squeue", "--me", "--noheader", "--array", "--format=%F %r"}));
    std::map<std::string, std::string> jobs;
    for (std::string line; std::getline(queue, line);) {
        const std::size_t end = line.find(' ');
        std::string& held = jobs[line.substr(0, end)];
        const std::string reason = end == std::string::npos ? "" : line.substr(end + 1);
        // Possible reasons include "JobHeldUser", "JobHeldAdmin" and "launch failed requeued held".
        if (reason.find("Held") != std::string::npos || reason.find("held") != std::string::npos) held = reason;
    }
    return jobs;
}

/// Calls queued_jobs() and retries after errors. A restarting Slurm controller returns errors for a few minutes,
/// although its jobs continue to run.
std::map<std::string, std::string> queued_jobs_patiently(const TaskObserver& observer) {
    const auto begin = std::chrono::steady_clock::now();
    for (bool is_told = false;; is_told = true) {
        try {
            return queued_jobs();
        } catch (const Error& error) {
            if (error.code() != "slurm.refused" || std::chrono::steady_clock::now() - begin > longest_silence) throw;
            if (!is_told) say(observer, sentence("Slurm is not responding. Its jobs may still be running. Retrying."));
        }
        for (int second = 0; second < 5 && !is_cancelled(observer); ++second)
            std::this_thread::sleep_for(std::chrono::seconds(1));
        stop_if_cancelled(observer);
    }
}

/// Waits until none of the Slurm jobs is queued or running.
void wait_for(const std::vector<std::string>& jobs, const Tasks& tasks, const TaskObserver& observer) {
    std::size_t told = tasks.count() + 1;
    std::set<std::string> told_as_held;
    for (;;) {
        if (is_cancelled(observer)) {
            for (const std::string& job : jobs) ask_slurm({"scancel", job});
            stop_if_cancelled(observer);
        }
        const std::size_t left = tasks.open().size();
        if (left != told)
            say(observer, sentence("{done} of {n} {n:task is|tasks are} done.",
                                   {{"done", tasks.count() - left}, {"n", tasks.count()}}));
        told = left;
        if (left == 0) return;
        const std::map<std::string, std::string> queue = queued_jobs_patiently(observer);
        bool is_there = false;
        for (const std::string& job : jobs) {
            const auto found = queue.find(job);
            if (found == queue.end()) continue;
            is_there = true;
            if (!found->second.empty() && told_as_held.insert(job).second)
                say(observer, sentence("Slurm holds a task of job {job} ({reason}). To continue the job, run scontrol "
                                       "release {job}. To "
                                       "cancel the job, run scancel {job}.",
                                       {{"job", job}, {"reason", found->second}}));
        }
        if (!is_there) return;
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
}

/// Returns the path of the file with the IDs of the Slurm jobs that were submitted for these tasks.
std::string jobs_file(const Tasks& tasks) { return tasks.folder() + "/jobs"; }

/// Returns the Slurm jobs of an earlier command that are still queued or running.
std::vector<std::string> jobs_still_there(const Tasks& tasks) {
    std::ifstream file(jobs_file(tasks));
    std::vector<std::string> jobs;
    for (std::string job; file >> job;) jobs.push_back(job);
    if (jobs.empty()) return jobs;
    const std::map<std::string, std::string> queue = queued_jobs();
    jobs.erase(std::remove_if(jobs.begin(), jobs.end(), [&](const std::string& job) { return queue.count(job) == 0; }),
               jobs.end());
    return jobs;
}

void do_by_slurm(const Tasks& tasks, const std::vector<std::size_t>& open, const TaskPlace& place,
                 const TaskObserver& observer) {
    std::vector<std::string> jobs = jobs_still_there(tasks);
    if (!jobs.empty()) {
        // Do not submit the tasks again. Otherwise, each task would run twice, and its two runs would disturb each
        // other's measurements.
        say(observer, sentence("Waiting for jobs of an earlier command that are still in Slurm's queue: {jobs}.",
                               {{"jobs", join(jobs)}}));
        wait_for(jobs, tasks, observer);
        return;
    }
    std::vector<std::size_t> traces, measuring;
    for (const std::size_t task : open) (task < tasks.modelled() ? traces : measuring).push_back(task);
    std::string numbers;
    // Save each job ID immediately, because submitting the next job array may fail.
    const auto submit_all = [&](const std::vector<std::size_t>& some, bool measures) {
        if (some.empty()) return;
        jobs.push_back(submit(tasks, some, place, measures));
        numbers += jobs.back() + "\n";
        write_whole_file(jobs_file(tasks), numbers);
    };
    submit_all(traces, false);
    submit_all(measuring, true);
    say(observer,
        sentence("{n} {n:task was|tasks were} submitted as {jobs}.", {{"n", open.size()}, {"jobs", join(jobs)}}));
    wait_for(jobs, tasks, observer);
}

/// Renames invalid result files, such as truncated files or files in the wrong folder, so that only the corresponding
/// tasks are repeated.
void put_aside_what_is_none(const Tasks& tasks, const TaskObserver& observer) {
    for (std::size_t task = 0; task < tasks.count(); ++task) {
        if (!tasks.is_done(task)) continue;
        try {
            tasks.require_result(task);
        } catch (const Error& error) {
            const std::string file = tasks.file_of(task), aside = file + ".aside";
            std::error_code failure;
            std::filesystem::rename(file, aside, failure);
            if (failure) throw;
            say(observer, sentence("{reason} The file was moved to '{file}', and the task will be run again.",
                                   {{"reason", error.what()}, {"file", aside}}));
        }
        stop_if_cancelled(observer);
    }
}

} // namespace

TaskPlace task_place(const std::string& text) {
    TaskPlace place;
    if (text == "slurm") {
        place.way = TaskPlace::Way::slurm;
        return place;
    }
    const std::string prefix = "local:";
    if (text == "local") return place;
    const bool has_number = text.rfind(prefix, 0) == 0;
    const char* const end = text.data() + text.size();
    constexpr int most = 1024;
    if (has_number) {
        const auto read = std::from_chars(text.data() + prefix.size(), end, place.at_once);
        if (read.ec == std::errc() && read.ptr == end && place.at_once >= 1 && place.at_once <= most) return place;
    }
    throw Error("arguments", sentence("Tasks cannot run on '{text}'.", {{"text", text}}),
                sentence("Use slurm, local, or local:4."));
}

std::size_t most_tasks(const TaskPlace& place) {
    // Slurm accepts array indices below MaxArraySize, which is 1001 by default.
    constexpr std::size_t otherwise = 1000;
    return place.way == TaskPlace::Way::slurm ? otherwise : 100'000;
}

std::vector<std::size_t> do_tasks(const Tasks& tasks, const TaskPlace& place, const TaskObserver& observer) {
    put_aside_what_is_none(tasks, observer);
    std::vector<std::size_t> open = tasks.open();
    if (open.size() < tasks.count())
        say(observer, sentence("{done} of {n} {n:task was|tasks were} completed by an earlier run.",
                               {{"done", tasks.count() - open.size()}, {"n", tasks.count()}}));
    for (int round = 0; round < tries && !open.empty(); ++round) {
        if (round > 0)
            say(observer, sentence("{n} {n:task|tasks} ended without a result and {n:is|are} being run "
                                   "again.",
                                   {{"n", open.size()}}));
        if (place.way == TaskPlace::Way::slurm) do_by_slurm(tasks, open, place, observer);
        else do_locally(tasks, open, place, observer);
        stop_if_cancelled(observer);
        open = tasks.open();
    }
    return open;
}

} // namespace warploom::app
