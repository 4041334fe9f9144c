#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>

class QProcess;
class QTimer;

namespace warploom::ui {

struct MachineInfo {
    QString id, title, kind; ///< kind: "cpu", "cuda" or "simulated"
    QJsonObject facts;
};

struct KernelInfo {
    QString id, format, title, summary, source, runs_on; ///< runs_on: "host", "gpu", "cuda" or "anywhere"
    QString operation = QStringLiteral("spmv");          ///< "spmv", "cg" (a method), "tridiagonal" or "ata"
    bool takes_product = false;                          ///< of "cg": it is run over a kernel of "spmv", `cg:ell`

    bool runsOn(const QString& machine_kind) const {
        if (runs_on == QLatin1String("anywhere")) return true;
        if (machine_kind == QLatin1String("cpu")) return runs_on == QLatin1String("host");
        if (machine_kind == QLatin1String("cuda"))
            return runs_on == QLatin1String("gpu") || runs_on == QLatin1String("cuda");
        return runs_on == QLatin1String("gpu");
    }
};

struct FormatInfo {
    QString id, title, summary, source;
};

/// What the worker said of itself in its first line (docs/protocol.md).
struct Handshake {
    int protocol = 0;
    QString version, no_cuda;
    QList<MachineInfo> machines;
    QList<KernelInfo> kernels;
    QList<FormatInfo> formats;

    const MachineInfo* machine(const QString& id) const;
    const KernelInfo* kernel(const QString& id) const;
    /// Those of one operation, in the order of the greeting; of "cg", these are the methods.
    QList<KernelInfo> kernelsOf(const QString& operation) const;
};

/// Why a request ended badly: {code, message, hint} of the protocol. Codes of the client's own: "worker.start" (the program
/// did not start), "worker.ended" (it died in the middle), "worker.stopped" (we asked it to quit), "worker.protocol" (it speaks another version).
struct WorkerError {
    QString code, message, hint;
};

/// What to call while a request runs; each may stay empty. Exactly one of `done` and `error` is called, last.
struct RequestHandlers {
    std::function<void(const QJsonObject& event)> event; ///< progress, samples, row
    std::function<void(const QJsonObject& result)> done;
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
    QString request(QJsonObject fields, RequestHandlers handlers, QObject* context = nullptr);
    /// Asks the worker to end a request early; its handlers still hear how it ended.
    void cancel(const QString& id);

    State state() const { return state_; }
    QString stateText() const;                                ///< "worker ready", "worker busy: measuring ell", ...
    const Handshake& handshake() const { return handshake_; } ///< of the last worker that greeted; empty before
    qint64 processId() const;                                 ///< 0 when none runs

signals:
    void stateChanged();
    void handshakeChanged(); ///< machines, kernels and formats are known (again)
    void failedIdle(const QString& sentence,
                    const QString& hint); ///< it ended, or never started, while nothing was asked of it
    void chatter(const QString& line);    ///< what the worker printed beside the protocol

private:
    struct Open {
        RequestHandlers handlers;
        QPointer<QObject> context;
        bool has_context = false;
        QByteArray line;
        bool sent = false;
    };
    void readLines(bool at_end = false);
    void handleLine(const QByteArray& line);
    void handleHandshake(const QJsonObject& object);
    void handleEvent(const QJsonObject& object);
    void processEnded(const QString& how, const QString& hint, const QString& code);
    void setState(State state);
    void sendWaiting();
    void finish(const QString& id, const QJsonObject* result, const WorkerError* error);

    QStringList command_;
    QProcess* process_ = nullptr;
    QTimer* greeting_timer_ = nullptr;
    QByteArray buffer_;
    qsizetype searched_ = 0; ///< bytes of `buffer_` known to hold no line end
    bool skipping_ = false;  ///< inside a line that was too long
    QByteArray last_chatter_;
    Handshake handshake_;
    QHash<QString, Open> open_;
    QStringList order_; ///< ids in the order they were asked
    QString activity_, failure_;
    bool greeted_ = false;
    State state_ = State::stopped;
    int next_id_ = 1;
};

} // namespace warploom::ui
