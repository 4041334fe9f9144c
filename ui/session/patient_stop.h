#pragma once

#include "ui/session/worker_client.h"

#include <QObject>
#include <QString>

class QTimer;

namespace warploom::ui {

class Session;

/// The Stop of a request whose launches nobody can interrupt. Asked once it cancels the request, and says what it waits
/// for where that takes long; asked again it ends the worker, whatever that does. What was finished stays either way.
class PatientStop : public QObject {
    Q_OBJECT
public:
    PatientStop(Session& session, QObject* parent);

    void ask(const QString& request);
    void over(); ///< the request has ended, however it did
    bool isAsked() const { return asked_; }
    /// Whether a request ended so because somebody stopped it: nothing to complain about.
    bool explains(const WorkerError& error) const;

private:
    Session& session_;
    QTimer* patience_;
    bool asked_ = false;
};

} // namespace warploom::ui
