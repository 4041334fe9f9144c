#pragma once

#include "app/check/check.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The result of checking one source file for invalid memory accesses and missing synchronization.
struct SanitizedFile {
    enum class State { clean, has_findings, not_checked, no_kernels };
    /// A finding, or the reason that the file could not be checked.
    struct Note {
        int line = 0;     ///< line in the file; 0 if the message refers to no line or to a header
        std::string kind; ///< kind of the finding, such as "global-race"; empty for other notes
        std::string sentence;
    };
    std::string path;
    State state = State::clean;
    std::vector<Note> notes; ///< empty if the state is `clean` or `no_kernels`
};
constexpr auto words_of(SanitizedFile::State) { return std::array{"clean", "findings", "not-checked", "no-kernels"}; }
using warploom::to_string;

/// Returns the CUDA sources (.cu) to check: the specified files, and all sources in the specified folders and their
/// subfolders, sorted by path. Hidden files and folders are skipped, and symbolic links to folders are not followed.
/// Errors: "file.missing".
std::vector<std::string> cuda_sources(const std::vector<std::string>& paths);

/// Runs all kernels in a file on test inputs and collects the findings of the first input that has any. A file without
/// the function `run` is completed with proposed lines. Results are not compared. Only the card, the block size and the
/// precision of the settings are used. Throws "cancelled".
SanitizedFile sanitize_file(const std::string& path, const CheckSettings& settings, const Progress& progress);

/// Returns whether the files pass: no file has findings and, unless `allows_unchecked` is true, all were checked.
bool all_pass(const std::vector<SanitizedFile>& files, bool allows_unchecked);

/// Returns the formats of a report: "text", "github" (workflow commands of GitHub Actions that annotate source lines)
/// and "junit" (engine/junit.h).
const std::vector<std::string>& sanitizer_formats();
/// Returns a report in one of these formats.
std::string sanitizer_report(const std::string& format, const std::vector<SanitizedFile>& files, bool allows_unchecked);

} // namespace warploom::app
