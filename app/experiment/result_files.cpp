#include "app/experiment/result_files.h"

#include "app/experiment/report/report_html.h"
#include "engine/error.h"
#include "engine/experiment/claims.h"
#include "engine/table.h"
#include "engine/whole_file.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

extern char** environ;

namespace warploom::app {

using experiment::Column;
using experiment::Result;

namespace {

namespace fs = std::filesystem;

/// The program that can draw; empty where it is not beside this one.
std::string drawing_program() {
    std::error_code failure;
    const fs::path here = fs::read_symlink("/proc/self/exe", failure);
    if (failure) return {};
    const fs::path beside = here.parent_path() / "warploom";
    return fs::exists(beside, failure) ? beside.string() : std::string();
}

using Clock = std::chrono::steady_clock;

/// Waits for a program; one that takes longer than any drawing does is ended. False unless it said that all went well.
bool ends_well(pid_t child, Clock::time_point deadline) {
    int status = 0;
    for (;;) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (ended < 0 && errno != EINTR) return false;
        if (Clock::now() >= deadline) ::kill(child, SIGKILL); // the next round collects it
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

/// The lines that a program writes until it closes its end, or until the deadline.
std::vector<std::string> lines_from(int pipe, Clock::time_point deadline) {
    std::vector<std::string> lines(1);
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd ready{pipe, POLLIN, 0};
        if (left <= 0 || (::poll(&ready, 1, static_cast<int>(left)) < 0 && errno != EINTR)) break;
        if (ready.revents == 0) continue;
        char c = 0;
        const ssize_t count = ::read(pipe, &c, 1);
        if (count == 0 || (count < 0 && errno != EINTR)) break;
        if (count > 0 && c == '\n') lines.emplace_back();
        else if (count > 0) lines.back() += c;
    }
    lines.pop_back();
    return lines;
}

/// Runs a program without a window, waits for it, and gives the lines it printed; nothing where it could not be started or
/// failed. What it complains of is not heard: our own output says which files there are.
std::optional<std::vector<std::string>> lines_of_program(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    std::vector<std::string> kept;
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (std::strncmp(*entry, "QT_QPA_PLATFORM=", 16) != 0) kept.emplace_back(*entry);
    kept.emplace_back("QT_QPA_PLATFORM=offscreen");
    std::vector<char*> environment;
    for (auto& entry : kept) environment.push_back(entry.data());
    environment.push_back(nullptr);

    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    const auto deadline = Clock::now() + std::chrono::minutes(10);
    std::vector<std::string> lines;
    if (failed == 0) lines = lines_from(pipe[0], deadline);
    ::close(pipe[0]);
    if (failed != 0 || !ends_well(child, deadline)) return {};
    return lines;
}

} // namespace

ResultFiles::ResultFiles(const std::string& folder, const std::string& name) : folder_(folder), name_(name) {
    std::error_code failure;
    fs::create_directories(folder_, failure);
    if (!fs::is_directory(folder_, failure))
        throw Error("file.write",
                    "The folder '" + folder_ + "' cannot be made" +
                        (failure ? ": " + failure.message() : std::string()) + ".",
                    "Choose a folder that can be written.");
    for (const char* ending : {".json", ".csv", "-samples.csv", "-claims.csv", ".html"}) require_writable(path(ending));
}

ResultFiles::Written ResultFiles::write_all(const Result& result) const {
    Written written;
    const auto file = [&](const char* ending) {
        written.files.push_back(name_ + ending);
        return path(ending);
    };
    write_whole_file(file(".json"), experiment::result_to_json(result) + "\n", true);
    write_csv_file(file(".csv"), experiment::cell_table(result.experiment, result.cells));
    write_csv_file(file("-samples.csv"), experiment::sample_table(result.experiment, result.cells));
    write_csv_file(file("-claims.csv"), claim_table(result));
    const std::string program = drawing_program();
    std::optional<std::vector<std::string>> drawn;
    if (program.empty()) written.no_pictures = "There is no program `warploom` beside this one.";
    else if (drawn = lines_of_program({program, "--experiment-report", path(".json"), "--out", folder_}); !drawn)
        written.no_pictures = written.drawing_failure =
            "The program `warploom` beside this one failed; `warploom --experiment-report " + path(".json") +
            " --out " + folder_ + "` says why.";
    if (drawn)
        for (const std::string& line : *drawn) written.files.push_back(fs::path(line).filename().string());
    else write_whole_file(file(".html"), report_html(result, {}));
    if (result.experiment.charts.empty() && result.experiment.profiles.empty()) written.no_pictures.clear();
    std::sort(written.files.begin(), written.files.end());
    return written;
}

Table claim_table(const Result& result) {
    Table table;
    table.title = result.experiment.title;
    table.columns = {{"claim", ""}};
    for (const Column column : experiment::columns)
        for (const char* what : {"", "_right", "_wrong", "_unknown", "_sentence"})
            table.columns.push_back({std::string(experiment::to_string(column)) + what, ""});
    const auto judged = experiment::judge(result.experiment, result.cells);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        std::vector<warploom::Cell> row{result.experiment.claims[i].text};
        for (const Column column : experiment::columns) {
            const auto& judgement = judged[i][column];
            row.emplace_back(std::string(experiment::to_string(judgement.verdict)));
            for (const int count : {judgement.right, judgement.wrong, judgement.unknown})
                row.emplace_back(std::int64_t{count});
            row.emplace_back(judgement.sentence);
        }
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::app
