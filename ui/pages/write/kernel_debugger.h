#pragma once

#include "engine/protocol/messages/check.h"
#include "engine/protocol/messages/debug.h"
#include "ui/session/worker_client.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace warploom::ui {

class Session;

using DebugSessionHandle = std::shared_ptr<const protocol::DebugSession>;
using DebugStateHandle = std::shared_ptr<const protocol::DebugState>;

/// Selects the block of a kernel to debug, and its input.
struct DebugTarget {
    QString kernel; ///< name of the source
    QString matrix;
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    int block_size = 128; ///< threads
    int launch = 0;
    std::int64_t block = 0;       ///< index in the grid
    protocol::CheckChange change; ///< how the values of the input are changed
};

/// Debugs one block of a kernel in a separate worker, so that recording it does not delay other requests. All movements
/// are asynchronous and are executed in order; a movement that is asked for during another one follows it.
class KernelDebugger : public QObject {
    Q_OBJECT
public:
    KernelDebugger(Session& session, QObject* parent);

    /// Records a block. Replaces the previous recording.
    void open(const DebugTarget& target);
    void close(); ///< frees the recording, or cancels recording it

    bool isOpening() const { return is_opening_; }
    bool isOpen() const { return session_document_ != nullptr; }
    bool isBusy() const { return pending_ > 0; }
    const DebugTarget& target() const { return target_; }
    const DebugSessionHandle& session() const { return session_document_; } ///< null if nothing is recorded
    const DebugStateHandle& state() const { return state_; }                ///< null before the first stop
    qint64 workerId() const { return worker_.processId(); }

    void step(protocol::DebugStep step, bool is_backward = false);
    void runToLine(int line, bool is_backward = false);
    void runToFinding(); ///< continues to the next error
    /// Shows a warp at a position.
    void showAt(std::int64_t position, int warp);
    /// Shows the current warp at the start of the line that it executed last before a position.
    void showLineBefore(std::int64_t position);
    void setBreakpoints(std::vector<protocol::DebugBreakpoint> breakpoints) { breakpoints_ = std::move(breakpoints); }
    /// Sets the watched expressions, and evaluates them at the current position.
    void setWatches(const QStringList& watches);
    /// Asks where a value comes from. Returns the number with which `explained` or `notExplained` is emitted.
    int why(const protocol::DebugValue& value);

signals:
    void opened(const DebugSessionHandle& session);
    void stopped(const DebugStateHandle& state);
    void explained(int number, const protocol::DebugOrigin& origin);
    void notExplained(int number, const QString& sentence);
    /// Emitted when a movement is not possible. The current position stays valid.
    void refused(const QString& sentence, const QString& hint);
    /// Emitted when there is no recording, or no longer one.
    void failed(const QString& sentence, const QString& hint);
    void busyChanged();

private:
    protocol::DebugStepRequest stepRequest(protocol::DebugStep step, bool is_backward) const;
    /// Sends a request as soon as the requests before it are answered. `make` is called then.
    void enqueue(std::function<Json()> make);
    void sendNext();
    void send(Json fields, std::function<void(const Json&)> done, std::function<void(const WorkerError&)> error);
    void receive(const Json& result);
    void lose(const QString& sentence, const QString& hint);
    void forget();

    Session& session_;
    WorkerClient worker_;
    DebugTarget target_;
    DebugSessionHandle session_document_;
    DebugStateHandle state_;
    std::vector<protocol::DebugBreakpoint> breakpoints_;
    QStringList watches_;
    std::deque<std::function<Json()>> waiting_;
    bool is_opening_ = false, is_moving_ = false;
    int pending_ = 0;    ///< number of requests without an answer
    int generation_ = 0; ///< answers to requests of an earlier recording are ignored
    int questions_ = 0;
};

} // namespace warploom::ui
