#pragma once

#include "app/info/describe.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

struct FidelityCommand {
    /// Folders of measured figures, each with the id of its card for a name; one that is missing gives none.
    std::vector<std::string> measured{"datasets/measured/h200", "datasets/measured/h100"};
    std::string notes = "datasets/fidelity-notes.md"; ///< why targets are missed
    std::string out;                                  ///< file for the page; empty: it is the answer
    std::vector<std::string> cards{"gtx295", "gtx460", "c2050", "c2075"};
    std::vector<std::string> data; ///< folders with files that experiments name
    bool quick = false;            ///< the quick forms of the experiments, to look at the page
    const std::atomic<bool>* cancelled = nullptr;
    std::function<void(const std::string& line)> tell; ///< how far it is; may be empty
    /// Writes files, or says why it does not; gives whether they are written.
    std::function<bool(const std::function<void()>& write)> write_files;
};

/// Models every printed and every measured cell of these cards. The result is printed: where the page is, or the page.
/// Errors: "fit.card", "file.missing", "file.malformed", "cancelled" and those of tracing.
std::string run_fidelity(const FidelityCommand& command, const MachineList& machines);

} // namespace warploom::app
