// The Solve page with large fonts and in small windows.
#include "ui/charts/chart_view.h"
#include "ui/pages/solve/preconditioner_comparison.h"
#include "ui/pages/solve/solve_page.h"
#include "ui/style/theme.h"

#include "support/runner.h"
#include "tests/ui/page_desk.h"

#include <QComboBox>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTest>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// The page with a worker that answers immediately (fake_operations.h).
struct SolveDesk : ui_test::PageDesk<SolvePage> {
    SolveDesk() : PageDesk("normal", {1050, 600}, QStringLiteral("laplace2d:n=8")) {}
    void click(const char* name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
};

} // namespace

class SolveRoomTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_comparison_in_large_letters_shows_its_table_whole_and_one_chart_at_a_time() {
        SolveDesk desk;
        QVERIFY(desk.ready());
        theme().setScale(2.0);
        desk.page->resize(1190, 540); // the space that a window of 1280 x 720 leaves
        desk.click("solvePreconditioners");
        QVERIFY(wait_until([&] { return !desk.page->comparison().isRunning(); }));
        auto* const view = desk.find<QTableView>("preconditionerTable");
        QVERIFY(wait_until([&] { return view->model()->rowCount() == 3 && view->isVisible(); }));
        QTest::qWait(300); // until the charts are drawn
        QCOMPARE(view->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(view->verticalScrollBar()->maximum(), 0);
        QVERIFY(view->viewport()->rect().contains(view->visualRect(view->model()->index(2, 0))));
        // In a low window, the fields are folded as soon as there is something to show. F3 shows them here, too,
        // without a button on the page.
        QVERIFY(desk.page->hasPicture());
        QCOMPARE(desk.page->choiceFields().size(), 1);
        QVERIFY(desk.page->choiceFields().front()->isAncestorOf(desk.find<QComboBox>("solveMethod")));
        QVERIFY(desk.find<QPushButton>("solveChoices") == nullptr);
        desk.page->choiceFields().front()->hide();
        QTest::qWait(50);
        QVERIFY(desk.page->minimumSizeHint().height() <= desk.page->height());
        auto* const tabs = desk.find<QTabBar>("preconditionerTabs");
        QVERIFY(tabs->isVisible());
        const QList<Chart*> charts = desk.page->findChild<PreconditionerView*>()->charts();
        for (int tab = 1; tab <= 3; ++tab) {
            tabs->setCurrentIndex(tab);
            QTest::qWait(50);
            QVERIFY(!view->isVisible());
            for (int c = 0; c < 3; ++c) QCOMPARE(dynamic_cast<QWidget*>(charts[c])->isVisible(), c == tab - 1);
            const auto* const seen = dynamic_cast<QWidget*>(charts[tab - 1]);
            QVERIFY(seen->height() >= seen->minimumSizeHint().height()); // not truncated: the page scrolls instead
        }
        theme().setScale(1.0);
        desk.page->choiceFields().front()->show();
        desk.page->resize(1060, 620);
        QTest::qWait(50);
        QVERIFY(view->isVisible() && !tabs->isVisible() && desk.find<QComboBox>("solveMethod")->isVisible());
        for (Chart* chart : charts) QVERIFY(dynamic_cast<QWidget*>(chart)->isVisible());
    }

    void a_projector_at_twice_the_size_clips_nothing() {
        SolveDesk desk;
        QVERIFY(desk.ready());
        for (const Theme::Mode mode : {Theme::Mode::light, Theme::Mode::dark}) {
            theme().setMode(mode);
            theme().setScale(2.0);
            desk.page->resize(1060, 620);
            QTest::qWait(50);
            for (const char* name : {"solveStart", "solveStep", "solveReset", "solveCompare", "solvePreconditioners"}) {
                auto* button = desk.find<QPushButton>(name);
                QVERIFY2(button->width() >= button->sizeHint().width(), name);
                QVERIFY2(button->mapTo(desk.page.get(), button->rect().bottomRight()).x() <= desk.page->width(), name);
            }
            QVERIFY(desk.page->findChild<ChartView*>(QStringLiteral("solve-residual"))->height() >= theme().px(100));
        }
        theme().setMode(Theme::Mode::light);
        theme().setScale(1.0);
    }
};

WARPLOOM_WINDOW_TEST(SolveRoomTest);
#include "solve_room_test.moc"
