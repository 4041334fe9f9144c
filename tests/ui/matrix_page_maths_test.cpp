#include "support/runner.h"
#include "tests/ui/matrix_page_support.h"
#include "ui/components/spy/axis_ticks.h"
#include "ui/components/spy/row_profile.h"
#include "ui/components/spy/spy_image.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/components/spy/spy_view.h"
#include "ui/pages/matrix/generator_form.h"
#include "ui/pages/matrix/matrix_reading.h"
#include "ui/style/number_text.h"

#include <QTest>

#include <random>
#include <set>

using namespace warploom;
using namespace warploom::ui;

class MatrixPageMathsTest : public QObject {
    Q_OBJECT
private slots:
    void pixels_and_cells_are_each_others_inverse_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        QTest::addColumn<double>("zoom");
        QTest::newRow("small") << 5 << 5 << 1.0;
        QTest::newRow("square") << 4096 << 4096 << 1.0;
        QTest::newRow("zoomed in") << 4096 << 4096 << 37.5;
        QTest::newRow("wide") << 10 << 1000000 << 8.0;
        QTest::newRow("tall") << 3000000 << 3 << 500.0;
        QTest::newRow("one place") << 1 << 1 << 1.0;
    }
    void pixels_and_cells_are_each_others_inverse() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        QFETCH(double, zoom);
        SpyFrame frame(rows, cols, QSizeF(640, 480));
        frame.zoom(zoom, QPointF(200, 300));
        for (double y = 0.25; y < 480; y += 7.5) {
            QVERIFY(std::abs(frame.yOfRow(frame.rowAt(y)) - y) < 1e-6);
            const std::int64_t row = frame.rowUnder(y);
            if (row < 0) continue;
            QVERIFY(frame.yOfRow(static_cast<double>(row)) <= y + 1e-6);
            QVERIFY(frame.yOfRow(static_cast<double>(row + 1)) >= y - 1e-6);
        }
        for (double x = 0.25; x < 640; x += 7.5) QVERIFY(std::abs(frame.xOfCol(frame.colAt(x)) - x) < 1e-6);
    }

    void zooming_keeps_the_cell_under_the_cursor() {
        SpyFrame frame(5000, 5000, QSizeF(600, 600));
        const QPointF cursor(311.5, 207.25);
        const double row = frame.rowAt(cursor.y()), col = frame.colAt(cursor.x());
        for (int i = 0; i < 20; ++i) {
            frame.zoom(1.25, cursor);
            QVERIFY(std::abs(frame.rowAt(cursor.y()) - row) < 1e-6);
            QVERIFY(std::abs(frame.colAt(cursor.x()) - col) < 1e-6);
        }
        frame.zoom(1e-9, cursor);
        QVERIFY(frame.isFit());
    }

    void zooming_ends_at_the_largest_cell_and_at_the_whole_matrix() {
        SpyFrame frame(1000, 1000, QSizeF(500, 500));
        frame.zoom(1e9, QPointF(10, 10));
        QCOMPARE(frame.rowHeight(), SpyFrame::largestCell);
        frame.fit();
        QCOMPARE(frame.rowHeight(), 0.5);
        QCOMPARE(frame.firstRow(), 0);
        QCOMPARE(frame.lastRow(), 1000);
    }

    void panning_never_leaves_the_matrix() {
        SpyFrame frame(1000, 1000, QSizeF(500, 500));
        frame.zoom(4, QPointF(250, 250));
        frame.pan(QPointF(1e6, -1e6));
        QCOMPARE(frame.rowAt(500), 1000.0);
        QCOMPARE(frame.colAt(0), 0.0);
    }

    void a_grid_never_has_more_cells_than_pixels_or_places() {
        std::mt19937 random(3);
        for (int i = 0; i < 500; ++i) {
            const auto rows = static_cast<std::int64_t>(1 + random() % 100000),
                       cols = static_cast<std::int64_t>(1 + random() % 3000);
            SpyFrame frame(rows, cols, QSizeF(100 + random() % 900, 100 + random() % 700));
            frame.zoom(1 + static_cast<double>(random() % 1000) / 10, QPointF(random() % 100, random() % 100));
            const GridRequest grid = gridFor(frame, 1.0);
            const MatrixWindow& w = grid.window;
            QVERIFY(grid.height >= 1 && grid.width >= 1);
            QVERIFY(grid.height <= w.row_end - w.row_begin);
            QVERIFY(grid.width <= w.col_end - w.col_begin);
            const QRectF covered = frame.cellsRect(w.row_begin, w.row_end, w.col_begin, w.col_end);
            QVERIFY(grid.height <= covered.height() + 1e-6 || grid.height == 1);
            QVERIFY(grid.width <= covered.width() + 1e-6 || grid.width == 1);
        }
    }

    void a_single_nonzero_is_seen_at_every_zoom() {
        const auto matrix = loaded(drawn(100000, 100000, {{61234, 4321, 1.0}}));
        for (const double zoom : {1.0, 1.7, 12.0, 170.0, 900.0}) {
            SpyFrame frame(100000, 100000, QSizeF(300, 300));
            frame.zoom(zoom, QPointF(frame.xOfCol(4321.5), frame.yOfRow(61234.5)));
            const SpyImage image = renderSpy(*matrix->pyramid, gridFor(frame, 1.0), Theme::light());
            QImage canvas(300, 300, QImage::Format_ARGB32_Premultiplied);
            QPainter painter(&canvas);
            paintSpy(painter, frame, matrix->matrix.csr, &image, nullptr, Theme::light());
            painter.end();
            int marked = 0;
            for (int y = 1; y < 299; ++y)
                for (int x = 1; x < 299; ++x)
                    marked += contrast(canvas.pixelColor(x, y), Theme::light().canvas) >= 2.9 &&
                              frame.rowUnder(y + 0.5) >= 61234 - 2 / frame.rowHeight() - 1 &&
                              frame.rowUnder(y + 0.5) <= 61234 + 2 / frame.rowHeight() + 1;
            QVERIFY2(marked >= 1, qPrintable(QString::number(zoom)));
        }
    }

    void a_single_nonzero_has_the_darkest_colour_and_denser_cells_another_hue() {
        for (const Colours* colours : {&Theme::light(), &Theme::darkColours(), &Theme::print()}) {
            const DensityScale scale(*colours, 1000);
            double before = 21;
            for (const std::uint32_t count : {1U, 3U, 10U, 50U, 1000U}) {
                const double now = contrast(QColor(scale.colour(count)), colours->canvas);
                QVERIFY2(now >= 3.0, qPrintable(QStringLiteral("%1 at %2").arg(now).arg(count)));
                QVERIFY(now < before); // on a dark canvas, the brightest color has the highest contrast
                before = now;
            }
            QCOMPARE(qAlpha(scale.colour(0)), 0);
            const int one = QColor(scale.colour(1)).hue(), full = QColor(scale.colour(1000)).hue();
            QVERIFY2(std::abs(one - full) > 40, qPrintable(QStringLiteral("%1 and %2").arg(one).arg(full)));
            // If each cell contains a single entry, there is one color, and it is the same one.
            QCOMPARE(DensityScale(*colours, 1).colour(1), scale.colour(1));
            // For the conductances of a network, larger values have higher contrast.
            const DensityScale amount(*colours, 64, DensityScale::Of::amount);
            QVERIFY(contrast(amount.at(1), colours->canvas) > contrast(amount.at(0), colours->canvas));
        }
    }

    void beside_a_dense_block_a_single_nonzero_is_still_the_darkest() {
        std::vector<Entry> entries;
        for (int row = 0; row < 40; ++row)
            for (int col = 0; col < 40; ++col) entries.push_back({row, col, 1.0});
        entries.push_back({390, 390, 1.0});
        const auto matrix = loaded(drawn(400, 400, entries));
        const SpyImage image = renderSpy(*matrix->pyramid, {{0, 400, 0, 400}, 40, 40}, Theme::light());
        const QColor dense = image.image.pixelColor(1, 1), single = image.image.pixelColor(39, 39);
        QCOMPARE(image.cap, 100U);
        QVERIFY2(contrast(single, Theme::light().canvas) > contrast(dense, Theme::light().canvas) + 3,
                 qPrintable(single.name() + dense.name()));
        QCOMPARE(single.rgb(), DensityScale(Theme::light(), 1).colour(1));
    }

    void density_table_sums_to_the_nonzeros_in_view() {
        const auto matrix = loaded("random-rows:n=500,fraction=0.1,seed=3");
        const MatrixWindow window{100, 300, 50, 450};
        const Table table = densityTable(matrix->pyramid->count(window, 37, 61));
        std::int64_t sum = 0;
        const std::size_t nonzeros = table.column("nonzeros");
        for (std::size_t i = 0; i < table.rows.size(); ++i) sum += static_cast<std::int64_t>(table.number(i, nonzeros));
        QVERIFY(sum > 0);
        QCOMPARE(sum, nonzerosIn(matrix->matrix.csr, window));
    }

    void an_envelope_has_every_row_in_some_pixel() {
        std::mt19937 random(5);
        for (const int rows : {1, 15, 16, 17, 255, 1000, 70001}) {
            std::vector<std::int32_t> counts(static_cast<std::size_t>(rows));
            for (auto& count : counts) count = static_cast<std::int32_t>(random() % 100);
            counts[random() % counts.size()] = 5000;
            const CountProfile profile(counts);
            for (int i = 0; i < 50; ++i) {
                const auto begin = static_cast<std::int64_t>(random() % counts.size());
                const auto end =
                    begin + 1 + static_cast<std::int64_t>(random() % (counts.size() - static_cast<std::size_t>(begin)));
                Extent plain{1 << 30, -1};
                for (std::int64_t k = begin; k < end; ++k) {
                    plain.min = std::min(plain.min, counts[k]);
                    plain.max = std::max(plain.max, counts[k]);
                }
                QVERIFY(profile.extent(begin, end) == plain);
            }
            std::int32_t most = 0;
            for (const Extent& extent : profile.envelope(0, rows, 333)) most = std::max(most, extent.max);
            QCOMPARE(most, 5000);
        }
    }

    void column_counts_come_from_the_matrix() {
        const Matrix matrix = drawn(3, 4, {{0, 1, 1.0}, {0, 3, 1.0}, {2, 1, 1.0}});
        const CountProfile columns = CountProfile::ofColumns(matrix.csr), rows = CountProfile::ofRows(matrix.csr);
        QCOMPARE(columns.at(0), 0);
        QCOMPARE(columns.at(1), 2);
        QCOMPARE(columns.at(3), 1);
        QCOMPARE(rows.at(0), 2);
        QCOMPARE(rows.at(1), 0);
    }

    void waiting_is_the_idle_share_of_the_lanes_that_have_a_row() {
        // Two rows of length 3 and 1 in a warp: during the 3 steps of the longer one, 2 of 6 lane steps are idle.
        const Matrix uneven = drawn(2, 3, {{0, 0, 1.0}, {0, 1, 1.0}, {0, 2, 1.0}, {1, 1, 1.0}});
        QCOMPARE(waitingShare(uneven.csr), 2.0 / 6.0);
        QCOMPARE(waitingShare(load_matrix("diagonal:n=100").csr), 0.0);
        // Rows of different lengths in different warps do not wait for each other.
        std::vector<Entry> entries;
        for (std::int64_t row = 0; row < 64; ++row)
            for (std::int64_t col = 0; col < (row < 32 ? 1 : 5); ++col) entries.push_back({row, col, 1.0});
        QCOMPARE(waitingShare(drawn(64, 5, entries).csr), 0.0);
    }

    void the_reading_says_lengths_and_waiting_in_plain_words() {
        const auto matrix = loaded("random-rows:n=4096,fraction=0.2,seed=7");
        const double waiting = waitingShare(matrix->matrix.csr);
        QVERIFY(waiting > 0.4 && waiting < 0.6);
        const QString words = rowLengthReading(matrix->statistics, waiting);
        QVERIFY2(words.contains(QString::number(matrix->statistics.row_length.max)), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("%1%").arg(qRound(waiting * 100))), qPrintable(words));
        QVERIFY(rowLengthReading(loaded("diagonal:n=64")->statistics, 0).contains(QStringLiteral("finish together")));
        QVERIFY(rowLengthReading(loaded("diagonal:n=64")->statistics, 0)
                    .startsWith(QStringLiteral("All rows have 1 nonzero.")));
        // A cell of the plot must not show tenths of a row.
        SpyImage image;
        image.rowsPerCell = image.colsPerCell = 9.9;
        QCOMPARE(legendUnit(image), QString::fromUtf8("nonzeros per cell (about 10 × 10 elements each)"));
        // Numbers say what they count.
        const Table table = statisticsTable(*matrix, waiting);
        std::set<std::string> names;
        for (std::size_t row = 0; row < table.rows.size(); ++row) names.insert(table.text(row, 0));
        for (const char* name : {"density (%)", "longest row (nonzeros)", "idle lanes per warp (%)",
                                 "ELL slots per nonzero", "lower bandwidth (rows)", "empty rows"})
            QVERIFY2(names.count(name) == 1, name);
        QCOMPARE(names.count("levels"), std::size_t{0}); // not computed
        const auto chain = loaded("tridiagonal:n=50");
        const Table with_fill = statisticsTable(*chain, 0, ordering::fill_figures(chain->matrix.csr));
        for (std::size_t row = 0; row < with_fill.rows.size(); ++row) {
            if (with_fill.text(row, 0) == "levels") QCOMPARE(with_fill.text(row, 1), std::string("50"));
            if (with_fill.text(row, 0) == "Cholesky entries") QCOMPARE(with_fill.text(row, 1), std::string("99"));
            names.insert(with_fill.text(row, 0));
        }
        QCOMPARE(names.count("levels") + names.count("Cholesky entries"), std::size_t{2});
    }

    void a_generator_survives_writing_and_reading() {
        for (const GeneratorInfo& info : generators()) {
            GeneratorValues values;
            for (const GeneratorParameter& parameter : info.parameters)
                values[parameter.name] = parameter.default_value;
            const QString text = generatorText(info, values);
            QVERIFY2(names_generator(text.toStdString()), qPrintable(text));
            const auto read = readGeneratorText(text);
            QVERIFY2(read.has_value(), qPrintable(text));
            QCOMPARE(QString::fromStdString(read->info->name), QString::fromStdString(info.name));
            QVERIFY(read->values == values);
        }
        QVERIFY(!readGeneratorText(QStringLiteral("folder/some.mtx")));
        QVERIFY(!readGeneratorText(QStringLiteral("tridiagonal:n=many")));
    }

    void ticks_are_round_and_inside() {
        for (const double end : {0.5, 3.0, 16.0, 4096.0, 3e6, 2e9}) {
            const auto ticks = niceTicks(0, end, 7);
            QVERIFY(!ticks.empty() && ticks.size() <= 8);
            for (const std::int64_t tick : ticks) QVERIFY(static_cast<double>(tick) < end);
        }
        QCOMPARE(niceCeiling(819), 1000);
        QCOMPARE(niceCeiling(0), 1);
        QCOMPARE(niceLimit(204), 250);
        QCOMPARE(niceLimit(7), 7);
        QCOMPARE(niceLimit(819), 1000);
    }

    void a_moved_window_stays_inside() {
        const MatrixWindow w = movedWindow({0, 16, 0, 16}, -5, 1000, 100, 40);
        QCOMPARE(w.row_begin, 0);
        QCOMPARE(w.col_begin, 24);
        QCOMPARE(w.col_end, 40);
    }

    void under_a_pixel_is_a_value_or_a_density() {
        const Matrix matrix = drawn(4, 4, {{1, 2, -2.5}, {3, 3, 0.0}});
        SpyFrame near(4, 4, QSizeF(400, 400));
        QVERIFY(describePixel(near, matrix.csr, QPointF(250, 150)).contains(QStringLiteral("-2.5")));
        QVERIFY(describePixel(near, matrix.csr, QPointF(350, 350)).contains(QStringLiteral("explicit zero")));
        QVERIFY(describePixel(near, matrix.csr, QPointF(10, 10)).contains(QStringLiteral("no stored entry")));
        Matrix turned = drawn(4, 4, {{1, 2, 0.0}});
        turned.csr.imaginary = {-3.5}; // complex: nonzero, although the real part is zero
        QVERIFY(describePixel(near, turned.csr, QPointF(250, 150)).contains(QStringLiteral("0−3.5i")));
        SpyFrame distant(4, 4, QSizeF(2, 2));
        QVERIFY(
            describePixel(distant, matrix.csr, QPointF(1.5, 1.5)).contains(QStringLiteral("1 nonzero, density 25%")));
    }

    void a_pixel_of_very_many_rows_is_said_by_the_pyramid() {
        constexpr int n = 1'000'000;
        Matrix matrix = drawn(1, 1, {});
        matrix.csr.rows = matrix.csr.cols = n;
        matrix.csr.row_pointer.assign(1, 0);
        for (int i = 0; i < n; ++i) {
            matrix.csr.column.push_back(i);
            matrix.csr.value.push_back(1);
            matrix.csr.row_pointer.push_back(i + 1);
        }
        const DensityPyramid pyramid(matrix.csr);
        const SpyFrame one(n, n, QSizeF(1, 1));
        const QString text = describePixel(one, matrix.csr, QPointF(0.5, 0.5), &pyramid);
        QVERIFY2(text.contains(QStringLiteral("about ") + nonzerosText(n)), qPrintable(text));
        const SpyFrame many(n, n, QSizeF(1000, 1000)); // 1000 rows per pixel are counted
        QVERIFY(!describePixel(many, matrix.csr, QPointF(5, 5), &pyramid).contains(QStringLiteral("about")));
    }
};

WARPLOOM_WINDOW_TEST(MatrixPageMathsTest);
#include "matrix_page_maths_test.moc"
