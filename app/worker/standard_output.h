#pragma once

#include <atomic>
#include <mutex>
#include <string>

namespace warploom::app {

/// Output stream for documents and protocol lines. Duplicates the original standard output, and then redirects standard
/// output to standard error, so that messages printed by libraries do not appear between the lines. Must be the first
/// object created in main().
class StandardOutput {
public:
    StandardOutput();
    ~StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    /// Writes all of `text`. Thread-safe; concurrent writes are not interleaved. Returns false if not all of it could
    /// be written.
    bool write(const std::string& text);
    /// Returns the errno value of a failed write, or 0 if all writes succeeded.
    int failure() const { return failure_; }

private:
    std::mutex mutex_;
    int descriptor_ = -1;
    std::atomic<int> failure_{0};
};

} // namespace warploom::app
