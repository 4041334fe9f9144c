#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace warploom::app {

struct FitCommand {
    std::string card;                                  ///< id of a built-in card
    std::string report;                                ///< file for the report; empty: it is the answer
    std::string card_file;                             ///< a card file that gets the fitted figures; empty: none
    std::function<void(const std::string& line)> tell; ///< how far it is; may be empty
    /// Writes files, or says why it does not; gives whether they are written.
    std::function<bool(const std::function<void()>& write)> write_files;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Fits the card and returns the output: the report, if it cannot be written to a file. Errors: "fit.card",
/// "file.missing", "file.malformed", "cancelled" and those of tracing.
std::string run_fit(const FitCommand& command);

} // namespace warploom::app
