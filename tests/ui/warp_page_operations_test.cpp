// The Warp page with operations other than products: selecting them, their launches, and their data.
#include "tests/ui/warp_page_desk.h"

#include "support/runner.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/mainwindow/pages.h"
#include "ui/pages/step/step_choices.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/warp_place.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace warp_support;

namespace {

void pick(QWidget& page, const char* box_name, const QString& data) {
    auto* const box = page.findChild<QComboBox*>(QLatin1String(box_name));
    QVERIFY(box != nullptr);
    const int index = box->findData(data);
    QVERIFY2(index >= 0, qPrintable(data));
    box->setCurrentIndex(index);
    emit box->activated(index);
}

bool shows(Desk& desk, const char* operation, const char* kernel) {
    return wait_until([&] {
        return desk.page.analysis() && desk.page.analysis()->trace().operation == operation &&
               desk.page.analysis()->trace().kernel == kernel && desk.page.isSettled();
    });
}

} // namespace

class WarpPageOperationsTest : public QObject {
    Q_OBJECT
private slots:
    void each_operation_is_chosen_and_stepped_through_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("input");
        QTest::newRow("tridiagonal") << "tridiagonal"
                                     << "pcr"
                                     << "tridiagonal:n=64,kind=0";
        QTest::newRow("ata") << "ata"
                             << "tiled@padding"
                             << "dense:rows=8,cols=8,seed=1";
        QTest::newRow("cg") << "cg"
                            << "cg:ell"
                            << "laplace2d:n=8";
        QTest::newRow("trsv") << "trsv"
                              << "levels"
                              << "laplace2d:n=8";
        QTest::newRow("ilu") << "ilu"
                             << "levels"
                             << "laplace2d:n=8";
    }
    void each_operation_is_chosen_and_stepped_through() {
        QFETCH(QString, operation);
        QFETCH(QString, kernel);
        QFETCH(QString, input);
        Desk desk;
        desk.page.show();
        desk.openMatrix(qPrintable(input));
        QVERIFY(shows(desk, "spmv", "csr-scalar"));
        pick(desk.page, "warpOperation", operation);
        pick(desk.page, "warpKernel", kernel);
        QVERIFY(shows(desk, qPrintable(operation), qPrintable(kernel)));
        QCOMPARE(desk.session.kernel(), QString("csr-scalar")); // the kernel of the other pages is unaffected
        QCOMPARE(desk.page.findChild<OwnerView*>()->chartTitle(), QString("Cells by warp"));
        QCOMPARE(desk.page.findChild<OwnerView*>()->pictures().size(), std::size_t{1});
        QCOMPARE(desk.step(), 0);
        QVERIFY(desk.page.sentence().startsWith("Step 1 of 3. rows.h, line 2: "));
        const auto first = desk.page.findChild<OwnerView*>()->cellsNow(0);
        QVERIFY((first[5] == protocol::MatrixEntry{5, 0}));
        QTest::keyClick(desk.page.panes().lanes(), Qt::Key_Right);
        QCOMPARE(desk.step(), 1);
        QVERIFY((desk.page.findChild<OwnerView*>()->cellsNow(0)[5] == protocol::MatrixEntry{5, 1}));
        QVERIFY(desk.problems.isEmpty());
    }

    void another_launch_says_which_step_it_is() {
        Desk desk;
        desk.page.show();
        desk.openMatrix("tridiagonal:n=64,kind=0");
        pick(desk.page, "warpOperation", "tridiagonal");
        QVERIFY(shows(desk, "tridiagonal", "cr"));
        desk.session.setWarp({2, 0, 0});
        QVERIFY(wait_until([&] { return desk.page.analysis()->trace().launch == 2; }));
        QVERIFY(desk.page.sentence().startsWith("Step 3 of 3."));
    }

    void coming_back_to_an_operation_finds_its_kernel() {
        Desk desk;
        desk.page.show();
        desk.openMatrix("tridiagonal:n=64,kind=0");
        QVERIFY(shows(desk, "spmv", "csr-scalar"));
        pick(desk.page, "warpOperation", "tridiagonal");
        pick(desk.page, "warpKernel", "pcr");
        QVERIFY(shows(desk, "tridiagonal", "pcr"));
        desk.session.setWarp({1, 0, 0});
        pick(desk.page, "warpOperation", "spmv");
        QVERIFY(shows(desk, "spmv", "csr-scalar"));
        QCOMPARE(desk.session.warp().launch, 0); // a launch index does not apply to another operation
        pick(desk.page, "warpOperation", "tridiagonal");
        QVERIFY(shows(desk, "tridiagonal", "pcr"));
        desk.session.undoStack().undo();
        QVERIFY(shows(desk, "spmv", "csr-scalar"));
    }

    void a_matrix_that_does_not_fit_is_said_with_a_sample_to_open() {
        Desk desk;
        desk.page.show();
        desk.openMatrix("laplace2d:n=8");
        pick(desk.page, "warpOperation", "tridiagonal");
        QPushButton* button = nullptr;
        for (QPushButton* const each : desk.page.findChildren<QPushButton*>())
            if (each->isVisible() && each->text().contains("7 unknowns")) button = each;
        QVERIFY(button != nullptr);
        QVERIFY(wait_until([&] { return desk.page.isSettled(); }));
        button->click();
        QVERIFY(shows(desk, "tridiagonal", "cr"));
        QCOMPARE(desk.session.matrixName(), QString("tridiagonal:n=7,kind=0"));
    }

    void the_samples_of_the_operation_stand_beside_the_open_matrix() {
        Desk desk;
        desk.page.show();
        desk.openMatrix("laplace2d:n=8");
        auto* const input = desk.page.findChild<QComboBox*>("warpInput");
        QCOMPARE(input->itemData(0).toString(), QString("laplace2d:n=8"));
        pick(desk.page, "warpOperation", "ata");
        pick(desk.page, "warpInput", "dense:rows=4,cols=3,seed=1");
        QVERIFY(wait_until([&] { return desk.session.matrixName() == "dense:rows=4,cols=3,seed=1"; }));
    }

    void hovering_a_cell_says_who_owns_it() {
        Desk desk;
        desk.page.show();
        desk.openMatrix("tridiagonal:n=64,kind=0");
        pick(desk.page, "warpOperation", "tridiagonal");
        QVERIFY(shows(desk, "tridiagonal", "cr"));
        OwnerView& view = *desk.page.findChild<OwnerView*>();
        const QRectF cell = view.cellRect({0, 40, 1});
        QVERIFY(!cell.isEmpty());
        const protocol::WarpOwner* const owner = view.ownerAt(cell.center());
        QVERIFY(owner != nullptr);
        QCOMPARE(owner->row, std::int64_t{40});
        QCOMPARE(owner->lane, 8);
        const QImage before = view.grab().toImage();
        QTest::mouseMove(&view, cell.center().toPoint());
        QVERIFY(wait_until([&] { return view.grab().toImage() != before; }));
        QVERIFY(!desk.session.hovered().isValid()); // a row of a table is not a nonzero
        QCOMPARE(view.chartTable().column("of"), std::size_t{0});
    }

    void a_step_opens_its_warp_and_the_warp_its_step() {
        Desk desk;
        StepPage step(desk.session);
        connectPages(step, desk.page);
        step.resize(1000, 620);
        desk.page.show();
        step.setTopic("pcr");
        step.player()->setStep(1);
        step.view()->choose(3);
        QSignalSpy wanted(&step, &Page::pageRequested);
        step.findChild<QToolButton*>("stepShowInWarp")->click();
        QCOMPARE(wanted.size(), 1);
        QVERIFY(shows(desk, "tridiagonal", "pcr"));
        QCOMPARE(desk.session.matrixName(), QString("tridiagonal:n=8,kind=0"));
        QCOMPARE(desk.page.analysis()->trace().launch, 1);
        QCOMPARE(desk.step(), 1); // the store to row 3
        step.setTopic("cr");
        step.player()->setStep(0);
        desk.page.findChild<QToolButton*>(QStringLiteral("warpShowInStep"))->click();
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(step.choices().topic().name, QString("pcr"));
        QCOMPARE(step.player()->step(), 1);
    }

    void a_row_is_found_in_the_steps() {
        const auto warp = trace(warp_documents::rows("tridiagonal", "m", "cr", 32, 0, 1, 0));
        QCOMPARE(stepOf(*warp, 40, -1, ""), 1);
        QCOMPARE(stepOf(*warp, 3, -1, ""), -1); // of block 0
        QCOMPARE(stepOf(*warp, -1, 0, "b"), 1);
        QCOMPARE(stepOf(*warp, -1, 1, "b"), -1); // there is no barrier
        QCOMPARE(rowAt(*warp, 0), std::int64_t{32});
        QCOMPARE(firstRow(*warp), std::int64_t{32});
    }
};

WARPLOOM_WINDOW_TEST(WarpPageOperationsTest);
#include "warp_page_operations_test.moc"
