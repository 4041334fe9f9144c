#pragma once

#include <QString>

#include <functional>

namespace warploom::ui {
class Session;
}

namespace warploom {

// Support for running without a window: signal handling and error messages on standard error.

/// Formats Qt messages like other terminal output, and drops messages that only report a missing display.
void take_messages_of_qt();
/// Installs handlers that record SIGINT, SIGTERM and SIGHUP. A second signal terminates the program immediately, as
/// does a failure to start the signal thread.
void listen_to_signals();
/// Throws Error("cancelled") if one of these signals was received. Long tasks call this function between files.
void check_signals();
/// Runs the event loop until `is_so` returns true. Returns false on timeout. Throws the same errors as check_signals().
bool wait_until(const std::function<bool()>& is_so, int seconds);

/// Starts the worker of the session and returns when it is ready. Errors: "worker", and all errors of wait_until().
void start_worker(ui::Session& session);

/// Writes a message and its hint to standard error.
void complain(const QString& sentence, const QString& hint = {});

/// Runs `work` and reports errors on standard error. Returns the exit status: the result of `work`, 1 after an error,
/// or 128 plus the number of a signal.
int status_of(const std::function<int()>& work);

/// Makes the program exit with status 1 and a message if some output could not be written to standard output.
void require_standard_output();

} // namespace warploom
