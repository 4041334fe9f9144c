#pragma once

#include "ui/session/session.h"

#include <QApplication>
#include <QPointer>

namespace warploom {

/// In the portable archive fonts lie in ../share/fonts beside the program: makes the font library see them after the
/// system's own, so that a bare machine (a container, a cluster node) draws text too. Does nothing anywhere else.
/// Call it before the application object is made, because the font library reads its configuration once.
void use_bundled_fonts();

/// Chooses where Qt draws, before the application object is made. What needs no display (--gallery, --report,
/// --experiment-report,
/// --lesson-page, --version,
/// --help) draws in memory. Returns false, with a sentence on standard error, when a window is wanted and there is no
/// display.
bool choose_platform(int argc, char** argv);

/// The application, which a failure in an answer to an event does not end: it is told in the window, and finished
/// results stay. Without a window the program ends with the sentence. Code that can do more about a failure catches it
/// nearer to where it is thrown.
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
