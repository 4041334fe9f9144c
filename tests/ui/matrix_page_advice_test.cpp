#include "ui/components/advice/advice_panel.h"
#include "ui/components/operations/operations.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/run/run_page.h"

#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"
#include "ui/session/worker_client.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// A Matrix page with a real worker, and the page that *Use this kernel* opens.
struct Desk {
    Session session;
    RunPage run{session};
    MatrixPage page{session};

    explicit Desk(const QString& matrix) {
        page.setRunPage(&run);
        page.resize(1280, 640);
        page.show();
        session.openMatrix(matrix);
    }
    bool isAdvised() {
        return wait_until([this] { return page.advicePanel()->advice().has_value(); }, 60'000);
    }
    template <class W> W* find(const char* name) { return page.findChild<W*>(QLatin1String(name)); }
};

} // namespace

class MatrixPageAdviceTest : public QObject {
    Q_OBJECT
private slots:
    void two_clicks_lead_from_a_matrix_to_the_kernel_on_run() {
        Desk desk(QStringLiteral("laplace2d:n=60"));
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr; }));
        QVERIFY(desk.page.shownSide() != MatrixPage::Side::advice);
        QTest::mouseClick(desk.find<QToolButton>("sideAdvice"), Qt::LeftButton);
        QVERIFY(desk.page.shownSide() == MatrixPage::Side::advice);
        QVERIFY(desk.isAdvised());
        AdvicePanel* const panel = desk.page.advicePanel();
        const QString take = QString::fromStdString(panel->advice()->take);
        QCOMPARE(panel->chosen(), take);
        QVERIFY(panel->machine().startsWith(QLatin1String("simulated:")));
        // The list has one line for each kernel, and the reason of the selected one.
        const auto words = [&] { return desk.find<QTextBrowser>("adviceKernels")->toPlainText(); };
        for (const auto& kernel : panel->advice()->kernels) {
            panel->choose(QString::fromStdString(kernel.kernel));
            QVERIFY2(words().contains(QString::fromStdString(kernel.reason)), kernel.kernel.c_str());
            for (const auto& other : panel->advice()->kernels) {
                QVERIFY(words().contains(QString::fromStdString(other.kernel)));
                QVERIFY(kernel.reason.find(other.reason) != std::string::npos ||
                        !words().contains(QString::fromStdString(other.reason)));
            }
        }
        panel->choose(take);
        QSignalSpy wanted(&desk.page, &Page::pageRequested);
        QTest::mouseClick(desk.find<QPushButton>("adviceTake"), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(desk.session.choice(kernelsKey(QStringLiteral("spmv"))).toStringList(), QStringList{take});
        QCOMPARE(desk.session.machine(), panel->machine());
        desk.session.undoStack().undo();
        QVERIFY(desk.session.choice(kernelsKey(QStringLiteral("spmv"))).toStringList() != QStringList{take});
    }

    void nothing_is_measured_on_a_simulated_card_and_the_first_three_on_a_host() {
        Desk desk(QStringLiteral("laplace2d:n=60"));
        desk.page.showSide(MatrixPage::Side::advice);
        QVERIFY(desk.isAdvised());
        auto* const button = desk.find<QPushButton>("adviceTry");
        QVERIFY(!button->isEnabled());
        QVERIFY(button->toolTip().contains("simulated"));
        auto* const machines = desk.find<QComboBox>("adviceMachine");
        machines->setCurrentIndex(machines->findData(QStringLiteral("cpu")));
        emit machines->activated(machines->currentIndex());
        QVERIFY(!desk.page.advicePanel()->advice()); // for a different machine
        QVERIFY(desk.isAdvised());
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(wait_until([&] { return desk.page.advicePanel()->advice()->verdict.has_value(); }, 60'000));
        QVERIFY(desk.page.advicePanel()->advice()->verdict->regret >= 1);
        QVERIFY(desk.find<QLabel>("adviceVerdict")->text().startsWith("Measurements on cpu"));
    }

    void another_kernel_can_be_taken_instead() {
        Desk desk(QStringLiteral("random-rows:n=200,fraction=0.1"));
        desk.page.showSide(MatrixPage::Side::advice);
        QVERIFY(desk.isAdvised());
        const QString last = QString::fromStdString(desk.page.advicePanel()->advice()->kernels.back().kernel);
        desk.page.advicePanel()->choose(last);
        QVERIFY(desk.find<QPushButton>("adviceTake")->text().contains(last));
        desk.page.advicePanel()->choose(QStringLiteral("no-such-kernel"));
        QCOMPARE(desk.page.advicePanel()->chosen(), last);
    }

    void an_order_is_part_of_the_name() {
        Desk desk(QStringLiteral("laplace2d:n=8"));
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr; }));
        auto* const order = desk.find<QComboBox>("matrixOrder");
        order->setCurrentIndex(order->findData(QStringLiteral("rcm")));
        emit order->activated(order->currentIndex());
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("laplace2d:n=8|rcm"); }));
        QCOMPARE(order->currentData().toString(), QStringLiteral("rcm"));
        emit order->activated(0);
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("laplace2d:n=8"); }));
        QCOMPARE(order->currentIndex(), 0);
    }
};

WARPLOOM_WINDOW_TEST(MatrixPageAdviceTest);
#include "matrix_page_advice_test.moc"
