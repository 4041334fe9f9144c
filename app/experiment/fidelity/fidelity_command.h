#pragma once

#include "app/info/describe.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

struct FidelityCommand {
    /// Folders with measured values. The name of a folder is the ID of the card. Missing folders are ignored.
    std::vector<std::string> measured{"datasets/measured/h200", "datasets/measured/h100"};
    std::string notes = "datasets/fidelity-notes.md"; ///< file with explanations of the missed accuracy targets
    std::string out;                                  ///< output file for the report; if empty, the report is printed
    std::vector<std::string> cards{"gtx295", "gtx460", "c2050", "c2075"};
    std::vector<std::string> data; ///< folders to search for files that experiments refer to
    bool quick = false;            ///< whether to run the quick version of each experiment, for a preview
    const std::atomic<bool>* cancelled = nullptr;
    std::function<void(const std::string& line)> tell; ///< called with progress messages; may be empty
    /// Calls `write`, reports any error, and returns whether the files were written.
    std::function<bool(const std::function<void()>& write)> write_files;
};

/// Computes the modeled counterpart of each published or measured value of the cards. Returns the report as text or, if
/// the report was written to a file, a message with the file name. Errors: "fit.card", "file.missing",
/// "file.malformed", "cancelled"; any error from tracing.
std::string run_fidelity(const FidelityCommand& command, const MachineList& machines);

} // namespace warploom::app
