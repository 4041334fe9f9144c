#include "engine/generators/generators.h"
#include "engine/matrix/density.h"
#include "support/runner.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using warploom::CsrMatrix;
using warploom::DensityGrid;
using warploom::DensityPyramid;
using warploom::Error;
using warploom::Matrix;
using warploom::MatrixWindow;

namespace {

/// Reference implementation that counts entry by entry, according to the definition of the cells.
std::vector<std::uint32_t> plain_count(const CsrMatrix& a, const MatrixWindow& w, int height, int width) {
    std::vector<std::uint32_t> count(static_cast<std::size_t>(height) * static_cast<std::size_t>(width), 0);
    const auto cell = [](std::int64_t index, std::int64_t begin, std::int64_t end, std::int64_t cells) {
        std::int64_t i = 0; // the last cell that starts at or before the index
        while (i + 1 < cells && begin + (end - begin) * (i + 1) / cells <= index) ++i;
        return i;
    };
    for (std::int64_t row = std::max<std::int64_t>(0, w.row_begin); row < std::min(a.rows, w.row_end); ++row)
        for (auto k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const std::int32_t column = a.column[k];
            if (column < w.col_begin || column >= w.col_end) continue;
            ++count[cell(row, w.row_begin, w.row_end, height) * width + cell(column, w.col_begin, w.col_end, width)];
        }
    return count;
}

std::int64_t sum(const DensityGrid& grid) {
    return std::accumulate(grid.count.begin(), grid.count.end(), std::int64_t{0});
}

std::int64_t nonzeros_in(const CsrMatrix& a, const MatrixWindow& w) {
    std::int64_t total = 0;
    for (std::int64_t row = std::max<std::int64_t>(0, w.row_begin); row < std::min(a.rows, w.row_end); ++row) {
        const auto begin = a.column.begin() + a.row_pointer[row];
        const auto end = a.column.begin() + a.row_pointer[row + 1];
        total += std::lower_bound(begin, end, w.col_end) - std::lower_bound(begin, end, w.col_begin);
    }
    return total;
}

} // namespace

class MatrixDensityTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void any_window_of_a_small_matrix_is_counted_exactly_data();
    void any_window_of_a_small_matrix_is_counted_exactly();
    void a_window_beyond_the_matrix_is_empty_there();
    void a_matrix_without_entries_counts_nothing_data();
    void a_matrix_without_entries_counts_nothing();
    void the_whole_of_a_large_matrix_loses_no_nonzero();
    void windows_of_a_large_matrix_hold_what_they_should();
    void empty_cells_stay_empty_in_the_pyramid();
    void an_even_matrix_shows_no_stripes();
    void columns_of_a_tall_window_are_counted_exactly();
    void building_can_be_cancelled();
    void a_view_takes_less_than_a_frame();

private:
    Matrix large_;
};

void MatrixDensityTest::initTestCase() {
    large_ = warploom::generate_matrix("random-rows:n=14000,fraction=0.2,seed=2");
}

void MatrixDensityTest::any_window_of_a_small_matrix_is_counted_exactly_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"laplace2d:n=12", "random-rows:n=83,fraction=0.3,cols=131", "one-long-row:n=100", "dense:rows=7,cols=200"})
        QTest::newRow(text) << QByteArray(text);
}

void MatrixDensityTest::any_window_of_a_small_matrix_is_counted_exactly() {
    QFETCH(QByteArray, text);
    const Matrix matrix = warploom::generate_matrix(text.toStdString());
    const DensityPyramid pyramid(matrix.csr);
    std::mt19937 random(1);
    const auto draw = [&](std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
    };
    for (int round = 0; round < 300; ++round) {
        MatrixWindow w;
        w.row_begin = draw(0, matrix.csr.rows - 1);
        w.row_end = draw(w.row_begin + 1, matrix.csr.rows);
        w.col_begin = draw(0, matrix.csr.cols - 1);
        w.col_end = draw(w.col_begin + 1, matrix.csr.cols);
        const int height = static_cast<int>(draw(1, 40)), width = static_cast<int>(draw(1, 40));
        const DensityGrid grid = pyramid.count(w, height, width);
        QVERIFY(pyramid.is_exact(w, height, width));
        QCOMPARE(grid.height, height);
        QCOMPARE(grid.width, width);
        QCOMPARE(grid.count, plain_count(matrix.csr, w, height, width));
    }
}

void MatrixDensityTest::a_window_beyond_the_matrix_is_empty_there() {
    const Matrix matrix = warploom::generate_matrix("dense:rows=4,cols=4");
    const DensityGrid grid = DensityPyramid(matrix.csr).count({-4, 8, -2, 6}, 12, 8);
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 8; ++j) QCOMPARE(grid.count[i * 8 + j], i >= 4 && i < 8 && j >= 2 && j < 6 ? 1u : 0u);
}

void MatrixDensityTest::a_matrix_without_entries_counts_nothing_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"dense:rows=0,cols=5", "dense:rows=5,cols=0", "empty-rows:n=10,every=1"})
        QTest::newRow(text) << QByteArray(text);
}

void MatrixDensityTest::a_matrix_without_entries_counts_nothing() {
    QFETCH(QByteArray, text);
    const Matrix matrix = warploom::generate_matrix(text.toStdString());
    const DensityGrid grid = DensityPyramid(matrix.csr).count({0, matrix.csr.rows, 0, matrix.csr.cols}, 3, 3);
    QCOMPARE(grid.count, std::vector<std::uint32_t>(9, 0));
}

void MatrixDensityTest::the_whole_of_a_large_matrix_loses_no_nonzero() {
    const DensityPyramid pyramid(large_.csr);
    for (const auto& [height, width] : {std::pair{700, 1000}, {1, 1}, {64, 64}, {999, 333}, {2000, 2000}}) {
        const DensityGrid grid = pyramid.count({0, large_.csr.rows, 0, large_.csr.cols}, height, width);
        QCOMPARE(sum(grid), large_.csr.nonzeros());
    }
}

void MatrixDensityTest::windows_of_a_large_matrix_hold_what_they_should() {
    const DensityPyramid pyramid(large_.csr);
    std::mt19937 random(3);
    int from_pyramid = 0;
    for (int round = 0; round < 60; ++round) {
        const auto side = static_cast<std::int64_t>(10 + random() % 13900);
        const auto row = static_cast<std::int64_t>(random() % static_cast<unsigned>(14001 - side));
        const auto col = static_cast<std::int64_t>(random() % static_cast<unsigned>(14001 - side));
        const MatrixWindow w{row, row + side, col, col + side};
        const DensityGrid grid = pyramid.count(w, 700, 1000);
        const std::int64_t expected = nonzeros_in(large_.csr, w);
        if (pyramid.is_exact(w, 700, 1000)) {
            QCOMPARE(sum(grid), expected);
        } else { // entries of cells that the edge of the window cuts are distributed by area
            ++from_pyramid;
            QVERIFY2(std::abs(sum(grid) - expected) < expected / 200,
                     qPrintable(QString("%1 %2").arg(sum(grid)).arg(expected)));
        }
    }
    QVERIFY(from_pyramid > 5);
}

void MatrixDensityTest::empty_cells_stay_empty_in_the_pyramid() {
    const Matrix matrix = warploom::generate_matrix("banded:n=60000,lower=100,upper=100");
    const DensityPyramid pyramid(matrix.csr);
    const MatrixWindow all{0, 60000, 0, 60000};
    QVERIFY(!pyramid.is_exact(all, 600, 600));
    const DensityGrid grid = pyramid.count(all, 600, 600); // a cell is 100 x 100; the band extends one cell further
    for (int i = 0; i < 600; ++i)
        for (int j = 0; j < 600; ++j) {
            const std::uint32_t count = grid.count[i * 600 + j];
            if (std::abs(i - j) > 2) QCOMPARE(count, 0u);
            if (i == j) QVERIFY(count > 9000);
        }
}

void MatrixDensityTest::an_even_matrix_shows_no_stripes() {
    const Matrix matrix = warploom::generate_matrix("dense:rows=5000,cols=5000");
    const DensityPyramid pyramid(matrix.csr);
    const MatrixWindow all{0, 5000, 0, 5000};
    QVERIFY(!pyramid.is_exact(all, 1000, 1000));
    // A cell of the view covers 5 x 5 positions, and one of the pyramid 2 x 2, so every second one is split between two
    // cells.
    const DensityGrid grid = pyramid.count(all, 1000, 1000);
    const auto [low, high] = std::minmax_element(grid.count.begin(), grid.count.end());
    QVERIFY2(*low >= 24 && *high <= 26, qPrintable(QString("%1 to %2").arg(*low).arg(*high)));
}

void MatrixDensityTest::columns_of_a_tall_window_are_counted_exactly() {
    const DensityPyramid pyramid(large_.csr);
    const MatrixWindow w{0, 14000, 7001, 7004};
    const DensityGrid grid = pyramid.count(w, 7, 3);
    QCOMPARE(sum(grid), nonzeros_in(large_.csr, w));
    QCOMPARE(grid.count, plain_count(large_.csr, w, 7, 3));
}

void MatrixDensityTest::building_can_be_cancelled() {
    const std::atomic<bool> cancelled{true};
    warploom::Progress progress;
    progress.cancelled = &cancelled;
    QVERIFY_THROWS_EXCEPTION(Error, DensityPyramid(large_.csr, progress));
}

void MatrixDensityTest::a_view_takes_less_than_a_frame() {
    QElapsedTimer timer;
    timer.start();
    const DensityPyramid pyramid(large_.csr);
    qInfo("%lld nonzeros: built in %.0f ms", static_cast<long long>(large_.csr.nonzeros()),
          static_cast<double>(timer.nsecsElapsed()) / 1e6);
    for (const double share : {1.0, 0.7, 0.5, 0.4, 0.3, 0.1, 0.01}) {
        const auto side = static_cast<std::int64_t>(14000 * share);
        double best = 1e9;
        for (int round = 0; round < 5; ++round) {
            const std::int64_t begin = (14000 - side) * round / 4;
            timer.start();
            const DensityGrid grid = pyramid.count({begin, begin + side, begin, begin + side}, 700, 1000);
            best = std::min(best, static_cast<double>(timer.nsecsElapsed()) / 1e6);
            QVERIFY(sum(grid) > 0);
        }
        qInfo("%3.0f %% of each edge: %.2f ms, %s", share * 100, best,
              pyramid.is_exact({0, side, 0, side}, 700, 1000) ? "from the rows" : "from the pyramid");
        QVERIFY(best < 500); // a limit for loaded and instrumented machines; the figures above are the result
    }
}

WARPLOOM_TEST(MatrixDensityTest);
#include "matrix_density_test.moc"
