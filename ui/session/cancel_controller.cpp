#include "ui/session/cancel_controller.h"

#include "ui/session/session.h"

#include <QTimer>

namespace warploom::ui {

namespace {

// Delay in milliseconds before a message is shown. Without the message, users would click Stop again.
constexpr int patience_ms = 1500;

} // namespace

CancelController::CancelController(Session& session, QObject* parent)
    : QObject(parent), session_(session), patience_(new QTimer(this)) {
    patience_->setSingleShot(true);
    connect(patience_, &QTimer::timeout, this, [this] {
        session_.report(tr("Stopping after the current launch, which cannot be interrupted."),
                        tr("Press Stop again to end the worker immediately. Finished results are kept."));
    });
}

void CancelController::ask(const QString& request) {
    if (asked_) {
        session_.worker().stop();
        session_.worker().start();
        return;
    }
    asked_ = true;
    session_.worker().cancel(request);
    patience_->start(patience_ms);
}

void CancelController::over() {
    asked_ = false;
    patience_->stop();
}

bool CancelController::explains(const WorkerError& error) const {
    return error.code == "cancelled" || (asked_ && error.code == "worker.stopped");
}

} // namespace warploom::ui
