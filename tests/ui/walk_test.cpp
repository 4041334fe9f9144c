// Using the window with the keyboard only: everything must be reachable without a mouse, and with a presenter's
// clicker.
#include "engine/lesson/lesson.h"
#include "ui/components/runs/run_store.h"
#include "ui/components/warp/player.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/pages.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/step/step_page.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/banner.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QSettings>
#include <QSignalBlocker>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <set>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

class WalkTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    struct Desk {
        Session session;
        MainWindow window{session};
        Desk() {
            session.worker().setCommand(fake_worker(QStringLiteral("normal")));
            window.show();
            QApplication::setActiveWindow(&window);
            session.worker().start();
        }
        /// Presses Tab until the field has the focus.
        bool tabTo(const char* name) {
            for (int i = 0; i < 300; ++i) {
                const QWidget* at = QApplication::focusWidget();
                if (at != nullptr && at->objectName() == QLatin1String(name)) return true;
                QTest::keyClick(at != nullptr ? const_cast<QWidget*>(at) : &window, Qt::Key_Tab);
            }
            return false;
        }
        void press(Qt::Key key, Qt::KeyboardModifiers with = {}) {
            QWidget* at = QApplication::focusWidget();
            QTest::keyClick(at != nullptr ? at : &window, key, with);
        }
        bool run() {
            press(Qt::Key_F5);
            return window.runPage().store().isRunning() &&
                   wait_until([this] { return !window.runPage().store().isRunning(); });
        }
    };

    /// Types into the file or folder dialog that the next key opens.
    static void answerDialog(const QString& name) {
        static QPointer<QTimer> before; // a timer that is still active would type into this dialog, too
        delete before;
        auto* timer = new QTimer(qApp);
        before = timer;
        QObject::connect(timer, &QTimer::timeout, qApp, [timer, name, seen = false, ticks = 0]() mutable {
            QWidget* const modal = QApplication::activeModalWidget();
            if (auto* const box =
                    qobject_cast<QMessageBox*>(modal)) { // from the dialog itself: it has not found the file yet
                qWarning("%s", qPrintable(box->text()));
                box->accept();
                return;
            }
            auto* dialog = qobject_cast<QFileDialog*>(modal);
            if (dialog == nullptr) {
                if (seen) timer->deleteLater();
                return;
            }
            seen = true;
            // The completion list would intercept the keys.
            if (QWidget* const list = QApplication::activePopupWidget()) list->close();
            auto* line = dialog->findChild<QLineEdit*>("fileNameEdit");
            constexpr int patience = 100;
            if (++ticks == patience) qWarning("still open: '%s'", qPrintable(line->text()));
            if (ticks == 2 * patience)
                return dialog->reject(); // the test fails where it waits for it, rather than never ending
            // Enter the text at once: between two keys, Qt's lists select files by themselves, and insert their names.
            {
                const QSignalBlocker quiet(line);
                line->setText(name);
            }
            QMetaObject::invokeMethod(dialog, "accept");
        });
        timer->start(50);
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        theme().install(*qApp);
        // Folder dialogs start here, so that mistakes have no effect elsewhere.
        QSettings().setValue(QStringLiteral("export/folder"), path(""));
        QFile out(path("small.mtx"));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("%%MatrixMarket matrix coordinate real general\n4 4 7\n1 1 4\n1 2 -1\n2 2 4\n3 1 2\n3 3 5\n4 4 1\n4 "
                  "1 -3\n");
    }

    void open_generate_run_three_operations_compare_sweep_export_step_predict_save_and_open_again() {
        Desk desk;
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        // Open a file.
        answerDialog(path("small.mtx"));
        QTest::keyClick(&desk.window, Qt::Key_O, Qt::ControlModifier);
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr; }));
        QApplication::setActiveWindow(&desk.window);
        // Generate a matrix that every operation supports.
        desk.press(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(desk.tabTo("generatorBox"));
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("tridiagonal"));
        QVERIFY(wait_until([&] {
            return !desk.session.isLoading() && desk.session.matrix()->name().startsWith(QLatin1String("tridiagonal"));
        }));
        // Run three operations.
        desk.press(Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), static_cast<Page*>(&desk.window.runPage()));
        QVERIFY(desk.run());
        for (int i = 0; i < 4; ++i) {
            QVERIFY(desk.tabTo("runOperation"));
            desk.press(Qt::Key_Down);
            // Each operation supports only some matrices; the page's message suggests one.
            if (!desk.window.runPage().whyNot().isEmpty()) continue;
            QVERIFY(desk.run());
        }
        std::set<QString> operations;
        for (const auto& run : desk.window.runPage().store().runs()) operations.insert(toQString(run->plan.operation));
        QVERIFY2(operations.size() >= 3, qPrintable(QString::number(operations.size())));
        // Compare with another baseline, and sweep.
        QVERIFY(desk.tabTo("runOperation"));
        desk.press(Qt::Key_Home);
        QVERIFY(desk.tabTo("runBaseline"));
        auto* baseline = desk.window.findChild<QComboBox*>("runBaseline");
        const QString before = baseline->currentText();
        desk.press(Qt::Key_Down);
        QVERIFY(baseline->currentText() != before);
        QVERIFY(desk.tabTo("runSweep"));
        desk.press(Qt::Key_Down);
        const auto runs = desk.window.runPage().store().runs().size();
        QVERIFY2(desk.run(), qPrintable(desk.window.runPage().whyNot()));
        QVERIFY(desk.window.runPage().store().runs().size() > runs);
        // Export all charts.
        answerDialog(folder_.path());
        desk.press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(wait_until([&] { return QFileInfo::exists(path("index.html")); }));
        QVERIFY(QFileInfo::exists(path("run-time.svg")));
        QApplication::setActiveWindow(&desk.window);
        // Step, and predict.
        desk.press(Qt::Key_7, Qt::ControlModifier);
        auto* step = pageOf<StepPage>(desk.window.pages());
        QCOMPARE(desk.window.currentPage(), static_cast<Page*>(step));
        QVERIFY(desk.tabTo("stepPredict"));
        desk.press(Qt::Key_Space);
        for (int i = 0; i < 100 && QApplication::focusWidget() != step->view(); ++i) desk.press(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(step->view()));
        desk.press(Qt::Key_Right);
        QVERIFY(step->isHidden(0));
        QVERIFY(desk.tabTo("predictField")); // it already has the focus
        QTest::keyClicks(QApplication::focusWidget(), "4");
        desk.press(Qt::Key_Return);
        QVERIFY(desk.session.predictions().all().last().is_right);
        // Save the state as a lesson, go to another page, and open it again.
        const QString lesson = path("state.md");
        answerDialog(lesson);
        desk.press(Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(wait_until([&] { return QFileInfo::exists(lesson); }));
        QApplication::setActiveWindow(&desk.window);
        desk.press(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(desk.window.currentPage() != step);
        answerDialog(lesson);
        desk.press(Qt::Key_O, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(wait_until([&] { return desk.window.currentPage() == step; }));
        QApplication::setActiveWindow(&desk.window);
        QVERIFY(desk.window.lessonTabs().lessons().isOpen());
        // The results that were shown when it was saved are shown with it. Go forward and back, and leave it.
        QVERIFY(std::any_of(desk.window.runPage().store().runs().begin(), desk.window.runPage().store().runs().end(),
                            [](const auto& run) { return run->is_lent; }));
        desk.press(Qt::Key_N, Qt::AltModifier);
        QCOMPARE(desk.window.lessonTabs().lessons().step(), 0); // it has only one step
        QVERIFY(desk.tabTo("lessonLeave"));
        desk.press(Qt::Key_Space);
        QVERIFY(!desk.window.lessonTabs().lessons().isOpen());
        QCOMPARE(desk.window.currentPage(), desk.window.pages().first());
        QVERIFY2(desk.window.banner().sentence().isEmpty(), qPrintable(desk.window.banner().sentence()));
    }
};

WARPLOOM_WINDOW_TEST(WalkTest);
#include "walk_test.moc"
