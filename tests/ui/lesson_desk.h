#pragma once

#include "ui/mainwindow/main_window.h"
#include "ui/session/worker_client.h"

#include "ui_test_tools.h"

#include <QPushButton>
#include <QString>
#include <QTest>

namespace ui_test {

/// A window with a small matrix and the worker of this build.
struct Desk {
    warploom::ui::Session session;
    warploom::ui::MainWindow window{session};

    Desk() {
        session.worker().setCommand({qEnvironmentVariable("WARPLOOM_ENGINE"), QStringLiteral("serve")});
        session.openMatrix(QStringLiteral("arrow:n=20"));
        wait_until([&] { return session.matrix() != nullptr; });
        window.show();
    }
    template <class W> W* find(const char* name) { return window.findChild<W*>(QLatin1String(name)); }
    void press(const char* button) { QTest::keyClick(find<QPushButton>(button), Qt::Key_Space); }
    bool settled() {
        return wait_until([&] { return !session.isLoading(); });
    }
    QString page() {
        return QString::fromLatin1(window.currentPage()->metaObject()->className()).section(QStringLiteral("::"), -1);
    }
};

} // namespace ui_test
