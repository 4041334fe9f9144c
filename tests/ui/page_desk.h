#pragma once

#include "tests/ui/ui_test_tools.h"

#include "ui/session/session.h"
#include "ui/session/worker_client.h"

#include <memory>

namespace ui_test {

/// Shows a page in a separate session with a worker of the given behavior, and opens a matrix unless its name is empty.
template <class Page> struct PageDesk {
    warploom::ui::Session session;
    std::unique_ptr<Page> page;
    QStringList problems;

    PageDesk(const char* behaviour, const QSize& size, const QString& matrix = {}) : matrix_(matrix) {
        session.worker().setCommand(fake_worker(QLatin1String(behaviour)));
        QObject::connect(&session, &warploom::ui::Session::problem, &session,
                         [this](const QString& sentence) { problems.append(sentence); });
        page = std::make_unique<Page>(session);
        page->resize(size);
        page->show();
        session.worker().start();
        if (!matrix.isEmpty()) session.openMatrix(matrix);
    }
    /// Waits until the worker has answered and the matrix is loaded.
    bool ready() {
        return wait_until([this] {
            return (matrix_.isEmpty() || session.matrix() != nullptr) && !session.worker().handshake().machines.empty();
        });
    }
    template <class W> W* find(const char* name) { return page->template findChild<W*>(QLatin1String(name)); }

private:
    QString matrix_;
};

} // namespace ui_test
