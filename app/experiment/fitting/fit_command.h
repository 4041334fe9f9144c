#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace warploom::app {

struct FitCommand {
    std::string card;      ///< ID of a built-in card
    std::string report;    ///< output file for the report; if empty, the report is printed
    std::string card_file; ///< card file to update with the fitted parameters; empty for none
    std::function<void(const std::string& line)> tell; ///< receives progress messages; may be empty
    /// Writes files or reports an error. Returns whether the files were written.
    std::function<bool(const std::function<void()>& write)> write_files;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Fits the card and returns the output: the report, unless it is written to a file. Errors: "fit.card",
/// "file.missing", "file.malformed", "cancelled" and errors of tracing.
std::string run_fit(const FitCommand& command);

} // namespace warploom::app
