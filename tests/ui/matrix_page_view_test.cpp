#include "support/own_time.h"
#include "support/runner.h"
#include "tests/ui/matrix_page_support.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_frame.h"
#include "ui/components/spy/around_spy.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/components/spy/spy_view.h"
#include "ui/pages/matrix/generator_form.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/matrix/rows/histogram_view.h"
#include "ui/pages/matrix/rows/profile_view.h"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace warploom;
using namespace warploom::ui;

namespace {

void wheel(QWidget& widget, const QPointF& at, int steps) {
    QWheelEvent event(at, widget.mapToGlobal(at), QPoint(), QPoint(0, 120 * steps), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

bool settled(const SpyView& spy) {
    return ui_test::wait_until([&] { return spy.isCurrent(); });
}

/// Returns the mean row of pixels that differ from the canvas, in a range of columns of an image.
double middleOfInk(const QImage& picture, const QColor& canvas, int xBegin, int xEnd) {
    double sum = 0, count = 0;
    for (int y = 0; y < picture.height(); ++y) {
        bool ink = false;
        for (int x = xBegin; x < xEnd; ++x)
            ink = ink || contrast(picture.pixelColor(x, y), canvas) > 1.5; // includes light colors
        if (ink) {
            sum += y + 0.5;
            ++count;
        }
    }
    return count > 0 ? sum / count : -1;
}

} // namespace

class MatrixPageViewTest : public QObject {
    Q_OBJECT
    QTemporaryDir settings_;

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        theme().install(*qApp);
        theme().setMode(Theme::Mode::light);
    }

    void the_wheel_keeps_the_cell_under_the_mouse() {
        SpyView spy;
        spy.resize(400, 400);
        spy.show();
        spy.setMatrix(loaded("laplace2d:n=40"));
        const QPointF at(137, 222);
        const double row = spy.frame().rowAt(at.y()), col = spy.frame().colAt(at.x());
        for (int i = 0; i < 8; ++i) {
            wheel(spy, at, 1);
            QVERIFY(std::abs(spy.frame().rowAt(at.y()) - row) < 1e-6);
            QVERIFY(std::abs(spy.frame().colAt(at.x()) - col) < 1e-6);
        }
        QVERIFY(!spy.frame().isFit());
        QTest::mouseDClick(&spy, Qt::LeftButton, {}, QPoint(200, 200));
        QVERIFY(spy.frame().isFit());
    }

    void the_keyboard_zooms_pans_fits_and_moves_the_window() {
        SpyView spy;
        spy.resize(300, 300);
        spy.show();
        spy.setMatrix(loaded("tridiagonal:n=2000"));
        spy.setWindow({0, 16, 0, 16});
        QTest::keyClick(&spy, Qt::Key_Plus);
        QTest::keyClick(&spy, Qt::Key_Plus);
        QVERIFY(!spy.frame().isFit());
        const double top = spy.frame().rowAt(0);
        QTest::keyClick(&spy, Qt::Key_Down);
        QVERIFY(spy.frame().rowAt(0) > top);
        QTest::keyClick(&spy, Qt::Key_Home);
        QVERIFY(spy.frame().isFit());
        QSignalSpy moved(&spy, &SpyView::windowMoved);
        QTest::keyClick(&spy, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&spy, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(moved.count(), 2);
        QCOMPARE(spy.window().row_begin, 1);
        QCOMPARE(spy.window().col_begin, 1);
        QTest::keyClick(&spy, Qt::Key_End);
        QVERIFY(valuesVisible(spy.frame(), QFontMetricsF(theme().font(0.9))));
    }

    void dragging_pans_and_dragging_the_window_moves_the_window() {
        SpyView spy;
        spy.resize(400, 400);
        spy.show();
        spy.setMatrix(loaded("tridiagonal:n=100"));
        spy.setWindow({40, 56, 40, 56});
        const QPoint inside = spy.frame().cellsRect(40, 56, 40, 56).center().toPoint();
        QTest::mousePress(&spy, Qt::LeftButton, {}, inside);
        QTest::mouseMove(&spy, inside + QPoint(40, 0));
        QTest::mouseRelease(&spy, Qt::LeftButton, {}, inside + QPoint(40, 0));
        QCOMPARE(spy.window().col_begin, 50);
        QCOMPARE(spy.window().row_begin, 40);
        wheel(spy, QPointF(20, 20), 4);
        const double left = spy.frame().colAt(0);
        QTest::mousePress(&spy, Qt::LeftButton, {}, QPoint(300, 100));
        QTest::mouseMove(&spy, QPoint(250, 100));
        QTest::mouseRelease(&spy, Qt::LeftButton, {}, QPoint(250, 100));
        QVERIFY(std::abs(spy.frame().colAt(0) - left - 50 / spy.frame().colWidth()) < 1e-6);
    }

    void values_are_printed_when_cells_are_large_enough() {
        const auto matrix = loaded(drawn(3, 3, {{0, 0, 7.25}, {1, 1, 0.0}, {2, 2, -1.5}}));
        SpyFrame frame(3, 3, QSizeF(240, 240));
        QImage with(240, 240, QImage::Format_ARGB32_Premultiplied), plain = with;
        const auto paint = [&](QImage& image, const Matrix& m) {
            QPainter painter(&image);
            painter.setFont(theme().font(0.9));
            QVERIFY(valuesVisible(frame, QFontMetricsF(painter.font())));
            paintSpy(painter, frame, m.csr, nullptr, nullptr, Theme::light());
        };
        paint(with, matrix->matrix);
        const auto dark = [](const QImage& image, const QRect& cell) {
            int count = 0;
            for (int y = cell.top(); y <= cell.bottom(); ++y)
                for (int x = cell.left(); x <= cell.right(); ++x)
                    count += contrast(image.pixelColor(x, y), Theme::light().text) < 2;
            return count;
        };
        QVERIFY(dark(with, QRect(10, 10, 60, 60)) > 20); // "7.25"
        QVERIFY(dark(with, QRect(90, 10, 60, 60)) == 0); // no entry
        // An explicit zero has an outline but no fill.
        QCOMPARE(with.pixelColor(100, 90).rgb(), Theme::light().canvas.rgb());
        QVERIFY(with.pixelColor(30, 12).rgb() != Theme::light().canvas.rgb());
        // Changing a value changes the image.
        Matrix other = drawn(3, 3, {{0, 0, 8.5}, {1, 1, 0.0}, {2, 2, -1.5}});
        paint(plain, other);
        QVERIFY(plain.copy(0, 0, 80, 80) != with.copy(0, 0, 80, 80));
        QCOMPARE(plain.copy(80, 80, 160, 160), with.copy(80, 80, 160, 160));
    }

    void values_zooms_where_one_is() {
        Session session;
        MatrixPage page(session);
        page.resize(1000, 640);
        page.show();
        session.openMatrix(QStringLiteral("tridiagonal:n=3000"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        auto* spy = page.spy();
        const auto values = [&page] {
            for (QToolButton* const button : page.findChildren<QToolButton*>())
                if (button->text() == QLatin1String("Values")) button->click();
        };
        const auto shows = [spy](std::int64_t row, std::int64_t col) {
            const SpyFrame& frame = spy->frame();
            return valuesVisible(frame, QFontMetricsF(theme().font(0.9))) && frame.firstRow() <= row &&
                   row < frame.lastRow() && frame.firstCol() <= col && col < frame.lastCol();
        };
        // Around the pinned nonzero, from any page.
        session.setHovered({2100, 2101});
        values();
        QVERIFY(shows(2100, 2101));
        // If there is none, in the center of the visible part.
        session.setHovered({});
        spy->fitAll();
        SpyFrame frame = spy->frame();
        frame.show(900, 1100, 900, 1100);
        spy->setFrame(frame);
        values();
        QVERIFY(shows(1000, 1000));
        // If the whole matrix is visible, at the window of the Formats page.
        spy->fitAll();
        session.setWindow({500, 516, 500, 516});
        values();
        QVERIFY(shows(507, 507));
    }

    void the_axes_touch_the_picture_and_the_picture_has_the_shape_of_its_matrix() {
        for (const char* name : {"laplace2d:n=30", "diagonal:n=2000000", "dense:rows=200,cols=90,seed=1"}) {
            Session session;
            MatrixPage page(session);
            page.resize(1000, 620);
            page.show();
            session.openMatrix(QLatin1String(name));
            QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }, 20000));
            const QRect spy = page.spy()->geometry();
            const QRectF drawn = page.spy()->frame().matrixRect();
            QVERIFY(std::abs(drawn.width() - spy.width()) < 2 && std::abs(drawn.height() - spy.height()) < 2);
            for (const AxisRuler* const ruler : page.findChildren<AxisRuler*>()) {
                const QRect at = ruler->geometry();
                QVERIFY2(std::abs(at.right() - spy.left()) <= 4 || std::abs(at.bottom() - spy.top()) <= 4, name);
                QVERIFY(at.width() >= ruler->sizeHint().width() && at.height() >= ruler->sizeHint().height());
            }
            QVERIFY(page.rowProfile()->x() - spy.right() < 8);
            QVERIFY(page.columnProfile()->y() - spy.bottom() < 8);
            QVERIFY(page.rowProfile()->width() >= 100 && page.columnProfile()->height() >= 40);
        }
    }

    void rows_line_up_with_the_spy_at_every_zoom() {
        Session session;
        MatrixPage page(session);
        page.resize(1000, 640);
        page.show();
        session.openMatrix(QStringLiteral("one-long-row:n=600,length=600,row=211,seed=1"));
        QVERIFY(QTest::qWaitFor([&] { return page.isSettled(); }, 10000));
        SpyView& spy = *page.spy();
        ProfileView& rows = *page.rowProfile();
        for (const double zoom : {1.0, 1.6, 4.0, 9.0}) {
            spy.fitAll();
            SpyFrame frame = spy.frame();
            frame.zoom(zoom, QPointF(frame.xOfCol(300), frame.yOfRow(211.5)));
            spy.setFrame(frame);
            QVERIFY(settled(spy));
            QTest::qWait(10);
            // Both use the same frame, and are aligned on the screen.
            for (const std::int64_t row : {0, 100, 211, 599})
                QCOMPARE(rows.pixelOf(row), spy.frame().yOfRow(static_cast<double>(row)));
            QCOMPARE(rows.mapTo(&page, QPoint(0, 0)).y(), spy.mapTo(&page, QPoint(0, 0)).y());
            QCOMPARE(rows.height(), spy.height());
            // In both images, the long row is in the same place: beyond the short bars, and to the left of the
            // diagonal.
            const int far = rows.width() / 2;
            const double bar = middleOfInk(rows.grab().toImage(), theme().colours().canvas, far, far + 4);
            QVERIFY2(std::abs(bar - spy.frame().yOfRow(211.5)) <= std::max(1.5, spy.frame().rowHeight() / 2 + 1),
                     qPrintable(QStringLiteral("%1 and %2").arg(bar).arg(spy.frame().yOfRow(211.5))));
            QCOMPARE(page.columnProfile()->mapTo(&page, QPoint(0, 0)).x(), spy.mapTo(&page, QPoint(0, 0)).x());
            QCOMPARE(page.columnProfile()->width(), spy.width());
        }
    }

    void hovering_a_nonzero_tells_the_session_and_says_its_value() {
        Session session;
        MatrixPage page(session);
        page.resize(900, 600);
        page.show();
        session.openMatrix(QStringLiteral("tridiagonal:n=12"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        const SpyFrame& frame = page.spy()->frame();
        QTest::mouseMove(page.spy(), frame.cellsRect(4, 5, 5, 6).center().toPoint());
        QTRY_COMPARE(session.hovered().row, 4);
        QCOMPARE(session.hovered().col, 5);
        QVERIFY2(page.spy()->hoverText().contains(QStringLiteral("value -1")), qPrintable(page.spy()->hoverText()));
        QTest::mouseMove(page.spy(), frame.cellsRect(4, 5, 9, 10).center().toPoint());
        QTRY_VERIFY(!session.hovered().isValid());
    }

    void editing_a_parameter_regenerates_after_a_pause_and_can_be_undone() {
        Session session;
        MatrixPage page(session);
        page.show();
        session.openMatrix(QStringLiteral("tridiagonal:n=50"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        QDoubleSpinBox* order = page.findChild<GeneratorForm*>()->field("n");
        QVERIFY(order != nullptr);
        QCOMPARE(order->value(), 50.0);
        QSignalSpy changed(&session, &Session::matrixChanged);
        for (const double n : {60.0, 70.0, 80.0}) order->setValue(n);
        QCOMPARE(changed.count(), 0); // not immediately
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(session.matrix()->matrix.csr.rows, 80);
        session.undoStack().undo();
        QTRY_COMPARE(session.matrix()->matrix.csr.rows, 50);
        QTRY_COMPARE(page.findChild<GeneratorForm*>()->field("n")->value(), 50.0);
    }

    void choosing_a_generator_shows_its_parameters_and_loads_it() {
        Session session;
        MatrixPage page(session);
        page.show();
        QComboBox* chooser = page.findChild<GeneratorForm*>()->chooser();
        chooser->setFocus();
        const int index = chooser->findData(QStringLiteral("arrow"));
        QVERIFY(index > 0);
        chooser->setCurrentIndex(index);
        emit chooser->activated(index);
        QVERIFY(page.findChild<GeneratorForm*>()->field("n") != nullptr);
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        QVERIFY(session.matrixName().startsWith(QStringLiteral("arrow:")));
        QVERIFY(!page.reading().isEmpty());
    }

    void the_histogram_has_its_table_and_its_export_like_any_chart() {
        Session session;
        MatrixPage page(session);
        page.resize(1000, 600);
        page.show();
        session.openMatrix(QStringLiteral("random-rows:n=700,fraction=0.1,seed=9"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        auto* histogram = page.findChild<HistogramView*>();
        QVERIFY(histogram != nullptr);
        ChartFrame* frame = nullptr;
        for (ChartFrame* each : page.findChildren<ChartFrame*>())
            if (each->isAncestorOf(histogram)) frame = each;
        QVERIFY(frame != nullptr);
        for (const char* button : {"tableButton", "copyButton", "exportButton"})
            QVERIFY2(frame->findChild<QToolButton*>(QLatin1String(button)) != nullptr, button);
        QTest::keyClick(histogram, Qt::Key_T);
        QVERIFY(frame->isTableShown());
        QCOMPARE(frame->findChild<QTableView*>()->model()->rowCount(),
                 static_cast<int>(histogram->chartTable().rows.size()));
        QTest::keyClick(frame->findChild<QTableView*>(), Qt::Key_T);
        QVERIFY(!frame->isTableShown());
    }

    void where_few_rows_are_very_long_the_axis_of_rows_begins_logarithmic() {
        Session session;
        MatrixPage page(session);
        page.resize(1000, 600);
        page.show();
        session.openMatrix(QStringLiteral("one-long-row:n=500"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        auto* histogram = page.findChild<HistogramView*>();
        auto* button = page.findChild<QToolButton*>(QStringLiteral("rowsLog"));
        QVERIFY(button->isChecked());
        // A single row must have a visible bar next to hundreds: at least 1/25 of the plot.
        const auto blueOfTheRight = [&] {
            const QImage picture = histogram->grab().toImage();
            const QRgb bar = theme().colours().seriesColour(0).rgb();
            int most = 0;
            for (int x = picture.width() * 3 / 4; x < picture.width(); ++x) {
                int here = 0;
                for (int y = 0; y < picture.height(); ++y) here += picture.pixel(x, y) == bar ? 1 : 0;
                most = std::max(most, here);
            }
            return most * 25 / picture.height();
        };
        QVERIFY2(blueOfTheRight() >= 1, "logarithmic");
        button->click();
        QCOMPARE(blueOfTheRight(), 0);
        QTest::keyClick(histogram, Qt::Key_L);
        QVERIFY(button->isChecked());
        QVERIFY2(blueOfTheRight() >= 1, "logarithmic again");
        session.openMatrix(QStringLiteral("laplace2d:n=20"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled() && !button->isChecked(); }));
    }

    void every_chart_of_the_page_exports_and_the_spys_csv_sums_to_the_nonzeros() {
        Session session;
        MatrixPage page(session);
        page.resize(1000, 600);
        page.show();
        session.openMatrix(QStringLiteral("random-rows:n=700,fraction=0.1,seed=9"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        QTemporaryDir folder;
        const QStringList files = exportAll(page.charts(), folder.path());
        QCOMPARE(page.charts().size(), 4);
        QVERIFY2(files.size() >= 16, qPrintable(files.join(QLatin1Char('\n'))));
        for (const QString& file : files) QVERIFY2(QFile(file).size() > 100, qPrintable(file));
        QFile csv(folder.filePath(QStringLiteral("matrix-spy.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readLine().startsWith("row_begin,row_end,col_begin,col_end,nonzeros"));
        std::int64_t sum = 0;
        while (!csv.atEnd()) sum += csv.readLine().trimmed().split(',').last().toLongLong();
        QCOMPARE(sum, session.matrix()->matrix.csr.nonzeros());
        const Table rows = page.charts()[1]->chartTable();
        sum = 0;
        for (std::size_t i = 0; i < rows.rows.size(); ++i)
            sum += static_cast<std::int64_t>(rows.number(i, rows.column("nonzeros")));
        QCOMPARE(sum, session.matrix()->matrix.csr.nonzeros());
    }

    void an_empty_page_invites_and_its_button_loads_a_sample() {
        Session session;
        MatrixPage page(session);
        page.show();
        QPushButton* button = nullptr;
        for (QPushButton* candidate : page.findChildren<QPushButton*>())
            if (candidate->objectName() == QLatin1String("randomSample")) button = candidate;
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return page.isSettled(); }, 20000));
        QVERIFY(!button->isVisible());
    }

    void a_matrix_without_places_and_one_without_nonzeros_are_shown() {
        Session session;
        MatrixPage page(session);
        page.resize(900, 600);
        page.show();
        session.openMatrix(QStringLiteral("dense:rows=0,cols=5,seed=1"));
        QTRY_VERIFY(session.matrix() && !session.isLoading());
        QVERIFY(!page.grab().isNull());
        session.openMatrix(QStringLiteral("empty-rows:n=20,every=1,length=5,cols=0,seed=1"));
        QVERIFY(ui_test::wait_until([&] { return page.isSettled(); }));
        QVERIFY(!page.grab().isNull());
    }

    void twenty_million_nonzeros_are_seen_within_a_second_and_pan_smoothly() {
        Session session;
        MatrixPage page(session);
        page.resize(1280, 720);
        page.show();
        warploom::test::OwnTime time;
        connect(&session, &Session::matrixChanged, &page, [&] { time.start(); });
        session.openMatrix(QStringLiteral("laplace3d:n=143"));
        QVERIFY(QTest::qWaitFor([&] { return session.matrix() && page.spy()->image(); }, 120000));
        const double took = time.ms();
        qInfo("first picture of %lld nonzeros %.0f ms after loading",
              static_cast<long long>(session.matrix()->matrix.csr.nonzeros()), took);
        QVERIFY(took < 1000);
        QTRY_VERIFY_WITH_TIMEOUT(page.isSettled(), 10000);
        SpyView& spy = *page.spy();
        for (const double zoom : {1.0, 3.0, 40.0, 2000.0}) {
            spy.fitAll();
            SpyFrame frame = spy.frame();
            frame.zoom(zoom, QPointF(frame.xOfCol(1.4e6), frame.yOfRow(1.4e6)));
            spy.setFrame(frame);
            QVERIFY(settled(spy));
            std::vector<double> picture, gui;
            for (int i = 0; i < 30; ++i) {
                const warploom::test::OwnTime whole;
                frame.pan(QPointF(i % 2 ? -9 : 9, i % 3 ? 7 : -14));
                if (zoom <= 1.0) frame.zoom(i % 2 ? 1.02 : 1 / 1.02, QPointF(300, 200));
                spy.setFrame(frame);
                page.repaint(); // spy, profiles and rulers with images cached: the window's own cost
                gui.push_back(whole.ms());
                QVERIFY(settled(spy));
                const warploom::test::OwnTime alone;
                renderSpy(*spy.matrix()->pyramid, gridFor(spy.frame(), 1.0), theme().colours());
                picture.push_back(alone.ms());
            }
            std::sort(picture.begin(), picture.end());
            std::sort(gui.begin(), gui.end());
            qInfo("zoom %g: window %.1f ms (worst %.1f), its picture %.1f ms (worst %.1f)", zoom, gui[15], gui.back(),
                  picture[15], picture.back());
            QVERIFY(gui[15] < 50);
            QVERIFY(picture[15] < 50);
        }
    }
};

WARPLOOM_WINDOW_TEST(MatrixPageViewTest);
#include "matrix_page_view_test.moc"
