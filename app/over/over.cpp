#include "app/over/over.h"

#include "app/child_program/child_program.h"
#include "engine/error.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace warploom::app {
namespace {

constexpr int tries = 3;
constexpr auto longest_task = std::chrono::hours(24 * 7);
constexpr auto answer_time = std::chrono::seconds(60);

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

bool is_cancelled(const OverObserver& observer) {
    return observer.cancelled != nullptr && observer.cancelled->load(std::memory_order_relaxed);
}

void check(const OverObserver& observer) {
    if (is_cancelled(observer)) throw Error("cancelled", "The run was stopped.");
}

void say(const OverObserver& observer, const std::string& sentence) {
    if (observer.say) observer.say(sentence);
}

std::string folder_in(const std::string& path, const std::string& program) {
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (::access((folder + "/" + program).c_str(), X_OK) == 0) return folder;
    return {};
}

/// A program of Slurm with its words; what it wrote.
std::string ask_slurm(std::vector<std::string> words) {
    const char* const path = std::getenv("PATH");
    const std::string folder = folder_in(path == nullptr ? "" : path, words.front());
    if (folder.empty())
        throw Error("slurm.missing", "Slurm's program " + words.front() + " was not found.",
                    "Run this where jobs are submitted, or use --over local.");
    const std::string name = words.front();
    words.front() = folder + "/" + name;
    const ProgramEnd end = run_program(words, {}, answer_time);
    if (!end.is_fine())
        throw Error("slurm.refused", "Slurm's program " + name + " ended with " + std::to_string(end.status) + ".",
                    "Try the command yourself: " + name + " says why on standard error.");
    return end.output;
}

void do_one(const Tasks& tasks, std::size_t task, const OverObserver& observer) {
    run_program(tasks.command(own_program(), std::to_string(task), tasks.folder_of(task)), {},
                std::chrono::duration_cast<std::chrono::milliseconds>(longest_task), observer.cancelled);
}

void do_locally(const Tasks& tasks, const std::vector<std::size_t>& open, const Over& over,
                const OverObserver& observer) {
    // Traces beside each other; whoever measures is alone.
    const auto first_measured =
        std::partition_point(open.begin(), open.end(), [&](std::size_t task) { return task < tasks.modelled(); });
    const std::vector<std::size_t> traces(open.begin(), first_measured);
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int at_once = over.at_once > 0 ? over.at_once : cores;
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

/// For a shell: 'it'\''s'.
std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// "0-3,7": as job arrays are named.
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

/// Submits the tasks as one job array; returns its number.
std::string submit(const Tasks& tasks, const std::vector<std::size_t>& open, const Over& over, bool measures) {
    std::string command;
    // Control characters, which no word of a command line has.
    const std::string number = "\x01", place = "\x02";
    for (const std::string& word : tasks.command(own_program(), number, place)) {
        if (!command.empty()) command += ' ';
        if (word == place) command += quoted(tasks.folder()) + "/$(printf %04d \"$SLURM_ARRAY_TASK_ID\")";
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
    words.insert(words.end(), over.submit.begin(), over.submit.end());
    words.push_back("--wrap=exec " + command);
    std::string job = ask_slurm(words);
    job = job.substr(0, job.find_first_of(";\n"));
    return job;
}

/// Waits until none of the jobs is queued or running.
void wait_for(const std::vector<std::string>& jobs, const Tasks& tasks, const OverObserver& observer) {
    std::string list;
    for (const std::string& job : jobs) list += (list.empty() ? "" : ",") + job;
    std::size_t told = tasks.count() + 1;
    for (;;) {
        if (is_cancelled(observer)) {
            for (const std::string& job : jobs) ask_slurm({"scancel", job});
            check(observer);
        }
        const std::size_t left = tasks.open().size();
        if (left != told)
            say(observer,
                std::to_string(tasks.count() - left) + " of " + std::to_string(tasks.count()) + " tasks are done.");
        told = left;
        if (left == 0) return;
        // --me instead of the jobs' numbers, so that one that Slurm has forgotten already is no error.
        std::istringstream queue(ask_slurm({"squeue", "--me", "--noheader", "--array", "--format=%F"}));
        bool is_there = false;
        for (std::string job; std::getline(queue, job);) {
            while (!job.empty() && job.back() == ' ') job.pop_back();
            is_there = is_there || std::find(jobs.begin(), jobs.end(), job) != jobs.end();
        }
        if (!is_there) return;
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
}

void do_by_slurm(const Tasks& tasks, const std::vector<std::size_t>& open, const Over& over,
                 const OverObserver& observer) {
    std::vector<std::size_t> traces, measuring;
    for (const std::size_t task : open) (task < tasks.modelled() ? traces : measuring).push_back(task);
    std::vector<std::string> jobs;
    if (!traces.empty()) jobs.push_back(submit(tasks, traces, over, false));
    if (!measuring.empty()) jobs.push_back(submit(tasks, measuring, over, true));
    std::string names;
    for (const std::string& job : jobs) names += (names.empty() ? "" : " and ") + job;
    say(observer, std::to_string(open.size()) + " tasks were submitted as " + names + ".");
    wait_for(jobs, tasks, observer);
}

} // namespace

Over over_from_text(const std::string& text) {
    Over over;
    if (text == "slurm") {
        over.way = Over::Way::slurm;
        return over;
    }
    const std::string prefix = "local:";
    if (text == "local") return over;
    const bool has_number = text.rfind(prefix, 0) == 0;
    const char* const end = text.data() + text.size();
    constexpr int most = 1024;
    if (has_number) {
        const auto read = std::from_chars(text.data() + prefix.size(), end, over.at_once);
        if (read.ec == std::errc() && read.ptr == end && over.at_once >= 1 && over.at_once <= most) return over;
    }
    throw Error("arguments", "Work is not spread over \"" + text + "\".", "Write slurm, local, or local:4.");
}

std::size_t most_tasks(const Over& over) {
    constexpr std::size_t otherwise = 1000; // Slurm's MaxArraySize is 1001 unless somebody changed it
    return over.way == Over::Way::slurm ? otherwise : 100'000;
}

std::vector<std::size_t> do_tasks(const Tasks& tasks, const Over& over, const OverObserver& observer) {
    std::vector<std::size_t> open = tasks.open();
    if (open.size() < tasks.count())
        say(observer, std::to_string(tasks.count() - open.size()) + " of " + std::to_string(tasks.count()) +
                          " tasks are there from an earlier run.");
    for (int round = 0; round < tries && !open.empty(); ++round) {
        if (round > 0) say(observer, std::to_string(open.size()) + " tasks ended without a result and are done again.");
        if (over.way == Over::Way::slurm) do_by_slurm(tasks, open, over, observer);
        else do_locally(tasks, open, over, observer);
        check(observer);
        open = tasks.open();
    }
    return open;
}

} // namespace warploom::app
