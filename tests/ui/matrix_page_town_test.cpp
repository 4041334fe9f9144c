// The Matrix page with a water network read from its file: the map next to the spy plot, and the selectable matrices of
// the network.
#include "ui/charts/chart_frame.h"
#include "ui/components/spy/spy_view.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/matrix/network/network_painting.h"
#include "ui/pages/matrix/network/network_panel.h"
#include "ui/pages/matrix/network/network_view.h"
#include "ui/pages/matrix/rows/profile_view.h"
#include "ui/widgets/page_parts.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QCheckBox>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include <memory>

using namespace warploom;
using namespace warploom::ui;

namespace {

struct Desk {
    Session session;
    MatrixPage page{session};
    QStringList problems;

    Desk() {
        QObject::connect(&session, &Session::problem, &page,
                         [this](const QString& sentence) { problems.append(sentence); });
        page.resize(1000, 600);
        page.show();
    }
    bool open(const QString& name) {
        session.openMatrix(name);
        return ready();
    }
    bool ready() {
        if (!ui_test::wait_until([this] { return !session.isLoading() && page.isSettled(); })) return false;
        QApplication::processEvents(); // finishes the layout: a label has text now
        return true;
    }
    template <class W> W* find(const char* name) { return page.findChild<W*>(QLatin1String(name)); }
    void click(const char* name) { QTest::mouseClick(find<QToolButton>(name), Qt::LeftButton); }
    NetworkView& view() { return *page.findChild<NetworkPanel*>()->view(); }
};

} // namespace

class MatrixPageTownTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
        theme().setMode(Theme::Mode::light);
    }

    void a_matrix_without_a_network_shows_nothing_of_one() {
        Desk desk;
        QVERIFY(desk.open("laplace2d:n=12"));
        QVERIFY(desk.page.shownSide() != MatrixPage::Side::network);
        QVERIFY(!desk.find<QToolButton>("sideNetwork")->isVisible());
        QCOMPARE(desk.page.charts().size(), 4);
        QVERIFY(!desk.page.inspectorText().contains("water network"));
    }

    void the_empty_page_offers_a_small_network_that_opens_with_its_map() {
        Desk desk;
        auto* button = desk.find<QPushButton>("networkSample");
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY2(ui_test::wait_until([&] { return desk.session.matrix() && desk.ready(); }),
                 qPrintable(desk.problems.join(' ')));
        QCOMPARE(desk.session.matrix()->matrix.csr.rows, 48);
        QVERIFY(desk.page.shownSide() == MatrixPage::Side::network);
        QVERIFY(desk.view().isVisible());
        QCOMPARE(desk.view().network()->nodes.size(), std::size_t{50});
        QVERIFY(desk.page.findChild<NetworkPanel*>()->reading().startsWith("48 junctions, 69 pipes, 1 pump, 1 valve"));
        QCOMPARE(desk.page.charts().size(), 5);
        QVERIFY(desk.page.inspectorText().contains("global gradient method"));
        QVERIFY(desk.problems.isEmpty());
    }

    void spy_and_map_light_each_other() {
        Desk desk;
        QVERIFY(desk.open("hillside.inp"));
        const auto& network = *desk.view().network();
        const auto& link = network.links[0];
        const QPointF middle = desk.view().frame().toPixel(network.middle(link).first);
        QTest::mouseMove(&desk.view(), middle.toPoint());
        QTRY_COMPARE(desk.session.hovered(), (HoveredNonzero{link.from, link.to}));
        QVERIFY(desk.page.inspectorText().contains("are linked"));
        const SpyFrame& frame = desk.page.spy()->frame();
        QTest::mouseMove(desk.page.spy(), frame.cellsRect(7, 8, 7, 8).center().toPoint());
        QTRY_COMPARE(desk.session.hovered(), (HoveredNonzero{7, 7}));
        QVERIFY(!desk.view().spot().isValid()); // the mouse is elsewhere
        QVERIFY(desk.page.inspectorText().contains("sum of the conductances of its links"));
    }

    void the_strip_opens_other_matrices_of_the_same_network() {
        Desk desk;
        QVERIFY(desk.open("hillside.inp"));
        const auto values = desk.session.matrix()->matrix.csr.value;
        desk.click("newtonStep1");
        QVERIFY(ui_test::wait_until(
            [&] { return desk.session.matrix()->name() == "hillside.inp:step=1" && desk.ready(); }));
        QVERIFY(desk.session.matrix()->matrix.csr.value != values);
        desk.click("newtonStep2");
        QVERIFY(ui_test::wait_until(
            [&] { return desk.session.matrix()->name() == "hillside.inp:step=2" && desk.ready(); }));
        QVERIFY(desk.find<QToolButton>("newtonStep3") != nullptr); // always one more
        QVERIFY(desk.find<QToolButton>("newtonStep2")->isChecked());
        QTest::mouseClick(desk.find<QCheckBox>("withFill"), Qt::LeftButton, {}, QPoint(8, 8));
        QVERIFY(ui_test::wait_until(
            [&] { return desk.session.matrix()->name() == "hillside.inp:step=2,fill=1" && desk.ready(); }));
        QVERIFY(desk.session.matrix()->matrix.explicit_zeros > 0);
        QVERIFY(desk.page.inspectorText().contains("<h3>With fill</h3>"));
        QTest::mouseClick(desk.find<QCheckBox>("unitConductances"), Qt::LeftButton, {}, QPoint(8, 8));
        QVERIFY(ui_test::wait_until(
            [&] { return desk.session.matrix()->name() == "hillside.inp:unit=1,fill=1" && desk.ready(); }));
        QVERIFY(desk.view().network()->unit_conductances);
        QVERIFY(!desk.find<QToolButton>("newtonStep1")->isEnabled());
        desk.session.undoStack().undo();
        QVERIFY(ui_test::wait_until(
            [&] { return desk.session.matrix()->name() == "hillside.inp:step=2,fill=1" && desk.ready(); }));
        QVERIFY(!desk.find<QCheckBox>("unitConductances")->isChecked());
    }

    void what_was_looked_at_stays_in_view_from_step_to_step() {
        Desk desk;
        QVERIFY(desk.open("hillside.inp"));
        desk.view().zoomBy(4);
        const PlaneFrame before = desk.view().frame();
        QVERIFY(desk.open("hillside.inp:step=1"));
        QCOMPARE(desk.view().frame(), before);
        desk.click("sideNumbers");
        QVERIFY(desk.page.shownSide() != MatrixPage::Side::network);
        QVERIFY(desk.open("hillside.inp:step=2"));
        QVERIFY(desk.page.shownSide() != MatrixPage::Side::network); // as selected
        desk.click("sideNetwork");
        QVERIFY(desk.page.shownSide() == MatrixPage::Side::network);
        QVERIFY(desk.open("tridiagonal:n=20"));
        QVERIFY(desk.page.shownSide() != MatrixPage::Side::network);
        QVERIFY(desk.view().network() == nullptr);
    }

    void the_table_twin_is_one_key_away() {
        Desk desk;
        QVERIFY(desk.open("hillside.inp"));
        desk.view().setFocus();
        QTest::keyClick(&desk.view(), Qt::Key_T);
        ChartFrame& frame = *desk.page.findChild<NetworkPanel*>()->frame();
        QVERIFY(frame.isTableShown());
        QCOMPARE(frame.findChild<QTableView*>()->model()->rowCount(), 71);
        QTest::keyClick(frame.findChild<QTableView*>(), Qt::Key_T);
        QVERIFY(!frame.isTableShown());
    }

    void junctions_that_no_source_reaches_are_named_in_the_banner() {
        QTemporaryDir folder;
        QFile file(folder.filePath("cut.inp"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[JUNCTIONS]\nA 10 1\nLost 10 1\nGone 9 1\n[RESERVOIRS]\nR 50\n[PIPES]\n"
                   "P1 R A 100 12 100 0 Open\nP2 Lost Gone 100 12 100 0 Open\n[END]\n");
        file.close();
        Desk desk;
        desk.session.openMatrix(file.fileName());
        QVERIFY(ui_test::wait_until([&] { return !desk.problems.isEmpty(); }));
        QVERIFY2(desk.problems.first().contains("Lost"), qPrintable(desk.problems.first()));
        QVERIFY(desk.session.matrix() == nullptr);
    }

    void what_the_reader_passed_over_is_said_under_the_map() {
        QTemporaryDir folder;
        QFile file(folder.filePath("odd.inp"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[JUNCTIONS]\nA 10 1\nB 9 1\n[WONDERS]\nx y\n[RESERVOIRS]\nR 50\n[PIPES]\n"
                   "P1 R A 100 12 100 0 Open\nP2 A B 100 12 100 0 Open\n[END]\n");
        file.close();
        Desk desk;
        QVERIFY2(desk.open(file.fileName()), qPrintable(desk.problems.join(' ')));
        const QString note = desk.page.findChild<NetworkPanel*>()->note();
        QVERIFY2(note.contains("no coordinates") && note.contains("WONDERS"), qPrintable(note));
    }

    void a_network_can_be_dropped_on_the_window() {
        QTemporaryDir folder;
        QFile file(folder.filePath("dropped.INP"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[JUNCTIONS]\nA 10 1\n[RESERVOIRS]\nR 50\n[PIPES]\nP1 R A 100 12 100 0 Open\n[END]\n");
        file.close();
        Session session;
        MainWindow window(session);
        window.resize(1280, 720);
        window.show();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file.fileName())});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &drop);
        QStringList problems;
        connect(&session, &Session::problem, &window, [&](const QString& sentence) { problems.append(sentence); });
        QVERIFY2(ui_test::wait_until([&] { return session.matrix() != nullptr; }), qPrintable(problems.join(' ')));
        QCOMPARE(session.matrix()->matrix.csr.rows, 1);
        QCOMPARE(session.recent().first(), file.fileName());
    }

    void at_twice_the_size_the_map_is_still_there() {
        Desk desk;
        QVERIFY(desk.open("hillside.inp"));
        const std::unique_ptr<QScrollArea> room(scrolled(&desk.page));   // as in the window
        const auto give_back = qScopeGuard([&] { room->takeWidget(); }); // owned by the desk
        room->resize(1150, 600);
        room->show();
        for (const double scale : {1.0, 2.0}) {
            theme().setScale(scale);
            QTest::qWait(50);
            auto* legend = desk.find<QWidget>("networkLegend");
            QVERIFY(legend->visibleRegion().boundingRect().height() == legend->height());
            const double lines = paintNetworkLegend(nullptr, QRectF(0, 0, legend->width(), 0), *desk.view().network(),
                                                    theme().colours(), theme().font(0.9));
            QVERIFY2(legend->height() >= lines, qPrintable(QString::number(legend->height())));
            const QSize least = desk.view().minimumSizeHint();
            QVERIFY2(desk.view().width() >= least.width() && desk.view().height() >= least.height(),
                     qPrintable(QStringLiteral("%1 x %2").arg(desk.view().width()).arg(desk.view().height())));
            QVERIFY(desk.page.spy()->width() >= theme().px(100));
        }
        theme().setScale(1.0);
    }
};

WARPLOOM_WINDOW_TEST(MatrixPageTownTest);
#include "matrix_page_town_test.moc"
