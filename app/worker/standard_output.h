#pragma once

#include <atomic>
#include <mutex>
#include <string>

namespace warploom::app {

/// The place for documents and protocol lines. Made first thing in main: it moves the real standard output aside and
/// puts standard error in its place, so that whatever a library prints cannot get between the lines.
class StandardOutput {
public:
    StandardOutput();
    ~StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    /// Writes the whole text. Safe from several threads; texts never mix. False once a text could not be written.
    bool write(const std::string& text);
    /// Returns the errno of a failed write; 0 if all writes succeeded.
    int failure() const { return failure_; }

private:
    std::mutex mutex_;
    int descriptor_ = -1;
    std::atomic<int> failure_{0};
};

} // namespace warploom::app
