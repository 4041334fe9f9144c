// Advice on the Run page: it applies to the operation that is selected there, and applying it selects kernels there.
#include "ui/components/advice/advice_panel.h"
#include "ui/components/operations/operations.h"
#include "ui/pages/run/choices_panel.h"
#include "ui/pages/run/run_page.h"

#include "ui/mainwindow/main_window.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"

#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// The Run page with a real worker and the Advice tab in front.
struct AdviceDesk {
    Session session;
    RunPage page{session};

    AdviceDesk() {
        page.resize(1280, 640);
        page.show();
        session.openMatrix(QStringLiteral("laplace2d:n=40"));
        for (int i = 0; i < page.tabs()->count(); ++i)
            if (page.tabs()->tabText(i) == QLatin1String("Advice")) page.tabs()->setCurrentIndex(i);
    }
    AdvicePanel* panel() { return page.findChild<AdvicePanel*>(); }
    bool isAdvised() {
        return wait_until([this] { return panel() != nullptr && panel()->advice().has_value(); }, 60'000);
    }
    template <class W> W* find(const char* name) { return page.findChild<W*>(QLatin1String(name)); }
};

/// Counts mouse button and key presses in the whole program.
class Presses : public QObject {
public:
    Presses() { qApp->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* of, QEvent* event) override {
        if (event->type() == QEvent::MouseButtonPress && qobject_cast<QAbstractButton*>(of) != nullptr) ++count;
        return event->type() == QEvent::KeyPress; // no key may be needed
    }
};

/// Returns the visible widget with this name in the window.
template <class W> W* seen(const QWidget& window, const char* name) {
    for (W* each : window.findChildren<W*>(QLatin1String(name)))
        if (each->isVisible()) return each;
    return nullptr;
}

} // namespace

class RunAdviceTest : public QObject {
    Q_OBJECT
private slots:
    void a_taken_kernel_is_ticked_and_its_chart_comes_to_the_front() {
        AdviceDesk desk;
        QVERIFY(desk.isAdvised());
        const QString take = QString::fromStdString(desk.panel()->advice()->take);
        QTest::mouseClick(desk.find<QPushButton>("adviceTake"), Qt::LeftButton);
        QCOMPARE(desk.session.choice(kernelsKey(QStringLiteral("spmv"))).toStringList(), QStringList{take});
        QCOMPARE(desk.session.machine(), desk.panel()->machine());
        QCOMPARE(desk.page.tabs()->currentIndex(), 0);
        desk.session.undoStack().undo();
        QVERIFY(desk.session.choice(kernelsKey(QStringLiteral("spmv"))).toStringList() != QStringList{take});
    }

    void the_first_three_are_measured_here_too() {
        AdviceDesk desk;
        QVERIFY(desk.isAdvised());
        auto* const machines = desk.find<QComboBox>("adviceMachine");
        machines->setCurrentIndex(machines->findData(QStringLiteral("cpu")));
        emit machines->activated(machines->currentIndex());
        QVERIFY(desk.isAdvised());
        QTest::mouseClick(desk.find<QPushButton>("adviceTry"), Qt::LeftButton);
        QVERIFY(wait_until([&] { return desk.panel()->advice()->verdict.has_value(); }, 60'000));
        QVERIFY(desk.find<QLabel>("adviceVerdict")->text().startsWith("Measurements on cpu"));
    }

    void advice_follows_the_operation_and_the_card_of_the_page() {
        AdviceDesk desk;
        QVERIFY(desk.isAdvised());
        QCOMPARE(desk.panel()->operation(), QString("spmv"));
        desk.session.setChoice(runKey("operation"), QStringLiteral("trsv"), QStringLiteral("operation"));
        QCOMPARE(desk.panel()->operation(), QString("trsv"));
        QVERIFY(desk.isAdvised());
        QCOMPARE(desk.panel()->advice()->operation, std::string("trsv"));
        QCOMPARE(desk.page.tabs()->currentWidget(), static_cast<QWidget*>(desk.panel())); // must not switch to a chart
        desk.session.setCard(QStringLiteral("h200"));
        QCOMPARE(desk.panel()->machine(), QString("simulated:h200"));
    }

    void the_sentence_names_the_card_it_speaks_of() {
        AdviceDesk desk;
        for (const char* card : {"c2050", "h200"}) {
            desk.session.setCard(QLatin1String(card));
            QVERIFY(desk.isAdvised());
            const QString title = QString::fromStdString(desk.session.card().title);
            const QString sentence = desk.find<QLabel>("adviceSentence")->text();
            QVERIFY2(sentence.contains(QStringLiteral(" on the simulated ") + title), qPrintable(sentence));
        }
    }

    void from_a_dropped_file_to_the_kernel_and_its_reason_on_run_are_two_clicks() {
        ui_test::isolate_settings();
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.mtx"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 2.0\n2 2 2.0\n3 1 1.0\n3 3 2.0\n");
        out.close();
        Session session;
        MainWindow window(session);
        window.show();
        session.worker().start();
        Presses presses;
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &drop);
        QVERIFY(wait_until(
            [&] { return session.matrix() != nullptr && seen<QToolButton>(window, "sideAdvice") != nullptr; }));
        QCOMPARE(session.matrix()->name(), file);

        QTest::mouseClick(seen<QToolButton>(window, "sideAdvice"), Qt::LeftButton);
        const auto sentence = [&] { return seen<QLabel>(window, "adviceSentence"); };
        QVERIFY(wait_until([&] { return sentence() != nullptr && sentence()->text().startsWith("Use "); }, 60'000));
        const QString card = QString::fromStdString(session.card().title), words = sentence()->text();
        QVERIFY2(words.contains(QStringLiteral(" on the simulated %1. ").arg(card)), qPrintable(words));

        QTest::mouseClick(seen<QPushButton>(window, "adviceTake"), Qt::LeftButton);
        QCOMPARE(window.currentPage(), static_cast<Page*>(&window.runPage()));
        const QStringList ticked = session.choice(kernelsKey(QStringLiteral("spmv"))).toStringList();
        QCOMPARE(ticked.size(), 1);
        QVERIFY(words.startsWith(QStringLiteral("Use ") + ticked.front() + QLatin1Char(' ')));
        QCOMPARE(presses.count, 2);
    }
};

WARPLOOM_WINDOW_TEST(RunAdviceTest);
#include "run_advice_test.moc"
