#pragma once

#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The files of a result in one folder: NAME.json, NAME.csv, NAME-samples.csv, NAME-claims.csv, NAME.html and the
/// charts. NAME is the ID of the experiment.
class ResultFiles {
public:
    /// Creates the folder. If it is not writable, fails immediately, before anything runs. Errors: "file.write".
    ResultFiles(const std::string& folder, const std::string& name);

    struct Written {
        std::vector<std::string> files; ///< file names without the folder, sorted by name
        std::string no_pictures;        ///< why there are no charts; empty if charts exist or were not requested
        std::string drawing_failure;    ///< error that prevented charts from being written; empty if there was none
    };
    /// Writes all files atomically. Charts are drawn by the `warploom` program in the same folder as this program.
    /// Errors: "file.write".
    Written write_all(const experiment::Result& result) const;

    std::string path(const std::string& ending) const {
        return folder_ + "/" + name_ + ending;
    } ///< suffixes such as ".json" or "-claims.csv"

private:
    std::string folder_, name_;
};

/// Returns a table of the claims of a result. For each column, the table contains the verdict, the number of right,
/// wrong and unknown cases, and a sentence.
Table claim_table(const experiment::Result& result);

} // namespace warploom::app
