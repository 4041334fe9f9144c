#pragma once

#include "ui/session/session.h"

#include <QApplication>
#include <QPointer>

namespace warploom {

/// The application, which a failure in an answer to an event does not end: it is told in the window, and what was made
/// stays. Without a window the program ends with the sentence. Whoever can do more about a failure catches it nearer to
/// where it is thrown.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
    /// From now on failures are told in this session, while it lives; on standard error in any case.
    void setSession(ui::Session* session) { session_ = session; }

private:
    QPointer<ui::Session> session_;
};

} // namespace warploom
