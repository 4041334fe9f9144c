#pragma once

#include "engine/protocol/messages/check.h"
#include "ui/session/worker_client.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

namespace warploom::ui {

class Session;

using CheckHandle = std::shared_ptr<const protocol::Check>;

/// Checks the source of a kernel in a separate worker, so that long runs in the main worker do not delay the result. If
/// the kernel hangs, this worker can be terminated. A new request replaces the previous one.
class KernelChecker : public QObject {
    Q_OBJECT
public:
    KernelChecker(Session& session, QObject* parent);

    /// Checks the kernel source with the given name for the selected card, precision and block size. If the open matrix
    /// is small, includes it as an input.
    void ask(const QString& name);
    void stop(); ///< Stops the worker immediately, which also ends the check.
    bool isBusy() const { return !request_.isEmpty(); }

    /// Maximum number of nonzeros of a matrix that is used in a check. The limit is low, because checks must be fast.
    static constexpr std::int64_t most_nonzeros = 100'000;

signals:
    void answered(const CheckHandle& check, int revision);
    void failed(const QString& sentence, const QString& hint);
    void busyChanged();

private:
    void send(const QString& name);

    Session& session_;
    WorkerClient worker_;
    QString request_, asked_; ///< ID of the pending request, and name of the kernel source being checked
    QTimer patience_;         ///< limits how long canceling a previous request may take
};

} // namespace warploom::ui
