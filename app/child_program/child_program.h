#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// How a child program ended.
struct ProgramEnd {
    bool is_started = false;
    bool is_late = false; ///< whether the program was killed at the deadline
    int status = -1;      ///< exit status; -1 if a signal terminated the program
    int signal = 0;       ///< signal that terminated the program; 0 if none
    std::string output;   ///< standard output of the program
    bool is_fine() const { return is_started && status == 0; }
};

/// Runs a program and waits until it ends. The program gets no input, its standard error is discarded, and at most
/// `most_output` bytes of its output are kept. `environment` ("NAME=value") overrides variables of this process. The
/// program is killed with SIGKILL after `time`, or as soon as `cancelled` is set.
ProgramEnd run_program(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                       std::chrono::milliseconds time, const std::atomic<bool>* cancelled = nullptr,
                       std::size_t most_output = std::size_t{16} << 20);

} // namespace warploom::app
