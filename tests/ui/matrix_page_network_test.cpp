// The map of a water network next to the spy plot of its matrix: positions, hit testing, and highlighting.
#include "tests/ui/network_support.h"
#include "ui/charts/chart_export.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/pages/matrix/network/network_painting.h"
#include "ui/pages/matrix/network/network_tables.h"
#include "ui/pages/matrix/network/network_view.h"
#include "ui/session/matrix_names.h"
#include "ui/style/number_text.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <ctime>

using namespace warploom;
using namespace warploom::ui;

namespace {

std::shared_ptr<const NetworkDrawing> drawing(const Matrix& matrix) {
    return std::make_shared<const NetworkDrawing>(matrix);
}

QImage blank() {
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Theme::light().canvas);
    return image;
}

/// Returns the number of pixels in a rectangle with approximately this color.
int pixelsLike(const QImage& image, const QColor& colour, const QRectF& where) {
    int count = 0;
    const QRect box = where.toAlignedRect() & image.rect();
    for (int y = box.top(); y <= box.bottom(); ++y)
        for (int x = box.left(); x <= box.right(); ++x) {
            const QColor p = image.pixelColor(x, y);
            const int far = std::abs(p.red() - colour.red()) + std::abs(p.green() - colour.green()) +
                            std::abs(p.blue() - colour.blue());
            count += far < 30;
        }
    return count;
}

QRectF around(const QPointF& middle, double half) { return {middle.x() - half, middle.y() - half, 2 * half, 2 * half}; }

double thread_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Reference implementation: linear search.
NetworkSpot did_you_mean(const NetworkDrawing& network, const QPointF& place, double node_reach, double link_reach) {
    NetworkSpot node, link;
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        const QPointF d = network.nodes[i].place - place;
        if (std::hypot(d.x(), d.y()) > node_reach) continue;
        node_reach = std::hypot(d.x(), d.y());
        node.node = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < network.links.size(); ++i)
        for (int k = 0; k + 1 < network.links[i].points; ++k) {
            const auto at = static_cast<std::size_t>(network.links[i].first_point + k);
            const QPointF a = network.points[at], along = network.points[at + 1] - a;
            const double t =
                std::clamp(QPointF::dotProduct(place - a, along) / QPointF::dotProduct(along, along), 0.0, 1.0);
            const QPointF d = place - a - along * t;
            if (std::hypot(d.x(), d.y()) > link_reach) continue;
            link_reach = std::hypot(d.x(), d.y());
            link.link = static_cast<int>(i);
        }
    return node.isValid() ? node : link;
}

} // namespace

class MatrixPageNetworkTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
        theme().setMode(Theme::Mode::light);
    }

    void places_and_bends_are_those_of_the_file() {
        const auto network = drawing(squareNetwork());
        QVERIFY(!network->computed_places);
        QCOMPARE(network->nodes[2].place, QPointF(100, 100));
        QCOMPARE(network->links[0].points, 3);
        QCOMPARE(network->points[(network->links[0].first_point) + 1], QPointF(50, -20));
        QCOMPARE(network->bounds, QRectF(0, -20, 100, 120));
        QCOMPARE(network->linksAt(1), (std::vector<int>{0, 1, 2}));
        QCOMPARE(network->linksBetween(2, 1), (std::vector<int>{1, 2}));
        QVERIFY(network->linksBetween(1, 3).empty());
    }

    void colours_are_scaled_on_the_open_pipes_by_the_logarithm() {
        const auto network = drawing(squareNetwork());
        QCOMPARE(network->lowest, 1.0); // neither the pump nor closed links
        QCOMPARE(network->highest, 16.0);
        QCOMPARE(network->position(1), 0.0);
        QCOMPARE(network->position(4), 0.5);
        QCOMPARE(network->position(16), 1.0);
        QCOMPARE(network->position(1e-8), 0.0);
    }

    void a_network_without_coordinates_gets_places_and_says_so() {
        const Matrix matrix = squareNetwork(false);
        const auto network = drawing(matrix);
        QVERIFY(network->computed_places);
        for (std::size_t a = 0; a < 4; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                const QPointF d = network->nodes[a].place - network->nodes[b].place;
                QVERIFY(std::hypot(d.x(), d.y()) > 0.3);
            }
        QCOMPARE(network->links[0].points, 2); // only maps have bends
        QVERIFY(networkRemarks(*network, matrix).first().contains("no coordinates"));
    }

    void computed_places_keep_neighbours_near_and_the_ends_of_a_line_far() {
        std::vector<std::pair<int, int>> line;
        for (int i = 0; i + 1 < 40; ++i) line.emplace_back(i, i + 1);
        const auto place = computedPlaces(40, line);
        const auto distance = [&](std::size_t a, std::size_t b) {
            return std::hypot(place[a].x() - place[b].x(), place[a].y() - place[b].y());
        };
        for (const auto& [a, b] : line) {
            const double d = distance(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
            QVERIFY2(d > 0.5 && d < 1.5, qPrintable(QString::number(d)));
        }
        QVERIFY(distance(0, 39) > 30);
        QCOMPARE(computedPlaces(40, line), place); // deterministic
        QCOMPARE(computedPlaces(1, {}).size(), std::size_t{1});
        QVERIFY(computedPlaces(0, {}).empty());
        for (const QPointF& p : computedPlaces(6, {{0, 1}, {2, 3}}))
            QVERIFY(std::isfinite(p.x()) && std::isfinite(p.y()));
    }

    void a_node_without_coordinates_stands_between_its_neighbours() {
        Matrix matrix = squareNetwork();
        auto changed = std::make_shared<WaterNetwork>(*matrix.network);
        changed->nodes[1].place.reset();
        matrix.network = changed;
        const auto network = drawing(matrix);
        QCOMPARE(network->guessed_places, 1);
        // One pipe from a, two from c.
        QCOMPARE(network->nodes[1].place, QPointF(200.0 / 3, 200.0 / 3));
        QVERIFY(networkRemarks(*network, matrix).first().startsWith("1 node has no coordinates"));
    }

    void a_frame_shows_all_with_north_up_and_zooms_about_the_mouse() {
        PlaneFrame frame(QRectF(0, 0, 200, 100), QSizeF(420, 420), 10);
        QCOMPARE(frame.scale(), 2.0);
        QCOMPARE(frame.toPixel(QPointF(0, 0)), QPointF(10, 310));
        QCOMPARE(frame.toPixel(QPointF(200, 100)), QPointF(410, 110));
        QCOMPARE(frame.toPlane(QPointF(10, 310)), QPointF(0, 0));
        const QPointF mouse(300, 200), held = frame.toPlane(mouse);
        frame.zoom(3, mouse);
        const QPointF now = frame.toPlane(mouse);
        QVERIFY(std::hypot(now.x() - held.x(), now.y() - held.y()) < 1e-9);
        QVERIFY(!frame.isFit());
        frame.pan(QPointF(0, 1e9)); // cannot be moved out of view
        QVERIFY(frame.seen().intersects(QRectF(0, 0, 200, 100)));
        frame.zoom(1e-9, mouse);
        QVERIFY(frame.isFit());
        PlaneFrame point(QRectF(5, 5, 0, 0), QSizeF(100, 100), 10);
        QVERIFY(std::isfinite(point.scale()));
        QCOMPARE(point.toPixel(QPointF(5, 5)), QPointF(50, 50));
    }

    void what_is_under_the_mouse_is_what_a_search_through_all_finds() {
        const auto network = drawing(gridNetwork(17));
        std::mt19937 random(3);
        int nodes = 0, links = 0, nothing = 0;
        for (int i = 0; i < 4000; ++i) {
            const QPointF place(static_cast<double>(random() % 20000) * 1e-3 - 1.5,
                                static_cast<double>(random() % 20000) * 1e-3 - 1.5);
            const NetworkSpot found = network->at(place, 0.2, 0.15);
            QCOMPARE(found, did_you_mean(*network, place, 0.2, 0.15));
            nodes += found.node >= 0;
            links += found.link >= 0;
            nothing += !found.isValid();
        }
        QVERIFY(nodes > 200 && links > 200 && nothing > 200);
    }

    void each_spot_stands_for_its_place_in_the_matrix() {
        const auto network = drawing(squareNetwork());
        QCOMPARE(nonzeroOf(*network, {2, -1}), (HoveredNonzero{2, 2}));
        QCOMPARE(nonzeroOf(*network, {-1, 0}), (HoveredNonzero{0, 1}));
        QCOMPARE(nonzeroOf(*network, {-1, 3}), (HoveredNonzero{0, 0})); // the pump from the reservoir
        QVERIFY(!nonzeroOf(*network, {3, -1}).isValid());
        QVERIFY(!nonzeroOf(*network, {}).isValid());
        QVERIFY2(networkSpotText(*network, {-1, 1}).contains("entries (1, 2) and (2, 1) · shared by 2 links"),
                 qPrintable(networkSpotText(*network, {-1, 1})));
        QVERIFY(networkSpotText(*network, {-1, 3}).contains("only the diagonal entry in row 0"));
        QVERIFY(networkSpotText(*network, {3, -1}).contains("reservoir R"));
        QVERIFY(networkSpotText(*network, {-1, 4}).contains("closed"));
    }

    void hovering_the_map_tells_which_nonzero_it_is() {
        const MatrixHandle matrix = loaded(squareNetwork());
        NetworkView view;
        view.resize(400, 400);
        view.show();
        view.setNetwork(drawing(matrix->matrix), matrix);
        QSignalSpy hovered(&view, &NetworkView::hoveredChanged), text(&view, &NetworkView::hoverTextChanged);
        QTest::mouseMove(&view, view.frame().toPixel(QPointF(100, 50)).toPoint());
        QTRY_COMPARE(hovered.count(), 1);
        QCOMPARE(
            hovered.last().first().value<HoveredNonzero>().row + hovered.last().first().value<HoveredNonzero>().col, 3);
        QVERIFY(text.last().first().toString().contains("pipe B"));
        QTest::mouseMove(&view, view.frame().toPixel(QPointF(0, 0)).toPoint());
        QTRY_COMPARE(hovered.count(), 2);
        QCOMPARE(hovered.last().first().value<HoveredNonzero>(), (HoveredNonzero{0, 0}));
        QTest::mouseMove(&view, view.frame().toPixel(QPointF(40, 60)).toPoint());
        QTRY_COMPARE(hovered.count(), 3);
        QVERIFY(!hovered.last().first().value<HoveredNonzero>().isValid());
    }

    void a_hovered_nonzero_lights_its_links_a_diagonal_one_its_junction() {
        const auto network = drawing(squareNetwork());
        const PlaneFrame frame(network->bounds, QSizeF(400, 400), 30);
        const QColor light = Theme::light().wasted;
        const auto lit = [&](const HoveredNonzero& hovered, const QPointF& place, double half) {
            QImage image = blank();
            QPainter painter(&image);
            paintNetworkLights(painter, frame, *network, hovered, {}, {}, Theme::light(), 1);
            painter.end();
            return pixelsLike(image, light, around(frame.toPixel(place), half));
        };
        QVERIFY(lit({1, 2}, {100, 50}, 6) > 20); // both parallel pipes
        QVERIFY(lit({0, 1}, {50, -20}, 6) > 20); // along the bend
        QCOMPARE(lit({0, 1}, {100, 50}, 6), 0);
        QVERIFY(lit({2, 2}, {100, 100}, 12) > 20);
        QCOMPARE(lit({2, 2}, {100, 50}, 6), 0);
        QCOMPARE(lit({7, 7}, {100, 100}, 400), 0); // not a junction
    }

    void an_entry_without_a_link_gets_a_dashed_line() {
        Matrix matrix = squareNetwork();
        auto changed = std::make_shared<WaterNetwork>(*matrix.network);
        changed->links.pop_back(); // a - c is now fill-in
        matrix.network = changed;
        matrix.link_conductance.pop_back();
        const auto network = drawing(matrix);
        const PlaneFrame frame(network->bounds, QSizeF(400, 400), 30);
        QImage image = blank();
        QPainter painter(&image);
        paintNetworkLights(painter, frame, *network, {0, 2}, {}, {}, Theme::light(), 1);
        painter.end();
        int on = 0, off = 0;
        for (int i = 20; i < 80; ++i)
            (pixelsLike(image, Theme::light().wasted, around(frame.toPixel(QPointF(i, i)), 0.5)) > 0 ? on : off) += 1;
        QVERIFY2(on > 15 && off > 8, qPrintable(QStringLiteral("%1 and %2").arg(on).arg(off)));
        const MatrixHandle handle = loaded(std::move(matrix));
        QVERIFY(networkExplanation(*network, *handle, {0, 2}).contains("are not linked"));
    }

    void brushed_rows_light_their_junctions() {
        const auto network = drawing(squareNetwork());
        const PlaneFrame frame(network->bounds, QSizeF(400, 400), 30);
        QImage image = blank();
        QPainter painter(&image);
        paintNetworkLights(painter, frame, *network, {}, {}, RowSelection::ofRange(1, 3), Theme::light(), 1);
        painter.end();
        const QColor light = Theme::light().wasted;
        QCOMPARE(pixelsLike(image, light, around(frame.toPixel(QPointF(0, 0)), 8)), 0);
        QVERIFY(pixelsLike(image, light, around(frame.toPixel(QPointF(100, 0)), 8)) > 20);
        QVERIFY(pixelsLike(image, light, around(frame.toPixel(QPointF(100, 100)), 8)) > 20);
    }

    void shift_and_dragging_selects_the_rows_of_a_rectangle() {
        const MatrixHandle matrix = loaded(squareNetwork());
        NetworkView view;
        view.resize(400, 400);
        view.show();
        view.setNetwork(drawing(matrix->matrix), matrix);
        QSignalSpy brushed(&view, &NetworkView::brushed);
        const QPoint from = view.frame().toPixel(QPointF(90, 110)).toPoint();
        const QPoint to = view.frame().toPixel(QPointF(110, -10)).toPoint();
        QTest::mousePress(&view, Qt::LeftButton, Qt::ShiftModifier, from);
        QTest::mouseMove(&view, to);
        QTest::mouseRelease(&view, Qt::LeftButton, Qt::ShiftModifier, to);
        QCOMPARE(brushed.count(), 1);
        const auto rows = brushed.first().first().value<RowSelection>();
        QCOMPARE(rows, RowSelection::ofRange(1, 3));
        QCOMPARE(rows.words, QString("the rows of 2 junctions"));
    }

    void wheel_mouse_and_keys_zoom_pan_and_walk() {
        const MatrixHandle matrix = loaded(squareNetwork());
        NetworkView view;
        view.resize(400, 400);
        view.show();
        view.setNetwork(drawing(matrix->matrix), matrix);
        const QPointF mouse(120, 300), held = view.frame().toPlane(mouse);
        QWheelEvent wheel(mouse, view.mapToGlobal(mouse), QPoint(), QPoint(0, 480), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &wheel);
        const QPointF now = view.frame().toPlane(mouse);
        QVERIFY(std::hypot(now.x() - held.x(), now.y() - held.y()) < 1e-6);
        QVERIFY(!view.frame().isFit());
        const double left = view.frame().seen().left();
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(view.frame().seen().left() > left);
        QTest::keyClick(&view, Qt::Key_Home);
        QVERIFY(view.frame().isFit());
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(!view.frame().isFit());
        QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(200, 200));
        QVERIFY(view.frame().isFit());
        QSignalSpy hovered(&view, &NetworkView::hoveredChanged);
        QTest::keyClick(&view, Qt::Key_PageDown);
        QTest::keyClick(&view, Qt::Key_PageDown);
        QCOMPARE(hovered.last().first().value<HoveredNonzero>(), (HoveredNonzero{1, 1}));
        QTest::keyClick(&view, Qt::Key_PageUp);
        QCOMPARE(hovered.last().first().value<HoveredNonzero>(), (HoveredNonzero{0, 0}));
    }

    void the_table_has_every_link_and_every_export_is_written() {
        const MatrixHandle matrix = loaded(squareNetwork());
        NetworkView view;
        view.setNetwork(drawing(matrix->matrix), matrix);
        const Table table = view.chartTable();
        QCOMPARE(table.rows.size(), std::size_t{5});
        QCOMPARE(table.text(3, table.column("kind")), std::string("pump"));
        QCOMPARE(table.number(2, table.column("conductance")), 3.0);
        QVERIFY(std::isnan(table.number(3, table.column("from_row")))); // the reservoir
        QCOMPARE(table.number(3, table.column("to_row")), 0.0);
        QCOMPARE(table.text(4, table.column("status")), std::string("closed"));
        QCOMPARE(unitText(table.columns[table.column("conductance")].unit), QString("ft²/s"));
        QTemporaryDir folder;
        const QStringList files = exportAll({&view}, folder.path());
        QCOMPARE(files.size(), 5); // and the nodes
        QVERIFY(ui_test::contents(folder.filePath("matrix-network.csv"))
                    .startsWith("link,kind,from,to,status,conductance_ft2_per_s"));
        QVERIFY(ui_test::contents(folder.filePath("matrix-network-nodes.csv")).contains("R,reservoir,,0,100"));
        QVERIFY(ui_test::contents(folder.filePath("matrix-network.svg")).contains("reservoir"));
        const QImage paper = chartImage(view);
        QVERIFY(pixelsLike(paper, Theme::print().accent, paper.rect()) > 30); // the reservoir and its legend
    }

    void the_reading_counts_and_says_how_far_conductances_run() {
        Matrix matrix = squareNetwork();
        const auto network = drawing(matrix);
        const QString text = networkReading(*network, *loaded(std::move(matrix)));
        QVERIFY2(text.startsWith("3 junctions, 4 pipes, 1 pump, 1 reservoir."), qPrintable(text));
        QVERIFY2(text.contains("1.2 decades"), qPrintable(text));
        Matrix alike = squareNetwork();
        alike.link_conductance = {1, 1, 1, 1, 1};
        const auto unit = drawing(alike);
        QVERIFY(unit->unit_conductances);
        QVERIFY(networkReading(*unit, *loaded(std::move(alike))).contains("All conductances are 1"));
    }

    void names_of_networks_are_files_with_wishes() {
        QTemporaryDir folder;
        const QString file = folder.filePath("town.INP");
        QVERIFY(QFile(file).open(QIODevice::WriteOnly));
        QVERIFY(looksLikeMatrixFile(file));
        QVERIFY(looksLikeMatrixFile("a.inp.gz"));
        QVERIFY(looksLikeMatrixFile("a.MTX"));
        QVERIFY(looksLikeMatrixFile("a.mtx.BZ2"));
        QVERIFY(looksLikeMatrixFile("a.tar.xz"));
        QVERIFY(!looksLikeMatrixFile("a.txt"));
        QVERIFY(canBeOpened(file + ":step=2"));
        QVERIFY(canBeOpened("hillside.inp:unit=1"));
        QVERIFY(canBeOpened("laplace2d:n=4"));
        QVERIFY(!canBeOpened(folder.filePath("other.inp:step=1")));
        QCOMPARE(shortName(file + ":step=2,fill=1"), QString("town.INP:step=2,fill=1"));
        QCOMPARE(shortName("laplace2d:n=4"), QString("laplace2d:n=4"));
        const QString before = QDir::currentPath();
        QDir::setCurrent(folder.path());
        QCOMPARE(wholeName("town.INP:step=1"), QFileInfo("town.INP").absoluteFilePath() + ":step=1");
        QDir::setCurrent(before);
        QCOMPARE(wholeName("missing.inp:step=1"), QString("missing.inp:step=1"));
    }

    void twelve_thousand_junctions_stay_fluid() {
        const MatrixHandle matrix = loaded(gridNetwork(112));
        NetworkView view;
        view.resize(700, 560);
        view.show();
        double start = thread_ms();
        const auto network = drawing(matrix->matrix);
        const double made = thread_ms() - start;
        view.setNetwork(network, matrix);
        QTRY_VERIFY_WITH_TIMEOUT(view.isCurrent(), 10000);
        std::vector<double> took;
        const RowSelection all = RowSelection::ofRange(0, network->junctions);
        for (int i = 0; i < 40; ++i) {
            start = thread_ms();
            PlaneFrame frame = view.frame();
            frame.zoom(i < 20 ? 1.2 : 1 / 1.2, QPointF(300, 200));
            frame.pan(QPointF(i % 2 ? -9 : 9, 5));
            view.setFrame(frame);
            view.setHovered({i, i + 1});
            view.setSelection(i % 2 ? all : RowSelection());
            view.repaint();
            took.push_back(thread_ms() - start);
            QTest::qWait(1);
        }
        QTRY_VERIFY_WITH_TIMEOUT(view.isCurrent(), 10000);
        std::sort(took.begin(), took.end());
        start = thread_ms();
        for (int i = 0; i < 1000; ++i) network->at(QPointF(i % 112, i / 9.0), 0.5, 0.3);
        const double hits = (thread_ms() - start) / 1000;
        qInfo("made %.0f ms, a frame %.1f ms (worst %.1f), a hit %.4f ms", made, took[20], took.back(), hits);
        QVERIFY(took[20] < 16);
        QVERIFY(hits < 1);
    }
};

WARPLOOM_WINDOW_TEST(MatrixPageNetworkTest);
#include "matrix_page_network_test.moc"
