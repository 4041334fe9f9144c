#pragma once

#include "ui/mainwindow/main_window.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"

#include "ui_test_tools.h"

#include <QApplication>
#include <QString>
#include <QStringList>

namespace ui_test {

/// A complete main window with a worker that `command` starts.
struct MainWindowDesk {
    warploom::ui::Session session;
    warploom::ui::MainWindow window{session};
    explicit MainWindowDesk(const QStringList& command) {
        session.worker().setCommand(command);
        window.show();
        QApplication::setActiveWindow(&window);
        session.worker().start();
    }
    bool open(const QString& name) {
        session.openMatrix(name);
        return wait_until([this] { return !session.isLoading(); }) && session.matrix() != nullptr;
    }
    bool greeted() {
        return wait_until([this] { return !session.worker().handshake().machines.empty(); });
    }
};

} // namespace ui_test
