#pragma once

#include "ui/session/worker_client.h"

#include <QObject>
#include <QString>

class QTimer;

namespace warploom::ui {

class Session;

/// The Stop of a request whose launches cannot be interrupted. Asked once it cancels the request, and says what it
/// waits for where that takes long; asked again it ends the worker, whatever that does. Finished results stay either
/// way.
class CancelController : public QObject {
    Q_OBJECT
public:
    CancelController(Session& session, QObject* parent);

    void ask(const QString& request);
    void over(); ///< the request has ended, however it did
    bool isAsked() const { return asked_; }
    /// Whether a request ended so because it was stopped: no reason to complain.
    bool explains(const WorkerError& error) const;

private:
    Session& session_;
    QTimer* patience_;
    bool asked_ = false;
};

} // namespace warploom::ui
