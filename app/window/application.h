#pragma once

#include "ui/session/session.h"

#include <QApplication>
#include <QPointer>

namespace warploom {

/// In the portable archive, makes the fonts in ../share/fonts (relative to the program) available in addition to the
/// system fonts, so that text is displayed even on a machine without fonts, such as a container or a cluster node.
/// Otherwise, does nothing. Must be called before the application object is created, because the font library reads its
/// configuration only once.
void use_bundled_fonts();

/// Selects the Qt platform plug-in before the application object is created. Commands that need no display (--gallery,
/// --report, --experiment-report, --lesson-page, --version, --help) draw offscreen. Returns false, with a message on
/// standard error, if a window is required but there is no display.
bool choose_platform(int argc, char** argv);

/// The application object. If an event handler throws an exception, the program does not exit: the error is displayed
/// in the window, and finished results are kept. Without a window, the program exits with the message. Code that can
/// handle an exception better catches it closer to its origin.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
    /// Sets the session that displays exceptions for as long as it exists. Exceptions are always written to standard
    /// error as well.
    void setSession(ui::Session* session) { session_ = session; }

private:
    QPointer<ui::Session> session_;
};

} // namespace warploom
