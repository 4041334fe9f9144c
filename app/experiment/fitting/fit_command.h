#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace warploom::app {

struct FitCommand {
    std::string card;      ///< ID of a built-in card
    std::string report;    ///< output file for the report; if empty, the report is printed
    std::string card_file; ///< card file to update with the fitted parameters; if empty, no file is updated
    std::function<void(const std::string& line)> tell; ///< called with progress messages; may be empty
    /// Calls `write`, reports any error, and returns whether the files were written.
    std::function<bool(const std::function<void()>& write)> write_files;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Fits the parameters of a card. Returns the text to print: the report or, if the report was written to a file, a
/// summary. Errors: "fit.card", "file.missing", "file.malformed", "cancelled"; any error from tracing.
std::string run_fit(const FitCommand& command);

} // namespace warploom::app
