#pragma once

#include "ui/session/session.h"

#include <QApplication>
#include <QPointer>

namespace warploom {

/// Adds the fonts in ../share/fonts (relative to the program) to the system fonts if the program runs from the portable
/// archive. This makes text visible even on a computer without fonts, such as a container or a cluster node. Must be
/// called before the application object is created, because the font library reads its configuration only once.
void use_bundled_fonts();

/// Selects the Qt platform plugin before the application object is created. Commands that do not need a display
/// (--gallery, --report, --experiment-report, --lesson-page, --version, --help) use the offscreen plugin. If a window
/// is required but there is no display, prints a message to standard error and returns false.
bool choose_platform(int argc, char** argv);

/// The application object. An exception in an event handler does not end the program. The window displays the error,
/// and finished results are preserved. Without a window, the program exits with an error message.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
    /// Sets the session whose window displays exceptions. Exceptions are also written to standard error.
    void setSession(ui::Session* session) { session_ = session; }

private:
    QPointer<ui::Session> session_;
};

} // namespace warploom
