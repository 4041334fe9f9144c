#pragma once

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

    /// Writes the whole text. Safe from several threads; texts never mix. False once nobody reads any more.
    bool write(const std::string& text);

private:
    std::mutex mutex_;
    int descriptor_ = -1;
    bool is_open_ = true;
};

} // namespace warploom::app
