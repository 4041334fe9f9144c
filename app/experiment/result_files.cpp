#include "app/experiment/result_files.h"

#include "app/child_program/child_program.h"
#include "app/experiment/report/report_html.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/experiment/claims.h"
#include "engine/sentence.h"
#include "engine/table.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <sstream>

namespace warploom::app {

using experiment::CellColumn;
using experiment::Result;

namespace {

namespace fs = std::filesystem;

/// Returns the path of the program that draws charts, or an empty string if it is not in the same folder as this
/// program.
std::string drawing_program() {
    std::error_code failure;
    const fs::path here = fs::read_symlink("/proc/self/exe", failure);
    if (failure) return {};
    const fs::path beside = here.parent_path() / "warploom";
    return fs::exists(beside, failure) ? beside.string() : std::string();
}

/// Runs the program that draws charts and returns its output lines. Returns std::nullopt if the program cannot be
/// started or fails. Discards its error messages.
std::optional<std::vector<std::string>> drawn_by(const std::vector<std::string>& words) {
    const ProgramEnd end = run_program(words, {"QT_QPA_PLATFORM=offscreen"}, std::chrono::minutes(10));
    if (!end.is_fine()) return {};
    std::vector<std::string> lines;
    std::istringstream text(end.output);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

/// Returns the most likely reason why the charts could not be drawn.
std::string drawing_failure(const std::string& folder, const std::string& document) {
    constexpr std::uintmax_t room_for_pictures = std::uintmax_t{4} << 20;
    std::error_code failure;
    const fs::space_info space = fs::space(folder, failure);
    if (!failure && space.available < room_for_pictures)
        return sentence(
            "The images could not be written because the disk of '{folder}' is full. Free some space, or choose "
            "another disk.",
            {{"folder", folder}});
    return sentence(
        "The program `warploom`, which is in the same folder as this program, failed. To see why, run `warploom "
        "--experiment-report {document} --out {folder}`.",
        {{"document", document}, {"folder", folder}});
}

} // namespace

ResultFiles::ResultFiles(const std::string& folder, const std::string& name) : folder_(folder), name_(name) {
    std::error_code failure;
    fs::create_directories(folder_, failure);
    if (!fs::is_directory(folder_, failure))
        throw Error("file.write",
                    failure ? sentence("Cannot create the folder '{folder}': {reason}.",
                                       {{"folder", folder_}, {"reason", failure.message()}})
                            : sentence("Cannot create the folder '{folder}'.", {{"folder", folder_}}),
                    sentence("Choose a folder to which you can write."));
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
    if (program.empty())
        written.no_pictures = sentence("The program `warploom` was not found in the folder of this program.");
    else if (drawn = drawn_by({program, "--experiment-report", path(".json"), "--out", folder_}); !drawn)
        written.no_pictures = written.drawing_failure = drawing_failure(folder_, path(".json"));
    if (drawn)
        for (const std::string& line : *drawn) written.files.push_back(fs::path(line).filename().string());
    else write_whole_file(file(".html"), report_html(result, {}));
    if (result.experiment.charts.empty() && result.experiment.profiles.empty()) written.no_pictures.clear();
    std::sort(written.files.begin(), written.files.end());
    return written;
}

Table claim_table(const Result& result) {
    Table table{result.experiment.title, {{"claim", ""}}};
    for (const CellColumn column : experiment::columns)
        for (const char* what : {"", "_right", "_wrong", "_unknown", "_sentence"})
            table.columns.push_back({std::string(experiment::to_string(column)) + what, ""});
    table.columns.push_back({"threshold", ""});
    table.columns.push_back({"because", ""});
    const auto judged = experiment::verdicts_of(result.experiment, result.cells);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        std::vector<warploom::Cell> row{result.experiment.claims[i].text};
        for (const CellColumn column : experiment::columns) {
            const auto& judgement = judged[i][column];
            row.emplace_back(std::string(experiment::to_string(judgement.verdict)));
            for (const int count : {judgement.right, judgement.wrong, judgement.unknown})
                row.emplace_back(std::int64_t{count});
            row.emplace_back(judgement.sentence);
        }
        row.emplace_back(result.experiment.claims[i].threshold);
        row.emplace_back(result.experiment.claims[i].because);
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::app
