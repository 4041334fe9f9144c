#include "app/experiment/result_files.h"

#include "app/experiment/report/report_html.h"
#include "engine/error.h"
#include "engine/experiment/claims.h"
#include "engine/whole_file.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>

extern char** environ;

namespace warploom::app {

using experiment::Column;
using experiment::Result;

namespace {

namespace fs = std::filesystem;

void write_table(const std::string& path, const Table& table) {
    std::ostringstream text;
    write_csv(text, table);
    write_whole_file(path, text.str());
}

/// The program that can draw; empty where it is not beside this one.
std::string drawing_program() {
    std::error_code failure;
    const fs::path here = fs::read_symlink("/proc/self/exe", failure);
    if (failure) return {};
    const fs::path beside = here.parent_path() / "warploom";
    return fs::exists(beside, failure) ? beside.string() : std::string();
}

/// Waits for a program; one that takes longer than any drawing does is ended. False unless it said that all went well.
bool ends_well(pid_t child) {
    constexpr auto patience = std::chrono::minutes(10);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    int status = 0;
    for (;;) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (ended < 0 && errno != EINTR) return false;
        if (std::chrono::steady_clock::now() >= deadline) ::kill(child, SIGKILL); // the next round collects it
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

/// Runs a program without a window and waits for it; false when it could not be started or failed. What it says is not
/// heard: our own output says which files there are.
bool run_program(const std::vector<std::string>& words) {
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

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return false;
    return ends_well(child);
}

} // namespace

ResultFiles::ResultFiles(const std::string& folder, const Result& result)
    : folder_(folder), name_(result.experiment.id) {
    std::error_code failure;
    fs::create_directories(folder_, failure);
    if (!fs::is_directory(folder_))
        throw Error("file.write",
                    "The folder '" + folder_ + "' cannot be made" +
                        (failure ? ": " + failure.message() : std::string()) + ".",
                    "Choose a folder that can be written.");
    save(result);
}

void ResultFiles::save(const Result& result) const {
    write_whole_file(path(".json"), experiment::result_to_json(result) + "\n");
}

ResultFiles::Written ResultFiles::write_all(const Result& result) const {
    Written written;
    save(result);
    write_table(path(".csv"), experiment::cell_table(result.experiment, result.cells));
    write_table(path("-samples.csv"), experiment::sample_table(result.experiment, result.cells));
    write_table(path("-claims.csv"), claim_table(result));
    const std::string program = drawing_program();
    const bool has_pictures = !result.experiment.charts.empty() || !result.experiment.profiles.empty();
    std::error_code failure;
    fs::remove(path(".html"), failure); // whatever stands there afterwards is of this run
    if (program.empty()) written.no_pictures = "There is no program `warploom` beside this one.";
    else if (!run_program({program, "--experiment-report", path(".json"), "--out", folder_}) ||
             !fs::exists(path(".html")))
        written.no_pictures = "The program `warploom` beside this one failed; `warploom --experiment-report " +
                              path(".json") + " --out " + folder_ + "` says why.";
    if (!written.no_pictures.empty()) write_whole_file(path(".html"), report_html(result, {}));
    if (!has_pictures) written.no_pictures.clear();

    const auto is_ours = [&](const std::string& file) {
        const std::string rest = file.rfind(name_, 0) == 0 ? file.substr(name_.size()) : "";
        return rest == ".json" || rest == ".html" || rest == ".csv" || rest == "-samples.csv" ||
               rest == "-claims.csv" || rest.rfind("-chart-", 0) == 0 || rest.rfind("-profile-", 0) == 0;
    };
    for (const auto& entry : fs::directory_iterator(folder_))
        if (is_ours(entry.path().filename().string())) written.files.push_back(entry.path().filename().string());
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
