#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// How a program that was started ended.
struct ProgramEnd {
    bool is_started = false;
    bool is_late = false; ///< it was ended at the deadline
    int status = -1;      ///< its exit status; -1 where a signal ended it
    int signal = 0;       ///< that ended it
    std::string output;   ///< standard output
    bool is_fine() const { return is_started && status == 0; }
};

/// Runs a program and waits for it: no input, its standard error is not heard, at most `most_output` bytes are kept.
/// `environment`: entries ("NAME=value") that replace those of this process. Ended with SIGKILL after `time`, or once
/// `cancelled` is set.
ProgramEnd run_program(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                       std::chrono::milliseconds time, const std::atomic<bool>* cancelled = nullptr,
                       std::size_t most_output = std::size_t{16} << 20);

} // namespace warploom::app
