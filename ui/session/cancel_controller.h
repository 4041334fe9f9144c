#pragma once

#include "ui/session/worker_client.h"

#include <QObject>
#include <QString>

class QTimer;

namespace warploom::ui {

class Session;

/// Implements the Stop button for requests whose kernel launches cannot be interrupted. When the user clicks Stop for
/// the first time, the request is canceled, and a message is shown if this takes a long time. A second click terminates
/// the worker. Completed results are preserved in both cases.
class CancelController : public QObject {
    Q_OBJECT
public:
    CancelController(Session& session, QObject* parent);

    void ask(const QString& request);
    void over(); ///< ends the stop operation; must be called at the end of each request
    bool isAsked() const { return asked_; }
    /// Returns whether an error was caused by stopping the request. Such an error does not have to be reported.
    bool explains(const WorkerError& error) const;

private:
    Session& session_;
    QTimer* patience_;
    bool asked_ = false;
};

} // namespace warploom::ui
