#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace warploom::app {

/// The outcome of a child process.
struct ProgramEnd {
    bool is_started = false;
    bool is_late = false; ///< whether the process was killed at the deadline
    int status = -1;      ///< exit status; -1 if terminated by a signal
    int signal = 0;       ///< number of the signal that terminated the process; 0 if none
    std::string output;
    bool is_fine() const { return is_started && status == 0; }
};

/// Runs a program and waits for it to end. The program gets no input, its standard error is discarded, and at most
/// `most_output` bytes of its standard output are kept. `environment` ("NAME=value") overrides variables of this
/// process. The program is killed with SIGKILL after `time`, or as soon as `cancelled` becomes true.
ProgramEnd run_program(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                       std::chrono::milliseconds time, const std::atomic<bool>* cancelled = nullptr,
                       std::size_t most_output = std::size_t{16} << 20);

/// Searches the folders in PATH and returns the path of the program that the shell would run for this name, or an empty
/// string if there is none.
std::string find_program(const std::string& name);

} // namespace warploom::app
