#pragma once

#include <functional>
#include <string>

namespace warploom::app {

struct FitCommand {
    std::string card;                                  ///< id of a built-in card
    std::string report;                                ///< file for the report; empty: it is the answer
    std::string card_file;                             ///< a card file that gets the fitted figures; empty: none
    std::function<void(const std::string& line)> tell; ///< how far it is; may be empty
};

/// Fits the card and gives what to print. Errors: "fit.card", "file.missing", "file.malformed", "file.write" and those
/// of tracing.
std::string run_fit(const FitCommand& command);

} // namespace warploom::app
