#pragma once

#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Files of an experiment's result, all in one folder: NAME.json, NAME.csv, NAME-samples.csv, NAME-claims.csv,
/// NAME.html and the charts. NAME is the ID of the experiment.
class ResultFiles {
public:
    /// Creates the folder for the files. Throws immediately, before any run, if the folder is not writable. Errors:
    /// "file.write".
    ResultFiles(const std::string& folder, const std::string& name);

    struct Written {
        std::vector<std::string> files; ///< names of the written files, without the folder, sorted by name
        /// Reason why there are no charts; empty if there are charts or none were requested.
        std::string no_pictures;
        std::string drawing_failure; ///< error that prevented the charts from being drawn; empty if none
    };
    /// Writes all files atomically. The charts are drawn by the program `warploom` in the same folder as this program.
    /// Errors: "file.write".
    Written write_all(const experiment::Result& result) const;

    /// Returns the path of a result file. `ending` is a suffix such as ".json" or "-claims.csv".
    std::string path(const std::string& ending) const { return folder_ + "/" + name_ + ending; }

private:
    std::string folder_, name_;
};

/// Returns a table of the paper's claims. For each column (published, modeled, measured), it contains the verdict, the
/// number of right, wrong and unknown cases, and an explanation.
Table claim_table(const experiment::Result& result);

} // namespace warploom::app
