#include "app/check/sanitize.h"

#include "app/check/pasted_source.h"
#include "engine/error.h"
#include "engine/join.h"
#include "engine/junit.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

namespace warploom::app {

namespace {

namespace fs = std::filesystem;
using State = SanitizedFile::State;

/// Escapes a value for a workflow command of GitHub Actions (docs.github.com, "Workflow commands for GitHub Actions").
std::string github_escaped(const std::string& text, bool is_property) {
    std::string escaped;
    for (const char c : text) {
        if (c == '%') escaped += "%25";
        else if (c == '\r') escaped += "%0D";
        else if (c == '\n') escaped += "%0A";
        else if (is_property && c == ':') escaped += "%3A";
        else if (is_property && c == ',') escaped += "%2C";
        else escaped += c;
    }
    return escaped;
}

std::string title_of(const SanitizedFile::Note& note) {
    return note.kind.empty() ? sentence("The kernels were not checked") : note.kind;
}

std::string text_of(const SanitizedFile& file, const SanitizedFile::Note& note) {
    const std::string place = note.line > 0 ? file.path + ":" + std::to_string(note.line) : file.path;
    return place + ": " + (note.kind.empty() ? sentence("not checked") : note.kind) + ": " + note.sentence;
}

std::string as_github(const std::vector<SanitizedFile>& files, bool allows_unchecked) {
    std::string report;
    for (const SanitizedFile& file : files)
        for (const SanitizedFile::Note& note : file.notes) {
            const bool is_error = file.state == State::has_findings || !allows_unchecked;
            report += std::string(is_error ? "::error" : "::warning") + " file=" + github_escaped(file.path, true);
            if (note.line > 0) report += ",line=" + std::to_string(note.line);
            report +=
                ",title=" + github_escaped(title_of(note), true) + "::" + github_escaped(note.sentence, false) + "\n";
        }
    return report;
}

std::string as_junit(const std::vector<SanitizedFile>& files, bool allows_unchecked) {
    JunitSuite suite{"warploom", {}, {}};
    for (const SanitizedFile& file : files) {
        JunitCase& each = suite.cases.emplace_back();
        each.class_name = suite.name;
        each.name = file.path;
        std::vector<std::string> lines;
        for (const SanitizedFile::Note& note : file.notes) lines.push_back(text_of(file, note));
        each.message = file.state == State::no_kernels ? sentence("The file contains no kernels.") : join(lines, "\n");
        if (file.state == State::has_findings || (file.state == State::not_checked && !allows_unchecked))
            each.outcome = JunitCase::Outcome::failed;
        else if (file.state != State::clean) each.outcome = JunitCase::Outcome::skipped;
    }
    return junit_report(suite.name, {suite});
}

std::string as_text(const std::vector<SanitizedFile>& files) {
    std::string report;
    for (const SanitizedFile& file : files)
        for (const SanitizedFile::Note& note : file.notes) report += in_one_line(text_of(file, note)) + "\n";
    const auto with = [&](State state) {
        return std::count_if(files.begin(), files.end(),
                             [&](const SanitizedFile& file) { return file.state == state; });
    };
    const auto checked = with(State::clean) + with(State::has_findings), unchecked = with(State::not_checked);
    if (checked == 0 && unchecked == 0) return sentence("No kernels were found.") + "\n";
    report += sentence("{n} {n:file|files} checked, {found} with findings.",
                       {{"n", checked}, {"found", with(State::has_findings)}});
    if (unchecked > 0) report += " " + sentence("{n} {n:file|files} could not be checked.", {{"n", unchecked}});
    return report + "\n";
}

/// Converts line numbers between a file and the checked source, which may begin with proposed lines that are not in the
/// file.
class FileLines {
public:
    FileLines(const std::string& text, const PastedSource& pasted) {
        if (!pasted.proposal() || pasted.proposal()->is_aligned) return;
        const std::string& checked = pasted.proposal()->aligned_source;
        const std::size_t begin = std::min(checked.find(text), checked.size());
        added_ =
            static_cast<int>(std::count(checked.begin(), checked.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
        last_ = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
    }
    /// Returns the line of the file for a line of the checked source, or 0 if the file does not contain the line.
    int line_of(int checked_line) const {
        const int line = checked_line - added_;
        return line > 0 && line <= last_ ? line : 0;
    }
    /// Returns the message with an explanation of the line numbers that it quotes, which refer to the checked source.
    std::string explained(const std::string& message) const {
        if (added_ == 0) return message;
        return message + " " +
               sentence("Line numbers in this message refer to the output of `check --propose`, which has {n} more "
                        "{n:line|lines} at the top.",
                        {{"n", added_}});
    }

private:
    int added_ = 0, last_ = std::numeric_limits<int>::max();
};

/// Returns the reason that the source could not be checked, as notes with line numbers.
std::vector<SanitizedFile::Note> reasons_of(const protocol::Check& check, const FileLines& lines) {
    std::vector<SanitizedFile::Note> notes;
    for (const protocol::CheckNote& note : check.notes)
        notes.push_back(
            {lines.line_of(note.line), "", note.hint.empty() ? note.sentence : note.sentence + " " + note.hint});
    if (notes.empty()) notes.push_back({0, "", check.sentence});
    return notes;
}

} // namespace

std::vector<std::string> cuda_sources(const std::vector<std::string>& paths) {
    std::set<std::string> sources;
    const auto is_hidden = [](const fs::path& path) { return path.filename().string().starts_with("."); };
    for (const std::string& path : paths) {
        std::error_code failure;
        if (!fs::exists(path, failure))
            throw Error("file.missing", sentence("There is no file '{file}'.", {{"file", path}}),
                        sentence("Specify CUDA C files (.cu) or folders that contain them."));
        if (!fs::is_directory(path, failure)) {
            sources.insert(path);
            continue;
        }
        fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, failure), end;
        for (; !failure && at != end; at.increment(failure)) {
            std::error_code unknown;
            if (is_hidden(at->path())) at.disable_recursion_pending();
            else if (at->path().extension() == ".cu" && at->is_regular_file(unknown))
                sources.insert(at->path().lexically_normal().string());
        }
    }
    return {sources.begin(), sources.end()};
}

SanitizedFile sanitize_file(const std::string& path, const CheckSettings& settings, const Progress& progress) {
    SanitizedFile file;
    file.path = path;
    try {
        const std::string text = kernels::text_of_kernel(path);
        if (text.find("__global__") == std::string::npos) {
            file.state = State::no_kernels;
            return file;
        }
        const PastedSource pasted(path, false);
        const FileLines lines(text, pasted);
        CheckSettings own = settings;
        own.kernel = path;
        own.is_sanitizer = true;
        own.chooses_precision = true;
        protocol::Check check = Checker().check(own, progress);
        if (check.verdict == protocol::CheckVerdict::refused) {
            pasted.explain(check);
            file.state = State::not_checked;
            file.notes = reasons_of(check, lines);
            return file;
        }
        const std::string name = fs::path(path).filename().string();
        for (const protocol::TraceFinding& finding : check.findings) {
            const bool is_here = finding.file == path || finding.file == name;
            const std::string message =
                check.failed_on.empty()
                    ? finding.sentence
                    : sentence("On {input}: {message}", {{"input", check.failed_on}, {"message", finding.sentence}});
            file.notes.push_back({is_here ? lines.line_of(finding.line) : 0, simulated::to_string(finding.kind),
                                  lines.explained(message)});
        }
        if (!file.notes.empty()) file.state = State::has_findings;
    } catch (const Error& error) {
        if (error.code() == "cancelled") throw;
        file.state = State::not_checked;
        file.notes = {{0, "", error.hint().empty() ? error.what() : error.what() + (" " + error.hint())}};
    }
    return file;
}

bool all_pass(const std::vector<SanitizedFile>& files, bool allows_unchecked) {
    return std::all_of(files.begin(), files.end(), [&](const SanitizedFile& file) {
        return file.state != State::has_findings && (allows_unchecked || file.state != State::not_checked);
    });
}

const std::vector<std::string>& sanitizer_formats() {
    static const std::vector<std::string> all{"text", "github", "junit"};
    return all;
}

std::string sanitizer_report(const std::string& format, const std::vector<SanitizedFile>& files,
                             bool allows_unchecked) {
    if (format == "github") return as_github(files, allows_unchecked);
    if (format == "junit") return as_junit(files, allows_unchecked);
    return as_text(files);
}

} // namespace warploom::app
