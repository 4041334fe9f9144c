// Sorting matrix entries into buckets (EntryShelves): the result must not depend on the order of the entries or on the
// number of writers.
#include "engine/error.h"
#include "engine/matrix/entry_shelves.h"
#include "engine/matrix/row_builder.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <random>
#include <set>
#include <tuple>
#include <vector>

using namespace warploom;

namespace {

struct Item {
    std::int64_t row, col;
    double re, im;
};

CsrMatrix empty_matrix(std::int64_t rows, std::int64_t cols) {
    CsrMatrix matrix;
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.row_pointer.assign(static_cast<std::size_t>(rows) + 1, 0);
    return matrix;
}

/// Adds the entries, alternating between the writers after a few entries each.
bool shelve(const ShelfLayout& layout, const std::vector<Item>& items, int writers, int threads, CsrMatrix& matrix) {
    EntryShelves shelves(layout);
    std::vector<EntryShelves::Writer*> borrowed;
    for (int k = 0; k < writers; ++k) borrowed.push_back(&shelves.borrow());
    for (std::size_t k = 0; k < items.size(); ++k)
        borrowed[k / 5 % borrowed.size()]->add(items[k].row, items[k].col, items[k].re, items[k].im);
    for (EntryShelves::Writer* writer : borrowed) shelves.give_back(*writer);
    return shelves.move_to(matrix, threads, {}, [](double) {});
}

/// Returns the expected matrix: entries sorted by row and column.
CsrMatrix by_the_book(std::vector<Item> items, std::int64_t rows, std::int64_t cols, int values) {
    std::sort(items.begin(), items.end(),
              [](const Item& a, const Item& b) { return std::tie(a.row, a.col) < std::tie(b.row, b.col); });
    CsrMatrix matrix = empty_matrix(rows, cols);
    for (const Item& item : items) {
        ++matrix.row_pointer[static_cast<std::size_t>(item.row) + 1];
        matrix.column.push_back(static_cast<std::int32_t>(item.col));
        matrix.value.push_back(values == 0 ? 1 : item.re);
        if (values > 1) matrix.imaginary.push_back(item.im);
    }
    for (std::size_t row = 1; row < matrix.row_pointer.size(); ++row)
        matrix.row_pointer[row] += matrix.row_pointer[row - 1];
    return matrix;
}

/// Returns `count` random entries at distinct positions.
std::vector<Item> random_items(std::int64_t rows, std::int64_t cols, int count) {
    std::mt19937_64 random(11);
    const auto below = [&](std::int64_t bound) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
    };
    std::set<std::pair<std::int64_t, std::int64_t>> places;
    while (static_cast<int>(places.size()) < count) places.insert({below(rows), below(cols)});
    std::vector<Item> items;
    for (const auto& place : places)
        items.push_back({place.first, place.second, static_cast<double>(items.size()) - 7.25, 1e-3 * below(1000)});
    return items;
}

} // namespace

class EntryShelvesTest : public QObject {
    Q_OBJECT

private slots:
    void four_entries_become_three_rows() {
        //     . 2 .
        //     . . .
        //     1 4 5
        CsrMatrix matrix = empty_matrix(3, 3);
        QVERIFY(
            shelve(ShelfLayout(3, 3, 1, 4), {{2, 0, 1, 0}, {0, 1, 2, 0}, {2, 1, 4, 0}, {2, 2, 5, 0}}, 1, 1, matrix));
        QCOMPARE(matrix.row_pointer, (std::vector<std::int64_t>{0, 1, 1, 4}));
        QCOMPARE(matrix.column, (std::vector<std::int32_t>{1, 0, 1, 2}));
        QCOMPARE(matrix.value, (std::vector<double>{2, 1, 4, 5}));
        QVERIFY(matrix.imaginary.empty());
    }

    void columns_that_do_not_ascend_are_told() {
        CsrMatrix back = empty_matrix(1, 3), twice = back;
        QVERIFY(!shelve(ShelfLayout(1, 3, 1, 2), {{0, 2, 1, 0}, {0, 0, 2, 0}}, 1, 1, back));
        QVERIFY(!shelve(ShelfLayout(1, 3, 1, 2), {{0, 2, 1, 0}, {0, 2, 2, 0}}, 1, 1, twice));
        // In a row that is long enough to be sorted here, duplicate positions must be detected as well.
        std::vector<Item> items;
        for (int k = 0; k < 100; ++k) items.push_back({0, 99 - k, 1.0 * k, 0});
        CsrMatrix once = empty_matrix(1, 100);
        QVERIFY(shelve(ShelfLayout(1, 100, 1, 100), items, 1, 1, once));
        items.push_back({0, 50, 1, 0});
        CsrMatrix repeats = empty_matrix(1, 100);
        QVERIFY(!shelve(ShelfLayout(1, 100, 1, 101), items, 1, 1, repeats));
        QCOMPARE(finish_rows(repeats, 1, {}), std::int64_t{1});
        QCOMPARE(repeats.value[50], 50.0);
    }

    void an_entry_takes_no_more_bytes_than_it_must_data() {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("cols");
        QTest::addColumn<int>("values");
        QTest::addColumn<qint64>("entries");
        QTest::addColumn<int>("bytes");
        QTest::addRow("one shelf") << qint64{100} << qint64{100} << 1 << qint64{10} << 10;
        QTest::addRow("32 rows of 8192") << qint64{8192} << qint64{8192} << 1 << qint64{20000000} << 11;
        QTest::addRow("4096 rows of a million") << qint64{1000000} << qint64{1000000} << 1 << qint64{5000000} << 13;
        QTest::addRow("a pattern") << qint64{8192} << qint64{8192} << 0 << qint64{20000000} << 3;
        QTest::addRow("complex") << qint64{8192} << qint64{8192} << 2 << qint64{20000000} << 19;
        QTest::addRow("as many as there can be") << qint64{2147483647} << qint64{2147483647} << 2 << qint64{0} << 24;
        QTest::addRow("one place") << qint64{1} << qint64{1} << 1 << qint64{1} << 9;
        QTest::addRow("no place") << qint64{0} << qint64{0} << 1 << qint64{0} << 9;
    }
    void an_entry_takes_no_more_bytes_than_it_must() {
        QFETCH(qint64, rows);
        QFETCH(qint64, cols);
        QFETCH(int, values);
        QFETCH(qint64, entries);
        QFETCH(int, bytes);
        QCOMPARE(static_cast<int>(ShelfLayout(rows, cols, values, entries).entry_bytes), bytes);
    }

    void any_order_on_any_shelves_gives_the_same_rows_data() {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("cols");
        QTest::addColumn<int>("count");
        const auto row = [](const char* name, qint64 rows, qint64 cols, int count) {
            QTest::newRow(name) << rows << cols << count;
        };
        row("nothing", 5, 7, 0);
        row("one", 1, 1, 1);
        row("all places", 60, 70, 4200);
        row("rows of few", 3000, 3000, 9000);
        row("rows of many", 40, 1000, 20000);
        row("one row", 1, 200000, 30000);
        row("one long row", 1, 2147483647, 5000);
        row("three rows", 3, 100000, 30000);
        row("one column", 100000, 1, 30000);
        row("fewer entries than rows", 300000, 400, 200);
        row("columns of three digits", 2, 2147483647, 3000);
    }
    void any_order_on_any_shelves_gives_the_same_rows() {
        QFETCH(qint64, rows);
        QFETCH(qint64, cols);
        QFETCH(int, count);
        std::vector<Item> items = random_items(rows, cols, count);
        for (const char order : {'r', 'c', 's'}) {
            if (order == 'c')
                std::stable_sort(items.begin(), items.end(),
                                 [](const Item& a, const Item& b) { return a.col < b.col; });
            if (order == 's') std::shuffle(items.begin(), items.end(), std::mt19937(3));
            for (const int values : {0, 1, 2}) {
                const CsrMatrix expected = by_the_book(items, rows, cols, values);
                // The maximum number of buckets, the number for that many entries, and a single one.
                for (const qint64 about : {qint64{1} << 40, qint64{1000} * count, qint64{0}})
                    for (const int writers : {1, 3}) {
                        CsrMatrix matrix = empty_matrix(rows, cols);
                        const ShelfLayout layout(rows, cols, values, about);
                        const bool ascends = shelve(layout, items, writers, writers, matrix);
                        if (!ascends) QCOMPARE(finish_rows(matrix, 1, {}), std::int64_t{0});
                        QVERIFY(ascends || order != 'r' || writers > 1);
                        QCOMPARE(matrix.row_pointer, expected.row_pointer);
                        QCOMPARE(matrix.column, expected.column);
                        QCOMPARE(matrix.value, expected.value);
                        QCOMPARE(matrix.imaginary, expected.imaginary);
                    }
            }
        }
    }

    void who_wants_to_stop_can() {
        const std::vector<Item> items = random_items(1000, 1000, 5000);
        EntryShelves shelves(ShelfLayout(1000, 1000, 1, 1 << 30));
        EntryShelves::Writer& writer = shelves.borrow();
        for (const Item& item : items) writer.add(item.row, item.col, item.re, item.im);
        CsrMatrix matrix = empty_matrix(1000, 1000);
        std::atomic<bool> cancelled{false};
        Progress progress;
        progress.cancelled = &cancelled;
        double seen = 0;
        try {
            shelves.move_to(matrix, 1, progress, [&](double share) {
                seen = share;
                cancelled = share > 0.3;
            });
            QFAIL("it did not stop");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("cancelled")); }
        QVERIFY(seen > 0.3 && seen < 0.5);
    }
};

WARPLOOM_TEST(EntryShelvesTest);
#include "entry_shelves_test.moc"
