#include "app/window/headless.h"

#include "engine/error.h"
#include "engine/terminal_text.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace warploom {

namespace {

std::atomic<int> stopping_signal{0};

extern "C" void note_signal(int signal) {
    stopping_signal = signal;
    std::signal(signal, SIG_DFL);
}

QtMessageHandler usual_handler = nullptr;
bool ends_without_threads = false;

void take_message(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    // Suppress this message, which Qt prints for each window on a platform without a screen.
    if (message.startsWith(QLatin1String("This plugin does not support propagateSizeHints"))) return;
    usual_handler(type, context, QString::fromStdString(for_terminal(message.toStdString())));
    // Exit if a thread cannot be started. Otherwise, Qt would only print a message, and code that waits for the thread
    // would wait forever.
    if (!ends_without_threads || !message.startsWith(QLatin1String("QThread::start: Thread creation error"))) return;
    std::fputs("Could not start a thread.\nHint: Close other programs.\n", stderr);
    std::_Exit(1);
}

} // namespace

void take_messages_of_qt() { usual_handler = qInstallMessageHandler(take_message); }

void listen_to_signals() {
    ends_without_threads = true;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        // Keep ignoring a signal that was already ignored, for example under nohup.
        if (std::signal(signal, note_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void check_signals() {
    if (stopping_signal == 0) return;
    const char* const name = stopping_signal == SIGINT ? "SIGINT" : stopping_signal == SIGTERM ? "SIGTERM" : "SIGHUP";
    throw Error("cancelled", std::string("Stopped by ") + name + ".", "The remaining output was not written.");
}

bool wait_until(const std::function<bool()>& is_so, int seconds) {
    QElapsedTimer clock;
    clock.start();
    while (!is_so()) {
        check_signals();
        if (clock.elapsed() > seconds * 1000LL) return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
        QThread::msleep(2);
    }
    return true;
}

void start_worker(ui::Session& session) {
    session.worker().start();
    using State = ui::WorkerClient::State;
    wait_until([&] { return session.worker().state() == State::ready || session.worker().state() == State::failed; },
               60);
    if (session.worker().state() != State::ready)
        throw Error("worker", ("The worker did not start: " + session.worker().stateText() + ".").toStdString(),
                    "Install warploom-engine, or set WARPLOOM_ENGINE to its path.");
}

void complain(const QString& sentence, const QString& hint) {
    tell(sentence.toStdString());
    if (!hint.isEmpty()) tell("Hint: " + hint.toStdString());
}

int status_of(const std::function<int()>& work) {
    try {
        return work();
    } catch (const Error& error) {
        complain(error.what(), QString::fromStdString(error.hint()));
        if (error.code() == "cancelled" && stopping_signal != 0) return 128 + stopping_signal;
    } catch (const std::bad_alloc&) {
        std::fputs("Not enough memory.\nHint: Close other programs, or choose a smaller matrix.\n", stderr);
    } catch (const std::exception& failure) { tell(std::string("The program failed: ") + failure.what() + "."); }
    return 1;
}

void require_standard_output() {
    std::signal(SIGPIPE, SIG_IGN); // Keep writing files if the output pipe is closed. The error is reported on exit.
    std::atexit([] {
        const bool has_failed = std::ferror(stdout) != 0;
        if (std::fclose(stdout) == 0 && !has_failed) return;
        tell(std::string("Could not write all output to standard output: ") + std::strerror(errno) + ".");
        _exit(1);
    });
}

} // namespace warploom
