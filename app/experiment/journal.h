#pragma once

#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/protocol/serialization/json.h"

#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// The results of an experiment so far, in an append-only file with one line of JSON per cell, so that an interrupted
/// run can be resumed. The first line identifies the run.
class Journal {
public:
    /// Opens or creates the journal of `run` (experiment, version, machines). The journal of another run is renamed to
    /// PATH.old. Errors: "file.write"; "experiment.running" if another run is writing to the journal.
    Journal(const std::string& path, const Json& run);
    ~Journal(); ///< removes a journal without cells
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Returns the cells of an interrupted run in the order of completion. If a cell occurs more than once, the last
    /// one is valid. A truncated last line is ignored.
    const std::vector<experiment::Cell>& earlier() const { return earlier_; }

    /// Appends a cell. The cell is on disk when this function returns. If writing fails, the run continues: `complain`
    /// is called once, and the cell is written together with the next one.
    void add(const experiment::Cell& cell);
    std::function<void(const Error&)> complain;

    /// Removes the journal after the result has been written.
    void remove();

private:
    void open();
    std::string text() const;
    void read(const std::string& text);
    void append(const std::string& line);

    std::string path_;
    std::string waiting_;   ///< complete lines that are not on disk yet
    std::int64_t size_ = 0; ///< total size of all complete lines
    bool is_complaining_ = false, is_empty_ = true, is_new_ = false;
    std::vector<experiment::Cell> earlier_;
    int descriptor_ = -1;
};

} // namespace warploom::app
