#pragma once

#include <QString>

#include <functional>

namespace warploom::ui {
class Session;
}

namespace warploom {

// Support for running without a window: signal handling, and error messages on standard error.

/// Installs a Qt message handler that formats messages like other terminal output and suppresses messages about a
/// missing display.
void take_messages_of_qt();
/// Installs handlers for SIGINT, SIGTERM and SIGHUP that record the signal. A second signal terminates the program
/// immediately. After this call, the program also exits if Qt cannot start a thread.
void listen_to_signals();
/// Throws Error("cancelled") if SIGINT, SIGTERM or SIGHUP was received. Long operations call this function between
/// files.
void check_signals();
/// Runs the event loop until `is_so` returns true. Returns false on timeout. Throws any error from check_signals().
bool wait_until(const std::function<bool()>& is_so, int seconds);

/// Starts the worker of the session and waits until it is ready. Errors: "worker"; any error from wait_until().
void start_worker(ui::Session& session);

/// Writes an error message and its hint to standard error.
void complain(const QString& sentence, const QString& hint = {});

/// Runs `work` and writes its errors to standard error. Returns the exit status: the result of `work`, 1 after an
/// error, or 128 plus the signal number.
int status_of(const std::function<int()>& work);

/// Makes the program exit with status 1 and an error message if writing to standard output has failed.
void require_standard_output();

} // namespace warploom
