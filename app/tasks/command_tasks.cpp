#include "app/tasks/command_tasks.h"

#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warploom::app {

namespace {

/// Command-line options with a value that are not passed on to the tasks of a command. The flag --json is not passed
/// on, either.
constexpr std::array<std::string_view, 5> not_a_tasks{"--over", "--submit", "--out", "--csv", "--share"};
constexpr std::size_t largest_task = std::size_t{1} << 30;

bool is_not_a_tasks(std::string_view word) {
    return std::find(not_a_tasks.begin(), not_a_tasks.end(), word) != not_a_tasks.end();
}

std::vector<std::string> words_of_a_task(const std::vector<std::string>& words) {
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--json") continue;
        if (is_not_a_tasks(words[i])) ++i;
        else if (const auto equals = words[i].find('=');
                 equals == std::string::npos || !is_not_a_tasks(std::string_view(words[i]).substr(0, equals)))
            kept.push_back(words[i]);
    }
    return kept;
}

} // namespace

CommandTasks::CommandTasks(const std::vector<std::string>& words, const std::string& folder, std::size_t units,
                           bool only_traces, std::size_t most_tasks)
    : Tasks(folder, file), words_(words_of_a_task(words)) {
    cut(only_traces ? units : 0, units, most_tasks);
    begin(work_of(words));
}

Json CommandTasks::work_of(const std::vector<std::string>& words) { return {{"command", words_of_a_task(words)}}; }

NodeRuns CommandTasks::found(std::size_t task) const {
    try {
        NodeRuns runs = runs_from(Json::parse(read_regular_file(file_of(task), largest_task), nullptr, false));
        if (runs.task == mark_of(task)) return runs;
    } catch (const Error& error) {
        if (error.code() != "run.malformed") throw;
        refuse(sentence("The file '{file}' is incomplete: it is empty, truncated or modified.",
                        {{"file", file_of(task)}}));
    }
    refuse(sentence("The file '{file}' contains the result of another task.", {{"file", file_of(task)}}));
}

std::vector<std::string> CommandTasks::command(const std::string& program, const std::string& task,
                                               const std::string& out) const {
    std::vector<std::string> words{program};
    words.insert(words.end(), words_.begin(), words_.end());
    words.insert(words.end(), {"--share", task + "/" + std::to_string(count()), "--out", out});
    return words;
}

} // namespace warploom::app
