#pragma once

#include "engine/protocol/framing/request.h"
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

/// Error of a failed request. In addition to the worker's own codes, there are "worker.start" (the program could not be
/// started), "worker.ended" (the program exited unexpectedly), "worker.stopped" (stop() was called), and
/// "worker.protocol" (different protocol version or invalid output).
using WorkerError = protocol::Failure;

/// Callbacks of a request. Each callback may be empty. The last callback is always either `done` or `error`. If `event`
/// or `done` throws an Error because a response is malformed, the error is reported like an error from the worker.
struct RequestHandlers {
    std::function<void(const protocol::ProgressEvent& progress)> progress;
    /// Called for all events except progress, such as samples and rows.
    std::function<void(const std::string& name, const Json& event)> event;
    std::function<void(const Json& result)> done;
    std::function<void(const WorkerError& error)> error;
};

/// Communicates with a `warploom-engine serve` process through its standard input and output, without blocking the GUI.
/// If the worker exits, all open requests fail, and the next request starts a new worker.
class WorkerClient : public QObject {
    Q_OBJECT
public:
    enum class State { stopped, starting, ready, busy, failed };
    static constexpr int protocol_version = 1;
    static constexpr qsizetype longest_line = 16 * 1024 * 1024;

    explicit WorkerClient(QObject* parent = nullptr);
    ~WorkerClient() override;

    /// Sets the command for starting a worker, such as {"ssh", "-T", "host", "warploom-engine", "serve"}. By default,
    /// the command is `serve` of the program specified by the environment variable WARPLOOM_ENGINE. If the variable is
    /// not set, it is `serve` of `warploom-engine` in the folder of this program.
    void setCommand(const QStringList& command);
    QStringList command() const { return command_; }

    void start(); ///< starts the worker unless it is already running
    void stop();  ///< stops the worker; open requests fail with "worker.stopped"

    /// Sends a request to the worker and returns its ID. `fields` contains the name of the request and its parameters.
    /// This function adds the ID. Starts a worker if none is running. Handlers are called from the event loop, never
    /// from within this call, and never after `context` has been destroyed.
    QString request(Json fields, RequestHandlers handlers, QObject* context = nullptr);
    template <protocol::Request R>
    QString request(const R& request_of_type, RequestHandlers handlers, QObject* context = nullptr) {
        return request(protocol::request_json(request_of_type), std::move(handlers), context);
    }
    /// Sets a function that completes the fields of each request before it is sent.
    void setCompletion(std::function<void(Json& fields)> complete) { complete_ = std::move(complete); }
    /// Sets a function that validates each response and event before the handlers are called. If the function throws,
    /// the request fails as for an invalid response.
    void setAnswerCheck(std::function<void(const Json& request, const Json& answer)> check) {
        check_ = std::move(check);
    }
    /// Sets the user's own kernels, which handshake() lists in addition to the worker's kernels.
    void setOwnKernels(std::vector<protocol::KernelEntry> kernels);
    /// Asks the worker to cancel a request. The handlers of the request are still called.
    void cancel(const QString& id);

    State state() const { return state_; }
    /// Returns the worker's state as text, such as "Ready" or "worker busy: measuring ell".
    QString stateText() const;
    /// Returns the handshake of the most recent worker; empty before the first start.
    const protocol::Handshake& handshake() const { return handshake_; }
    qint64 processId() const; ///< returns the process ID of the worker, or 0 if no worker is running

signals:
    void stateChanged();
    void handshakeChanged(); ///< emitted when the lists of machines, kernels and formats become available or change
    /// Emitted when the worker exits, or fails to start, while no request is open.
    void failedIdle(const QString& sentence, const QString& hint);
    void chatter(const QString& line); ///< emitted with worker output that is not part of the protocol

private:
    struct Open {
        RequestHandlers handlers;
        QPointer<QObject> context;
        bool has_context = false;
        Json about = {}; ///< matrix and operation of the request, which are needed to validate the response
        QByteArray line;
        bool sent = false;
    };
    void readLines(bool at_end = false);
    void handleLine(const QByteArray& line);
    /// Parses a long line in the background, and then continues with the next line.
    void parseAside(const QByteArray& line);
    /// Handles a parsed line from the worker. If the line is invalid, `object` is null and `damage` contains the
    /// reason.
    void takeLine(const QByteArray& line, const Json& object, const WorkerError& damage);
    void handleHandshake(const Json& object);
    void joinKernels();
    void handleEvent(const Json& object);
    void tellEnd();
    void tellToCancel(const QString& id);
    /// Cancels a request in the worker and reports it as failed to its handlers.
    void abandon(const QString& id, const WorkerError& why);
    void giveUp(const QString& sentence, const QString& version);
    void processEnded(const QString& how, const QString& hint, const QString& code);
    void setState(State state);
    void sendWaiting();
    void finish(const QString& id, const Json* result, const WorkerError* error);

    QStringList command_;
    QProcess* process_ = nullptr;
    QTimer* greeting_timer_ = nullptr;
    QByteArray buffer_;
    qsizetype searched_ = 0;    ///< number of bytes at the start of `buffer_` that contain no line feed
    bool skipping_ = false;     ///< whether the rest of an overlong line is being skipped
    bool is_parsing_ = false;   ///< whether a long line is being parsed in the background, while later lines wait
    bool has_finished_ = false; ///< whether the process has finished while a line was being parsed
    QByteArray last_chatter_;
    protocol::Handshake handshake_; ///< handshake of the worker, extended by the user's own kernels
    QHash<QString, Open> open_;
    QStringList order_; ///< IDs of the open requests, in the order in which they were sent
    QString activity_;
    bool greeted_ = false;
    State state_ = State::stopped;
    int next_id_ = 1;
    protocol::Handshake greeting_; ///< handshake as received from the worker, without the user's own kernels
    std::vector<protocol::KernelEntry> own_kernels_;
    std::function<void(Json& fields)> complete_;
    std::function<void(const Json& request, const Json& answer)> check_;
    BackgroundPool pool_{"worker lines", 1}; ///< declared last, because its destructor waits for running tasks
};

} // namespace warploom::ui
