#pragma once

#include "tests/ui/ui_test_tools.h"
#include "tests/ui/warp_page_support.h"

#include "ui/components/warp/player.h"
#include "ui/gallery/scenes.h"
#include "ui/pages/warp/comparison/warp_comparison.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/warp_file.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/pages/warp/warp_panes.h"
#include "ui/pages/warp/warp_predictions.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"

#include <QImage>
#include <QTest>

#include <algorithm>

namespace warp_support {

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

/// A page in a separate session. The worker receives no request before a matrix is loaded.
struct Desk {
    Session session;
    WarpPage page{session};
    QStringList problems;

    explicit Desk(const QString& behaviour = QStringLiteral("normal")) {
        session.worker().setCommand(fake_worker(behaviour));
        QObject::connect(&session, &Session::problem, &page, [this](const QString& sentence) { problems << sentence; });
        page.resize(1000, 620);
        session.setCard(QStringLiteral("h200")); // 32-byte sectors, 32 banks
    }
    void showDocument(const nlohmann::json& document) {
        page.setTrace(trace(document));
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        page.panes().lanes()->setFocus();
    }
    void openMatrix(const char* name) {
        session.openMatrix(QString::fromLatin1(name));
        QVERIFY(wait_until([&] { return session.matrix() && !session.isLoading(); }));
    }
    /// Waits until the selected trace is shown.
    bool arrived(const QString& kernel) {
        if (!wait_until([&] { return page.analysis() && page.analysis()->trace().kernel == kernel.toStdString(); }))
            return false;
        const Scene scene = sceneOf(page);
        return std::all_of(scene.begin(), scene.end(), [](const auto& step) { return wait_until(step); });
    }
    int steps() const { return page.player()->steps(); }
    int step() const { return page.player()->step(); }
};

inline int countOf(const QImage& image, const QRect& area, const QColor& colour) {
    int count = 0;
    for (int y = std::max(0, area.top()); y <= std::min(area.bottom(), image.height() - 1); ++y)
        for (int x = std::max(0, area.left()); x <= std::min(area.right(), image.width() - 1); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    return count;
}

} // namespace warp_support
