#pragma once

#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/fields/json.h"

#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// The results of a run of an experiment so far, in an append-only file with one line of JSON per cell: an interrupted
/// run can be resumed. The first line identifies the run.
class Journal {
public:
    /// Opens the journal of `run` (experiment, form, machines), or begins one. That of another run is kept beside it as
    /// PATH.old. Errors: "file.write"; "experiment.running" where another run writes to it.
    Journal(const std::string& path, const Json& run);
    ~Journal(); ///< a journal without a cell is removed
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Of an earlier run that did not come to its end, in the order in which they were settled; a cell may stand there
    /// repeatedly, and the last one counts. A last line that was cut short is left out.
    const std::vector<experiment::Cell>& earlier() const { return earlier_; }

    /// On the disk when this returns. Where that fails the run need not: `complain` is told once, and the cell is
    /// written with the next one for which there is room.
    void add(const experiment::Cell& cell);
    std::function<void(const Error&)> complain;

    /// Once the result is written whole.
    void remove();

private:
    void open();
    std::string text() const;
    void read(const std::string& text);
    void append(const std::string& line);

    std::string path_;
    std::string waiting_;   ///< settled lines that are not on the disk
    std::int64_t size_ = 0; ///< of whole lines
    bool is_complaining_ = false, is_empty_ = true, is_new_ = false;
    std::vector<experiment::Cell> earlier_;
    int descriptor_ = -1;
};

} // namespace warploom::app
