#pragma once

#include <atomic>
#include <mutex>
#include <string>

namespace warploom::app {

/// The output for documents and protocol lines. Must be the first object created in main: it duplicates the real
/// standard output and redirects standard output to standard error, so that library output does not appear between the
/// lines.
class StandardOutput {
public:
    StandardOutput();
    ~StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    /// Writes all of `text`. Thread-safe: concurrent writes are not interleaved. Returns false if any part of `text`
    /// could not be written.
    bool write(const std::string& text);
    /// Returns the errno of a failed write; 0 if all writes succeeded.
    int failure() const { return failure_; }

private:
    std::mutex mutex_;
    int descriptor_ = -1;
    std::atomic<int> failure_{0};
};

} // namespace warploom::app
