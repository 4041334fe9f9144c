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

/// Why a request ended badly. Codes of the client's own: "worker.start" (the program did not start), "worker.ended" (it
/// died in the middle), "worker.stopped" (we asked it to quit), "worker.protocol" (it speaks another version, or
/// nothing that can be read).
using WorkerError = protocol::Failure;

/// Callbacks for a request; each may be empty. Exactly one of `done` and `error` is called, last. If `event` or `done`
/// throws an Error (for a malformed response), it is reported like an error of the worker.
struct RequestHandlers {
    std::function<void(const protocol::ProgressEvent& progress)> progress;
    std::function<void(const std::string& name, const Json& event)> event; ///< samples, row, ...
    std::function<void(const Json& result)> done;
    std::function<void(const WorkerError& error)> error;
};

/// Speaks to one `warploom-engine serve` over its standard input and output, never blocking the window. A worker
/// that dies ends every open request with the way it ended; the next request starts a new one.
class WorkerClient : public QObject {
    Q_OBJECT
public:
    enum class State { stopped, starting, ready, busy, failed };
    static constexpr int protocol_version = 1;
    static constexpr qsizetype longest_line = 16 * 1024 * 1024;

    explicit WorkerClient(QObject* parent = nullptr);
    ~WorkerClient() override;

    /// The command that starts a worker, for example {"ssh", "-T", "host", "warploom-engine", "serve"}. Default: the
    /// environment's WARPLOOM_ENGINE, or `warploom-engine` beside this program, with `serve`.
    void setCommand(const QStringList& command);
    QStringList command() const { return command_; }

    void start(); ///< no effect when one is running
    void stop();  ///< asks it to quit; open requests end with "worker.stopped"

    /// Sends `fields` (with "request" and what belongs to it; the id is put in here) and returns the id. Starts a
    /// worker when there is none. Handlers are called from the event loop, never from within this call, and not after
    /// `context` was destroyed.
    QString request(Json fields, RequestHandlers handlers, QObject* context = nullptr);
    /// Called with each request before it is sent, to put in what belongs to it.
    void setCompletion(std::function<void(Json& fields)> complete) { complete_ = std::move(complete); }
    /// Called with each request and each of its answers and events, before the handlers are. What it throws ends the
    /// request, as a damaged answer does.
    void setAnswerCheck(std::function<void(const Json& request, const Json& answer)> check) {
        check_ = std::move(check);
    }
    /// Kernels of this window beside those that the worker knows: they stand in `handshake()`, too.
    void setOwnKernels(std::vector<protocol::KernelEntry> kernels);
    /// Asks the worker to end a request early; its handlers still hear how it ended.
    void cancel(const QString& id);

    State state() const { return state_; }
    QString stateText() const; ///< "worker ready", "worker busy: measuring ell", ...
    const protocol::Handshake& handshake() const {
        return handshake_;
    }                         ///< of the last worker that greeted; empty before
    qint64 processId() const; ///< 0 when none runs

signals:
    void stateChanged();
    void handshakeChanged(); ///< machines, kernels and formats are known (again)
    void failedIdle(const QString& sentence,
                    const QString& hint); ///< it ended, or never started, while nothing was asked of it
    void chatter(const QString& line);    ///< output of the worker outside the protocol

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
    void parseAside(const QByteArray& line); ///< and goes on with the next one when it is read
    /// `object`: null where the line is none, with the reason in `damage`.
    void takeLine(const QByteArray& line, const Json& object, const WorkerError& damage);
    void handleHandshake(const Json& object);
    void joinKernels();
    void handleEvent(const Json& object);
    void tellEnd(); ///< reports that the process has finished
    void tellToCancel(const QString& id);
    void abandon(const QString& id, const WorkerError& why); ///< the worker need not go on, and the request ends
    void giveUp(const QString& sentence, const QString& version);
    void processEnded(const QString& how, const QString& hint, const QString& code);
    void setState(State state);
    void sendWaiting();
    void finish(const QString& id, const Json* result, const WorkerError* error);

    QStringList command_;
    QProcess* process_ = nullptr;
    QTimer* greeting_timer_ = nullptr;
    QByteArray buffer_;
    qsizetype searched_ = 0;    ///< bytes of `buffer_` known to hold no line end
    bool skipping_ = false;     ///< inside a line that was too long
    bool is_parsing_ = false;   ///< a long line, in the background; the next ones wait
    bool has_finished_ = false; ///< the process, meanwhile
    QByteArray last_chatter_;
    protocol::Handshake handshake_; ///< with this window's kernels
    QHash<QString, Open> open_;
    QStringList order_; ///< ids in the order they were asked
    QString activity_;
    bool greeted_ = false;
    State state_ = State::stopped;
    int next_id_ = 1;
    protocol::Handshake greeting_; ///< as it came
    std::vector<protocol::KernelEntry> own_kernels_;
    std::function<void(Json& fields)> complete_;
    std::function<void(const Json& request, const Json& answer)> check_;
    BackgroundPool pool_{"worker lines", 1}; ///< last: it waits for its work before anything else goes
};

} // namespace warploom::ui
