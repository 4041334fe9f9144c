#include "support/runner.h"
#include "tests/ui/layout_documents.h"
#include "tests/ui/matrix_page_support.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/gallery/scenes.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/footprint_charts.h"
#include "ui/pages/formats/formats_page.h"
#include "ui/pages/formats/window_view.h"

#include <QApplication>
#include <QFile>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <utility>

using namespace warploom;
using namespace warploom::ui;
using layout_documents::laidOut;

class FormatsPageViewTest : public QObject {
    Q_OBJECT
    QTemporaryDir settings_;

    static void open(Session& session, const char* name) {
        session.openMatrix(QString::fromLatin1(name));
        QTRY_VERIFY(session.matrix() && !session.isLoading());
    }

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        theme().install(*qApp);
    }

    void hovering_one_nonzero_lights_it_everywhere_and_names_its_owner() {
        Session session;
        FormatsPage page(session);
        page.resize(1000, 600);
        open(session, "tridiagonal:n=40");
        session.setWindow({10, 26, 10, 26});
        page.setLayoutDocument(laidOut(session.matrix()->matrix.csr, session.window()));
        page.show();
        const SlotLayout& layout = page.arrays()->slotLayout();
        for (const Slot& slot : layout.cells) {
            if (slot.nonzero != 7) continue;
            QTest::mouseMove(page.arrays(), slot.rect.center().toPoint());
            QTRY_COMPARE(page.arrays()->highlighted(), 7);
            // Rows with 2, 3, 3 ... nonzeros in the window: the eighth nonzero is the last of the third row.
            QCOMPARE(session.hovered().row, 12);
            QCOMPARE(session.hovered().col, 13);
            QVERIFY2(page.ownerLine().contains(QStringLiteral("thread 2 of block 0 (warp 0, lane 2)")),
                     qPrintable(page.ownerLine()));
            QTest::mouseMove(page.arrays(), QPoint(1, 1));
            QTRY_COMPARE(page.arrays()->highlighted(), -1);
        }
        // Conversely: from the window of the matrix, and from any other page.
        QTest::mouseMove(page.windowView(), page.windowView()->grid().rect(2, 3).center().toPoint());
        QTRY_COMPARE(page.arrays()->highlighted(), 7);
        session.setHovered({10, 10});
        QCOMPARE(page.arrays()->highlighted(), 0);
        session.setHovered({0, 0}); // outside the window
        QCOMPARE(page.arrays()->highlighted(), -1);
        QVERIFY(layout.slotsOf(7).size() == 3);
    }

    void the_scrolled_area_goes_to_where_a_format_begins() {
        Session session;
        auto* const view = new ArraysView;
        ArraysScroll scroll(view);
        scroll.resize(500, 160);
        open(session, "tridiagonal:n=40");
        auto document = laidOut(session.matrix()->matrix.csr, session.window());
        while (document.formats.size() < 6) document.formats.push_back(document.formats.front());
        view->setDocument(std::make_shared<const protocol::Layout>(document));
        scroll.show();
        const auto& headings = view->slotLayout().headings;
        QVERIFY(headings.size() >= 6 && scroll.verticalScrollBar()->maximum() > headings[2].rect.top());
        scroll.showFormat(2);
        QCOMPARE(scroll.verticalScrollBar()->value(), static_cast<int>(headings[2].rect.top()));
        scroll.showFormat(17); // does not exist
        QCOMPARE(scroll.verticalScrollBar()->value(), static_cast<int>(headings[2].rect.top()));
    }

    void the_first_window_is_the_corner_or_where_that_is_nearly_empty_the_fullest() {
        Session session;
        open(session, "laplace2d:n=16");
        QVERIFY(session.window().row_begin == 0 && session.window().col_begin == 0);
        open(session, "power-law:n=4000,mean=12,exponent=2.1,seed=11"); // its upper left corner is empty
        const CsrMatrix& a = session.matrix()->matrix.csr;
        const MatrixWindow w = session.window();
        std::map<std::pair<std::int64_t, std::int64_t>, int> nonzeros;
        for (std::int64_t row = 0; row < a.rows; ++row)
            for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
                ++nonzeros[{row / 16, a.column[k] / 16}];
        QCOMPARE(nonzeros.count({0, 0}), std::size_t{0});
        int most = 0;
        for (const auto& [place, count] : nonzeros) most = std::max(most, count);
        QVERIFY(most > 4);
        QCOMPARE((nonzeros[{w.row_begin / 16, w.col_begin / 16}]), most);
    }

    void a_line_runs_from_the_hovered_nonzero_to_its_owner() {
        Session session;
        FormatsPage page(session);
        page.resize(1000, 600);
        open(session, "tridiagonal:n=40");
        session.setWindow({10, 26, 10, 26});
        page.setLayoutDocument(laidOut(session.matrix()->matrix.csr, session.window()));
        page.show();
        auto* connector = page.findChild<OwnerConnector*>();
        QVERIFY(!connector->isVisible());
        QVERIFY(connector->line().isNull());
        session.setHovered({12, 13});
        QTRY_VERIFY(connector->isVisible());
        const QLineF line = connector->line();
        const QRectF cell = page.windowView()->grid().rect(2, 3);
        QCOMPARE(page.windowView()->mapFrom(connector->parentWidget(), line.p1()),
                 QPointF(cell.right(), cell.center().y()));
        QVERIFY(line.x2() > line.x1()); // the text is on the right
        // The line is drawn between the window and the text.
        const QImage with = page.grab().toImage();
        session.setHovered({0, 0});
        QVERIFY(!connector->isVisible());
        const QImage without = page.grab().toImage();
        const QPoint middle = connector->parentWidget()->mapTo(
            &page, QPoint(static_cast<int>(line.x2()) - 2, static_cast<int>(line.y2())));
        QVERIFY(with.copy(QRect(middle - QPoint(3, 3), QSize(6, 6))) !=
                without.copy(QRect(middle - QPoint(3, 3), QSize(6, 6))));
        // Mouse events pass through to the widget below.
        QVERIFY(connector->testAttribute(Qt::WA_TransparentForMouseEvents));
        // If a kernel reports no owner, there is no line.
        protocol::Layout silent = laidOut(session.matrix()->matrix.csr, session.window());
        silent.owner.threads.clear();
        page.setLayoutDocument(silent);
        session.setHovered({12, 13});
        QVERIFY(!connector->isVisible());
    }

    void the_arrow_keys_pick_nonzeros_one_after_the_other() {
        Session session;
        FormatsPage page(session);
        open(session, "tridiagonal:n=16");
        page.setLayoutDocument(laidOut(session.matrix()->matrix.csr, session.window()));
        page.show();
        QTest::keyClick(page.arrays(), Qt::Key_Right);
        QTest::keyClick(page.arrays(), Qt::Key_Right);
        QCOMPARE(page.arrays()->highlighted(), 1);
        QCOMPARE(session.hovered().col, 1);
        QTest::keyClick(page.arrays(), Qt::Key_End);
        QCOMPARE(page.arrays()->highlighted(), 45);
        QTest::keyClick(page.arrays(), Qt::Key_Escape);
        QVERIFY(!session.hovered().isValid());
    }

    void a_click_keeps_a_nonzero_until_the_next_one() {
        Session session;
        FormatsPage page(session);
        page.resize(900, 600);
        open(session, "tridiagonal:n=16");
        page.setLayoutDocument(laidOut(session.matrix()->matrix.csr, session.window()));
        page.show();
        WindowView* view = page.windowView();
        const auto at = [&](int row, int col) { return view->grid().rect(row, col).center().toPoint(); };
        const HoveredNonzero first{2, 3}, second{5, 5};

        QTest::mouseClick(view, Qt::LeftButton, {}, at(2, 3));
        QCOMPARE(session.hovered(), first);
        QTest::mouseMove(view, at(5, 5));
        QTest::mouseMove(view, at(0, 9));
        QCOMPARE(session.hovered(), first);
        QCOMPARE(page.arrays()->highlighted(), 3 * 2 + 1); // rows with 2, 3 and 3 entries up to this one
        QTest::mouseClick(view, Qt::LeftButton, {}, at(5, 5));
        QCOMPARE(session.hovered(), second);
        QTest::mouseClick(view, Qt::LeftButton, {}, at(5, 5)); // unpins it
        QTest::mouseMove(view, at(2, 3));
        QCOMPARE(session.hovered(), first);
    }

    void padding_is_hatched_and_entries_are_not() {
        Session session;
        FormatsPage page(session);
        page.resize(900, 600);
        open(session, "tridiagonal:n=16");
        page.setLayoutDocument(laidOut(session.matrix()->matrix.csr, session.window()));
        page.show();
        const QImage picture = page.arrays()->grab().toImage();
        const Colours& colours = theme().colours();
        for (const Slot& slot : page.arrays()->slotLayout().cells) {
            int hatch = 0;
            const QRect inside = slot.rect.toRect().adjusted(2, 2, -2, -2);
            for (int y = inside.top(); y <= inside.bottom(); ++y)
                for (int x = inside.left(); x <= inside.right(); ++x)
                    hatch += picture.pixelColor(x, y) == colours.padding;
            QCOMPARE(hatch > 8, slot.padding);
        }
    }

    void the_arrow_keys_move_the_window_inside_the_matrix() {
        Session session;
        FormatsPage page(session);
        open(session, "tridiagonal:n=40");
        page.show();
        QTest::keyClick(page.windowView(), Qt::Key_Down);
        QTest::keyClick(page.windowView(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(session.window().row_begin, 1);
        QCOMPARE(session.window().col_begin, 16);
        for (int i = 0; i < 5; ++i) QTest::keyClick(page.windowView(), Qt::Key_PageDown);
        QCOMPARE(session.window().row_end, 40);
    }

    void the_charts_hold_every_format_and_export() {
        Session session;
        FormatsPage page(session);
        page.resize(1000, 600);
        open(session, "tridiagonal:n=40");
        page.show();
        protocol::Footprints document;
        document.csr_bytes = {1000};
        document.formats = {{"csr", protocol::Wide{1000}, 100, 0, 10.0, {}},
                            {"ell", protocol::Wide{2500}, 400, 300, 20.0, {}},
                            {"dia", {}, {}, {}, {}, "Too large."}};
        page.footprints().setFootprints(document);
        QCOMPARE(page.findChild<ChartView*>(QStringLiteral("formats-bytes"))->chartTable().rows.size(), 3U);
        const auto reading = [&] {
            return page.findChild<ChartView*>(QStringLiteral("formats-bytes"))->accessibleDescription();
        };
        QVERIFY2(reading().startsWith("Smallest: csr (1 × the size of CSR)."), qPrintable(reading()));
        // Formats of the same size are also mentioned.
        protocol::Footprints tied = document;
        for (const char* format : {"csc", "jad"})
            tied.formats.push_back({format, protocol::Wide{1000}, 100, 0, 10.0, {}});
        page.footprints().setFootprints(tied);
        QVERIFY2(reading().startsWith("Smallest: csr, csc and jad (1 × the size of CSR). Largest: ell"),
                 qPrintable(reading()));
        page.footprints().setFootprints(document);
        QTemporaryDir folder;
        const QStringList files = exportAll(page.charts(), folder.path());
        QVERIFY2(files.size() >= 8, qPrintable(files.join(QLatin1Char('\n'))));
        QFile csv(folder.filePath(QStringLiteral("formats-bytes.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QByteArray text = csv.readAll();
        QVERIFY2(text.contains("ell,ok,,2500,2.5,400,300,75,20"), text.constData());
        QVERIFY2(text.contains("dia,skipped,Too large."), text.constData());
    }

    void an_empty_page_invites_and_its_button_loads_a_sample() {
        Session session;
        FormatsPage page(session);
        page.show();
        QPushButton* button = nullptr;
        for (QPushButton* candidate : page.findChildren<QPushButton*>())
            if (candidate->isVisible()) button = candidate;
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(session.matrix() != nullptr);
    }

    void a_real_worker_lays_out_the_window() {
        if (!QFile::exists(qEnvironmentVariable("WARPLOOM_ENGINE"))) QSKIP("WARPLOOM_ENGINE names no worker program.");
        Session session;
        FormatsPage page(session);
        page.resize(1000, 600);
        page.show();
        open(session, "laplace2d:n=8");
        for (const auto& step : sceneOf(page)) QVERIFY(QTest::qWaitFor(step, 40000));
        QVERIFY2(session.hovered().isValid(), qPrintable(page.ownerLine()));
        QVERIFY(page.arrays()->highlighted() >= 0);
        QVERIFY2(page.ownerLine().contains(QStringLiteral("warp")), qPrintable(page.ownerLine()));
        QVERIFY(page.findChild<ChartView*>(QStringLiteral("formats-bytes"))->chartTable().rows.size() >= 10);
        // All supported formats contain the nonzero.
        QVERIFY(page.arrays()->slotLayout().slotsOf(page.arrays()->highlighted()).size() >= 10);
    }
};

WARPLOOM_WINDOW_TEST(FormatsPageViewTest);
#include "formats_page_view_test.moc"
