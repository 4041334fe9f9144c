#pragma once

#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/protocol/serialization/json.h"

#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// Append-only file with the results of an experiment, from which an interrupted run can be resumed. The first line
/// identifies the run. Every other line contains one cell as JSON.
class Journal {
public:
    /// Opens or creates the journal of `run` (experiment, version, machines). A journal of another run is renamed to
    /// PATH.old. Errors: "file.write"; "experiment.running" if another process is writing to the journal.
    Journal(const std::string& path, const Json& run);
    ~Journal(); ///< removes the journal if it has no cells
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Returns the cells of an interrupted run in the order in which they were completed. If a cell occurs several
    /// times, the last occurrence is the valid one. A truncated last line is ignored.
    const std::vector<experiment::Cell>& earlier() const { return earlier_; }

    /// Appends a result cell. When this function returns, the cell is on disk. If writing fails, the run continues, and
    /// the cell is written together with the next one. `complain` is called for the first failure only.
    void add(const experiment::Cell& cell);
    std::function<void(const Error&)> complain;

    /// Removes the journal. Call this after the result has been written.
    void remove();

private:
    void open();
    std::string text() const;
    void read(const std::string& text);
    void append(const std::string& line);

    std::string path_;
    std::string waiting_;   ///< complete lines that have not been written yet
    std::int64_t size_ = 0; ///< total size of all complete lines in bytes
    bool is_complaining_ = false, is_empty_ = true, is_new_ = false;
    std::vector<experiment::Cell> earlier_;
    int descriptor_ = -1;
};

} // namespace warploom::app
