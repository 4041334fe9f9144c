#pragma once

#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The files of a result in one folder: NAME.json, NAME.csv, NAME-samples.csv, NAME-claims.csv, NAME.html and the
/// charts, where NAME is the experiment's id.
class ResultFiles {
public:
    /// Makes the folder. One that takes no files refuses here, before anything runs. Errors: "file.write".
    ResultFiles(const std::string& folder, const std::string& name);

    struct Written {
        std::vector<std::string> files; ///< without the folder, in the order of their names
        std::string no_pictures;        ///< why there are none; empty where there are, or none were wished for
        std::string drawing_failure;    ///< the same, where they could not be written
    };
    /// Writes all files, each atomically. Charts are drawn by the `warploom` in the same folder as this program.
    /// Errors: "file.write".
    Written write_all(const experiment::Result& result) const;

    std::string path(const std::string& ending) const {
        return folder_ + "/" + name_ + ending;
    } ///< ".json", "-claims.csv"

private:
    std::string folder_, name_;
};

/// The claims of a result: claim, and for each column verdict, right, wrong, unknown, sentence.
Table claim_table(const experiment::Result& result);

} // namespace warploom::app
