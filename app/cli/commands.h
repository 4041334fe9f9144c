#pragma once

#include "app/run/run_result.h"
#include "app/worker/describe.h"
#include "app/worker/standard_output.h"

#include <atomic>
#include <functional>
#include <string>

namespace warploom::app {

/// The exit status of the program.
enum ExitStatus { exit_fine = 0, exit_failed = 1, exit_senseless = 2, exit_by_signal = 128 /* and its number */ };

/// 2 for an error that says that the call makes no sense (unknown names, bad parameters), 1 for any other.
ExitStatus status_of(const Error&);

/// How a command answers: as one JSON document or as text for people.
struct Answer {
    StandardOutput& output;
    bool json = false;

    void document(const protocol::Json& document) const;
    void text(const std::string& text) const;
    /// A sentence and its hint on standard error; with JSON also a document {"error": {code, message, hint}}.
    void error(const Error& error) const;
    /// Writes files that belong to the answer. One that is refused is complained of and spoils the exit status, and the
    /// answer is given all the same. Returns whether all were written.
    bool write_files(const std::function<void()>& write) const;
    /// The sentence and its hint on standard error.
    static void warn(const Error& error);
    /// The same, and the program will not end with 0.
    void complain(const Error& error) const;

    mutable bool is_whole = true; ///< nothing that belongs to the answer was refused
};

struct RunCommand {
    kernels::Operation operation = kernels::Operation::spmv;
    std::string matrix; ///< or a tridiagonal system, or a dense matrix
    std::string machine = "cpu";
    RunSettings settings;
    std::string csv; ///< empty: no files
};

struct ConvertCommand {
    std::string matrix, format;
    kernels::Precision precision = kernels::Precision::float64;
    kernels::FormatOptions options;
};

// Each does one subcommand. Errors are thrown. `cancelled` may be set at any time: "cancelled" is thrown soon.
ExitStatus list_devices(const MachineList& machines, const Answer& answer);
ExitStatus list_kernels(const Answer& answer);
ExitStatus describe_matrix(const std::string& matrix, const Answer& answer, const std::atomic<bool>& cancelled);
ExitStatus convert_matrix(const ConvertCommand& command, const Answer& answer, const std::atomic<bool>& cancelled);
ExitStatus write_matrix(const std::string& matrix, const std::string& file, const Answer& answer,
                        const std::atomic<bool>& cancelled);
/// Cancelled, it ends with what it has.
ExitStatus run_kernels(const RunCommand& command, const MachineList& machines, const Answer& answer,
                       const std::atomic<bool>& cancelled);

} // namespace warploom::app
