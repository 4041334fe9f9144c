// Advice on the page Run: it speaks of the operation that is chosen there, and what it takes is ticked there.
#include "ui/pages/advice/advice_panel.h"
#include "ui/pages/run/choices_panel.h"
#include "ui/pages/run/operations.h"
#include "ui/pages/run/run_page.h"

#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// The page Run with a real worker, its tab Advice in front.
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
        QVERIFY(desk.find<QLabel>("adviceVerdict")->text().startsWith("Measured on cpu"));
    }

    void advice_follows_the_operation_and_the_card_of_the_page() {
        AdviceDesk desk;
        QVERIFY(desk.isAdvised());
        QCOMPARE(desk.panel()->operation(), QString("spmv"));
        desk.session.setChoice(runKey("operation"), QStringLiteral("trsv"), QStringLiteral("operation"));
        QCOMPARE(desk.panel()->operation(), QString("trsv"));
        QVERIFY(desk.isAdvised());
        QCOMPARE(desk.panel()->advice()->operation, std::string("trsv"));
        QCOMPARE(desk.page.tabs()->currentWidget(), static_cast<QWidget*>(desk.panel())); // not away to a chart
        desk.session.setCard(QStringLiteral("h200"));
        QCOMPARE(desk.panel()->machine(), QString("simulated:h200"));
    }
};

WARPLOOM_WINDOW_TEST(RunAdviceTest);
#include "run_advice_test.moc"
