#pragma once

#include "engine/protocol/messages/handshake.h"
#include "ui/session/background.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <utility>
#include <vector>

class QProcess;
class QTimer;

namespace warploom::ui {

/// The reason why a request failed. The client adds these codes: "worker.start" (the program did not start),
/// "worker.ended" (it exited unexpectedly), "worker.stopped" (it was stopped by stop()), "worker.protocol" (another
/// protocol version or invalid output).
using WorkerError = protocol::Failure;

/// Callbacks for a request; each may be empty. Exactly one of `done` and `error` is called, last. If `event` or `done`
/// throws an Error (for a malformed response), it is reported like an error of the worker.
struct RequestHandlers {
    std::function<void(const protocol::ProgressEvent& progress)> progress;
    std::function<void(const std::string& name, const Json& event)> event; ///< samples, row, ...
    std::function<void(const Json& result)> done;
    std::function<void(const WorkerError& error)> error;
};

/// Communicates with a `warploom-engine serve` process over its standard input and output without blocking the GUI. If
/// the worker exits, all open requests fail; the next request starts a new worker.
class WorkerClient : public QObject {
    Q_OBJECT
public:
    enum class State { stopped, starting, ready, busy, failed };
    static constexpr int protocol_version = 1;
    static constexpr qsizetype longest_line = 16 * 1024 * 1024;

    explicit WorkerClient(QObject* parent = nullptr);
    ~WorkerClient() override;

    /// Sets the command that starts a worker, for example {"ssh", "-T", "host", "warploom-engine", "serve"}. The
    /// default is the environment variable WARPLOOM_ENGINE, or `warploom-engine` next to this program, with `serve`.
    void setCommand(const QStringList& command);
    QStringList command() const { return command_; }

    void start(); ///< does nothing if one is running
    void stop();  ///< asks it to exit; open requests fail with "worker.stopped"

    /// Sends `fields` ("request" and its parameters; the id is added here) and returns the id. Starts a worker if none
    /// is running. Handlers are called from the event loop, never from within this call, and not after `context` was
    /// destroyed.
    QString request(Json fields, RequestHandlers handlers, QObject* context = nullptr);
    /// Sets a function that completes each request before it is sent.
    void setCompletion(std::function<void(Json& fields)> complete) { complete_ = std::move(complete); }
    /// Sets a function that validates each answer and event before the handlers are called. An exception ends the
    /// request like an invalid answer.
    void setAnswerCheck(std::function<void(const Json& request, const Json& answer)> check) {
        check_ = std::move(check);
    }
    /// Adds kernels of this window to those of the worker in `handshake()`.
    void setOwnKernels(std::vector<protocol::KernelEntry> kernels);
    /// Asks the worker to end a request early. Its handlers are still called.
    void cancel(const QString& id);

    State state() const { return state_; }
    QString stateText() const; ///< "worker ready", "worker busy: measuring ell", ...
    const protocol::Handshake& handshake() const {
        return handshake_;
    }                         ///< of the last worker that started; empty before
    qint64 processId() const; ///< 0 if no worker is running

signals:
    void stateChanged();
    void handshakeChanged(); ///< machines, kernels and formats are available or have changed
    void failedIdle(const QString& sentence,
                    const QString& hint); ///< the worker exited or failed to start without an open request
    void chatter(const QString& line);    ///< output of the worker that is not part of the protocol

private:
    struct Open {
        RequestHandlers handlers;
        QPointer<QObject> context;
        bool has_context = false;
        Json about = {}; ///< for validating the response: matrix and operation of the request
        QByteArray line;
        bool sent = false;
    };
    void readLines(bool at_end = false);
    void handleLine(const QByteArray& line);
    void parseAside(const QByteArray& line); ///< continues with the next line when it is parsed
    /// `object` is null if the line is invalid; `damage` contains the reason.
    void takeLine(const QByteArray& line, const Json& object, const WorkerError& damage);
    void handleHandshake(const Json& object);
    void joinKernels();
    void handleEvent(const Json& object);
    void tellEnd(); ///< reports that the process has finished
    void tellToCancel(const QString& id);
    void abandon(const QString& id, const WorkerError& why); ///< cancels the request in the worker and fails it
    void giveUp(const QString& sentence, const QString& version);
    void processEnded(const QString& how, const QString& hint, const QString& code);
    void setState(State state);
    void sendWaiting();
    void finish(const QString& id, const Json* result, const WorkerError* error);

    QStringList command_;
    QProcess* process_ = nullptr;
    QTimer* greeting_timer_ = nullptr;
    QByteArray buffer_;
    qsizetype searched_ = 0;    ///< number of bytes in `buffer_` without a line end
    bool skipping_ = false;     ///< skipping the rest of a line that was too long
    bool is_parsing_ = false;   ///< a long line is parsed in the background; later lines wait
    bool has_finished_ = false; ///< the process finished during parsing
    QByteArray last_chatter_;
    protocol::Handshake handshake_; ///< including the kernels of this window
    QHash<QString, Open> open_;
    QStringList order_; ///< request ids in the order of sending
    QString activity_;
    bool greeted_ = false;
    State state_ = State::stopped;
    int next_id_ = 1;
    protocol::Handshake greeting_; ///< as received
    std::vector<protocol::KernelEntry> own_kernels_;
    std::function<void(Json& fields)> complete_;
    std::function<void(const Json& request, const Json& answer)> check_;
    BackgroundPool pool_{"worker lines", 1}; ///< last member: its destructor waits for running work first
};

} // namespace warploom::ui
