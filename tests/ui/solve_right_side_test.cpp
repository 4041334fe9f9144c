// The right-hand side on the Solve page: from a file, and back.
#include "ui/charts/chart_view.h"
#include "ui/pages/solve/solve_page.h"
#include "ui/session/worker_client.h"
#include "ui/style/theme.h"

#include "support/runner.h"
#include "tests/ui/page_desk.h"

#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// The page with a worker that needs 20 iterations if the right-hand side is a file named b.mtx, and otherwise 100.
struct Desk : ui_test::PageDesk<SolvePage> {
    Desk() : PageDesk("normal", {1050, 600}, "laplace2d:n=8") {}
    void start() { QTest::mouseClick(find<QPushButton>("solveStart"), Qt::LeftButton); }
    bool rests() {
        return wait_until(
            [this] { return !page->solver().isBusy() && page->solver().state() != CgSolver::State::running; });
    }
};

} // namespace

class SolveRightSideTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_right_hand_side_from_a_file_begins_anew_and_is_named() {
        Desk desk;
        QVERIFY(desk.ready());
        desk.start();
        QVERIFY(desk.rests());
        QTemporaryDir folder;
        const QString file = folder.filePath("b.mtx");
        auto* const box = desk.find<QComboBox>("solveRightSide");
        QVERIFY(!desk.find<QToolButton>("solveRightSideFile")->isHidden());
        desk.page->useRightSideFile(file);
        QCOMPARE(box->currentText(), QString("b.mtx"));
        QCOMPARE(desk.page->solver().wanted().rhs, file);
        QVERIFY(desk.page->solver().stretches().empty()); // a different system
        QVERIFY2(desk.page->stateSentence().contains("for this b"), qPrintable(desk.page->stateSentence()));
        desk.start();
        QVERIFY(desk.rests());
        QCOMPARE(desk.page->solver().iteration(), std::int64_t{20});
        QVERIFY(wait_until([&] {
            const auto facts = desk.page->findChild<ChartView*>(QStringLiteral("solve-residual"))->chartTable().facts;
            return std::find(facts.begin(), facts.end(),
                             std::pair<std::string, std::string>("right-hand side", file.toStdString())) != facts.end();
        }));
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(desk.page->solver().wanted().rhs, QString("drawn"));
        desk.session.undoStack().undo();
        QCOMPARE(desk.page->solver().wanted().rhs, file);
    }

    void the_dialog_for_a_right_hand_side_can_be_cancelled() {
        Desk desk;
        QVERIFY(desk.ready());
        bool was_open = false;
        QTimer::singleShot(0, qApp, [&] {
            if (auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                was_open = true;
                dialog->reject();
            }
        });
        desk.find<QToolButton>("solveRightSideFile")->click();
        QVERIFY(was_open);
        QCOMPARE(desk.page->solver().wanted().rhs, QString("drawn"));
    }
};

WARPLOOM_WINDOW_TEST(SolveRightSideTest);
#include "solve_right_side_test.moc"
