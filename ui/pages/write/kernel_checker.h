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

/// Has a text checked by a worker of its own: a long run elsewhere does not keep a verdict waiting, and a text that
/// holds the worker can be ended with it. A newer question takes the place of an older one.
class KernelChecker : public QObject {
    Q_OBJECT
public:
    KernelChecker(Session& session, QObject* parent);

    /// The text of that name, on the open matrix where it is small, with the card, the precision and the threads that
    /// are chosen.
    void ask(const QString& name);
    void stop(); ///< whatever the worker does
    bool isBusy() const { return !request_.isEmpty(); }

    /// Matrices of more nonzeros are not checked on: a verdict shall come at once.
    static constexpr std::int64_t most_nonzeros = 100'000;

signals:
    void answered(const CheckHandle& check, int revision);
    void failed(const QString& sentence, const QString& hint);
    void busyChanged();

private:
    void send(const QString& name);

    Session& session_;
    WorkerClient worker_;
    QString request_, asked_; ///< the open request, and the name that it is about
    QTimer patience_;         ///< with a worker that was told to leave an older question
};

} // namespace warploom::ui
