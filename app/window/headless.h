#pragma once

#include <QString>

#include <functional>

namespace warploom::ui {
class Session;
}

namespace warploom {

// Support for running without a window: signal handling and error messages on standard error.

/// Formats the messages of Qt like other terminal output, and drops those that only report a missing display.
void take_messages_of_qt();
/// SIGINT, SIGTERM and SIGHUP are noted from here on; a second one ends the program at once, and so does a thread that
/// cannot be started.
void listen_to_signals();
/// Throws Error("cancelled") once one of them came. Long work calls this between two files.
void check_signals();
/// Lets the event loop work until it is so; false when it takes longer than that. Throws as check_signals().
bool wait_until(const std::function<bool()>& is_so, int seconds);

/// Returns when the worker of the session is ready. Errors: "worker", and those of wait_until().
void start_worker(ui::Session& session);

/// A sentence and its hint on standard error.
void complain(const QString& sentence, const QString& hint = {});

/// Runs the work, and reports errors on standard error. Returns the exit status: that of `work`, 1 after an error, 128
/// plus the number of a signal.
int status_of(const std::function<int()>& work);

/// From here on the program ends with 1 and a sentence where standard output did not take all that was printed.
void require_standard_output();

} // namespace warploom
