// Where the steps of the Warp page come from: the worker, other kernels, files; and how they fit on a projector.
#include "tests/ui/warp_page_desk.h"

#include "support/runner.h"
#include "ui/components/warp/access_view.h"
#include "ui/pages/warp/warp_place.h"

#include <QApplication>
#include <QFile>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>

using namespace warploom;
using namespace warploom::ui;
using namespace warp_support;

class WarpPageFlowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void an_empty_page_invites_and_its_button_leads_to_a_trace() {
        Desk desk;
        desk.page.show();
        QPushButton* button = nullptr;
        for (QPushButton* candidate : desk.page.findChildren<QPushButton*>())
            if (candidate->isVisible()) button = candidate;
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(desk.arrived(QStringLiteral("csr-scalar")));
        QVERIFY(desk.steps() > 10);
        QVERIFY(desk.problems.isEmpty());
    }

    void another_kernel_keeps_block_row_and_access() {
        Desk desk;
        desk.session.presetChoice(QStringLiteral("block"), 32);
        desk.page.show();
        desk.openMatrix("tridiagonal:n=64");
        QVERIFY(desk.arrived(QStringLiteral("csr-scalar")));
        desk.session.setWarp({0, 1, 0});
        QVERIFY(wait_until([&] { return desk.page.analysis()->trace().block_index == 1; }));
        const protocol::WarpDocument& scalar = desk.page.analysis()->trace();
        int at = -1;
        for (int k = 0; k < 3; ++k) at = stepOf(scalar, "x", at + 1);
        desk.page.player()->setStep(at);
        desk.session.setChoice(QStringLiteral("kernel"), QStringLiteral("ell"), QStringLiteral("ell"));
        QVERIFY(wait_until([&] { return desk.page.analysis()->trace().kernel == "ell"; }));
        QVERIFY(wait_until([&] { return desk.page.analysis()->trace().block_index == 1; }));
        const protocol::WarpDocument& ell = desk.page.analysis()->trace();
        QCOMPARE(ell.written_rows->first, 32);
        QCOMPARE(ell.array_of(desk.step()), std::string("x"));
        QCOMPARE(placeOf(ell, desk.step()).occurrence, 2);
        // If each row has a warp, the same row is in a block with a different number.
        desk.session.setChoice(QStringLiteral("kernel"), QStringLiteral("csr-vector"), QStringLiteral("csr-vector"));
        QVERIFY(wait_until([&] {
            return desk.page.analysis()->trace().kernel == "csr-vector" &&
                   desk.page.analysis()->trace().written_rows->first == 32;
        }));
        QCOMPARE(desk.session.warp().block, 32);
        // Another matrix starts from the beginning.
        desk.openMatrix("tridiagonal:n=65");
        QVERIFY(desk.arrived(QStringLiteral("csr-vector")));
        QCOMPARE(desk.session.warp(), WarpChoice{});
    }

    void a_worker_that_cannot_is_reported_and_can_be_asked_again() {
        Desk desk(QStringLiteral("no-trace"));
        desk.page.show();
        desk.openMatrix("tridiagonal:n=64");
        QVERIFY(wait_until([&] { return !desk.problems.isEmpty(); }));
        QPushButton* again = nullptr;
        for (QPushButton* candidate : desk.page.findChildren<QPushButton*>())
            if (candidate->isVisible()) again = candidate;
        QVERIFY(again != nullptr);
        const auto before = desk.problems.size();
        QTest::qWait(300);
        QCOMPARE(desk.problems.size(), before); // no repeated requests
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(wait_until([&] { return desk.problems.size() > before; }));
    }

    void a_trace_is_saved_and_opened_elsewhere() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("lesson.warploom-trace"));
        QImage picture;
        {
            Desk desk;
            desk.showDocument(warp_documents::csr_scalar("m"));
            desk.page.files().save(file, *desk.page.analysis());
            QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(QLatin1Char(' '))));
            desk.page.player()->setStep(9);
            picture = desk.page.panes().lanes()->grab().toImage();
        }
        Desk other; // without a matrix or worker
        other.page.show();
        other.page.files().open(file);
        QTRY_VERIFY(!other.page.files().isOpening());
        QVERIFY2(other.problems.isEmpty(), qPrintable(other.problems.join(QLatin1Char(' '))));
        QCOMPARE(other.steps(), 24);
        other.page.player()->setStep(9);
        other.page.panes().lanes()->setFocus();
        QTRY_VERIFY(other.page.panes().lanes()->isVisible());
        QVERIFY(other.page.sentence().startsWith(QStringLiteral("csr_scalar.cu, line 8")));
        // Other versions and invalid files are rejected with a message.
        QFile future(folder.filePath(QStringLiteral("future.warploom-trace")));
        QVERIFY(future.open(QIODevice::WriteOnly));
        future.write(R"({"warploom_trace":99,"program":"9.9","trace":null,"warp":null})");
        future.close();
        other.page.files().open(future.fileName());
        QTRY_VERIFY(!other.page.files().isOpening());
        QCOMPARE(other.problems.size(), 1);
        QVERIFY2(other.problems.front().contains(QStringLiteral("99")) &&
                     other.problems.front().contains(QLatin1Char('1')),
                 qPrintable(other.problems.front()));
        other.page.files().open(folder.filePath(QStringLiteral("nothing.warploom-trace")));
        QTRY_VERIFY(!other.page.files().isOpening());
        QCOMPARE(other.problems.size(), 2);
        QCOMPARE(other.steps(), 24); // the previous steps remain
        other.page.files().save(folder.path(), *other.page.analysis());
        QCOMPARE(other.problems.size(), 3);
        QFile deep(folder.filePath(QStringLiteral("deep.warploom-trace")));
        QVERIFY(deep.open(QIODevice::WriteOnly));
        deep.write(R"({"warploom_trace":1,"warp":)" + QByteArray(2'000'000, '['));
        deep.close();
        other.page.files().open(deep.fileName());
        QTRY_VERIFY(!other.page.files().isOpening());
        QCOMPARE(other.problems.size(), 4);
    }

    void at_every_scale_the_page_can_be_read_data() { ui_test::add_scales(); }
    void at_every_scale_the_page_can_be_read() {
        QFETCH(double, scale);
        QFETCH(bool, dark);
        theme().setScale(scale);
        theme().setMode(dark ? Theme::Mode::dark : Theme::Mode::light);
        {
            Session session;
            session.setCard(QStringLiteral("h200"));
            // As in the window, on a projector of 1280 x 720.
            QScrollArea area;
            area.setWidgetResizable(true);
            auto* page = new WarpPage(session);
            area.setWidget(page);
            area.resize(1150, 595);
            page->setTrace(trace(warp_documents::csr_scalar("m")));
            area.show();
            QVERIFY(QTest::qWaitForWindowExposed(&area));
            page->player()->setStep(11);
            QTest::qWait(50);
            // Sentence and player are visible, and in the views, 32 lanes can be distinguished.
            QCOMPARE(area.verticalScrollBar()->maximum(), 0);
            QCOMPARE(area.horizontalScrollBar()->maximum(), 0);
            const QPoint bottom = page->player()->mapTo(&area, page->player()->rect().bottomRight());
            QVERIFY2(bottom.y() <= area.height() && bottom.x() <= area.width(),
                     qPrintable(QStringLiteral("%1 %2").arg(bottom.x()).arg(bottom.y())));
            QVERIFY(page->panes().lanes()->cellRect(11, 0).height() >= 3);
            QVERIFY(page->panes().access()->width() >= theme().px(230));
        }
        theme().setScale(1.0);
        theme().setMode(Theme::Mode::light);
    }

    void a_real_worker_is_stepped_through() {
        const QString engine = qEnvironmentVariable("WARPLOOM_ENGINE");
        if (!QFile::exists(engine)) QSKIP("WARPLOOM_ENGINE names no worker program.");
        Desk desk;
        desk.session.worker().setCommand({engine, QStringLiteral("serve")});
        desk.page.show();
        desk.openMatrix("random-rows:n=256,fraction=0.1,seed=7");
        QVERIFY2(desk.arrived(QStringLiteral("csr-scalar")), qPrintable(desk.problems.join(QLatin1Char(' '))));
        const protocol::WarpDocument& scalar = desk.page.analysis()->trace();
        QVERIFY(scalar.step_count() > 30);
        QVERIFY(!scalar.sources.empty() && scalar.sources.front().title == "csr_scalar.cu");
        QVERIFY(!scalar.owners.entries.empty());
        // The line of each step contains the name of the array, so the highlighted line is the one that is executed.
        for (int s = 0; s < scalar.step_count(); ++s) {
            const protocol::WarpSource* source = scalar.source_of(scalar.site_of(s).file);
            QVERIFY(source != nullptr);
            const std::string line = source->lines.at(scalar.site_of(s).line - source->first_line);
            QVERIFY2(line.find(scalar.array_of(s)) != std::string::npos, (scalar.array_of(s) + ": " + line).c_str());
        }
        // The entries that the lanes read are entries of the matrix.
        const CsrMatrix& csr = desk.session.matrix()->matrix.csr;
        int entries = 0;
        for (int s = 0; s < scalar.step_count(); ++s) {
            const protocol::WarpStep& step = scalar.steps[s];
            if (step.entry.empty()) continue;
            for (std::size_t l = 0; l < 32; ++l) {
                const protocol::MatrixEntry& entry = step.entry[l];
                if (entry.row < 0) continue;
                ++entries;
                QCOMPARE(csr.column[step.index[l]], entry.col);
            }
        }
        std::int64_t expected = 0;
        for (int row = 0; row < 32; ++row) expected += csr.row_length(row);
        QCOMPARE(entries, expected);
        desk.session.setChoice(QStringLiteral("kernel"), QStringLiteral("csr-vector"), QStringLiteral("csr-vector"));
        QVERIFY(desk.arrived(QStringLiteral("csr-vector")));
        desk.session.setChoice(QStringLiteral("kernel"), QStringLiteral("csr-merge"), QStringLiteral("csr-merge"));
        QVERIFY(desk.arrived(QStringLiteral("csr-merge")));
        QVERIFY(desk.page.analysis()->trace().launches.size() > 1);
        QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(QLatin1Char(' '))));
        for (int s = 0; s < desk.steps(); ++s) {
            desk.page.player()->setStep(s);
            desk.page.panes().access()->grab();
        }
    }
};

WARPLOOM_WINDOW_TEST(WarpPageFlowTest);
#include "warp_page_flow_test.moc"
