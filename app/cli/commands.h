#pragma once

#include "app/run/run_result.h"
#include "app/worker/describe.h"
#include "app/worker/standard_output.h"

#include <atomic>
#include <string>

namespace warploom::app {

/// The exit status of the program.
enum ExitStatus { exit_fine = 0, exit_failed = 1, exit_senseless = 2 };

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

// Each does one subcommand. Errors are thrown.
ExitStatus list_devices(const MachineList& machines, const Answer& answer);
ExitStatus list_kernels(const Answer& answer);
ExitStatus describe_matrix(const std::string& matrix, const Answer& answer);
ExitStatus convert_matrix(const ConvertCommand& command, const Answer& answer);
ExitStatus write_matrix(const std::string& matrix, const std::string& file, const Answer& answer);
/// `cancelled` may be set at any time: the run then ends with what it has.
ExitStatus run_kernels(const RunCommand& command, const MachineList& machines, const Answer& answer,
                       const std::atomic<bool>& cancelled);

} // namespace warploom::app
