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

/// The block of a kernel to debug, and the kernel's input.
struct DebugTarget {
    QString kernel;
    QString matrix;
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    int block_size = 128;
    int launch = 0;
    std::int64_t block = 0;
    protocol::CheckChange change; ///< modification of the input values
};

/// Debugs one block of a kernel in a separate worker, so that recording the block does not delay other requests.
/// Commands such as stepping are asynchronous and are executed in the order of the requests.
class KernelDebugger : public QObject {
    Q_OBJECT
public:
    KernelDebugger(Session& session, QObject* parent);

    /// Records the execution of a block. Replaces the previous recording.
    void open(const DebugTarget& target);
    void close(); ///< Frees the recording, or cancels it if it is in progress.

    bool isOpening() const { return is_opening_; }
    bool isOpen() const { return session_document_ != nullptr; }
    bool isBusy() const { return pending_ > 0; }
    const DebugTarget& target() const { return target_; }
    /// Returns the recording, or null if nothing is recorded.
    const DebugSessionHandle& session() const { return session_document_; }
    /// Returns the current state of the debugger, or null before the first stop.
    const DebugStateHandle& state() const { return state_; }
    qint64 workerId() const { return worker_.processId(); }

    void step(protocol::DebugStep step, bool is_backward = false);
    void runToLine(int line, bool is_backward = false);
    /// Continues to the next error. If the recorded run has no errors, because only a later run has errors, continues
    /// to `line`.
    void runToFinding(int line);
    /// Shows the state of a warp at a position in the recording.
    void showAt(std::int64_t position, int warp);
    /// Shows the current warp at the start of the source line that it executed most recently before `position`.
    void showLineBefore(std::int64_t position);
    void setBreakpoints(std::vector<protocol::DebugBreakpoint> breakpoints) { breakpoints_ = std::move(breakpoints); }
    /// Sets the watch expressions and evaluates them at the current position.
    void setWatches(const QStringList& watches);
    /// Requests the origin of a value. Returns the request number, which is passed to `explained` or `notExplained`.
    int why(const protocol::DebugValue& value);

signals:
    void opened(const DebugSessionHandle& session);
    void stopped(const DebugStateHandle& state);
    void explained(int number, const protocol::DebugOrigin& origin);
    void notExplained(int number, const QString& sentence);
    /// Emitted when a requested movement is not possible. The current position remains valid.
    void refused(const QString& sentence, const QString& hint);
    /// Emitted when there is no recording or when the recording has been lost.
    void failed(const QString& sentence, const QString& hint);
    void busyChanged();

private:
    protocol::DebugStepRequest stepRequest(protocol::DebugStep step, bool is_backward) const;
    /// Sends a request as soon as all previous requests have been answered. Calls `make` at that time to create the
    /// request.
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
    int pending_ = 0; ///< number of requests that have not been answered
    /// Number of the current recording. Responses that refer to an earlier recording are ignored.
    int generation_ = 0;
    int questions_ = 0;
};

} // namespace warploom::ui
