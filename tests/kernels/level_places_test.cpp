#include "kernels/plans/level_places.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <vector>

using namespace warploom;
using namespace warploom::kernels;

namespace {

/// A lower triangular matrix: for each row, the columns left of its diagonal.
struct Lower {
    std::vector<int> pointer{0}, column;
    explicit Lower(const std::vector<std::vector<int>>& rows) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            column.insert(column.end(), rows[row].begin(), rows[row].end());
            column.push_back(static_cast<int>(row));
            pointer.push_back(static_cast<int>(column.size()));
        }
    }
    LevelPlaces places() const { return level_places(pointer, column); }
};

std::vector<std::vector<int>> chain(int rows) {
    std::vector<std::vector<int>> lower(static_cast<std::size_t>(rows));
    for (int row = 1; row < rows; ++row) lower[static_cast<std::size_t>(row)] = {row - 1};
    return lower;
}

} // namespace

class LevelPlacesTest : public QObject {
    Q_OBJECT
private slots:
    void a_level_of_a_few_rows_gives_each_row_a_warp() {
        // The levels are {0, 2}, {1, 3}, {4}.
        const LevelPlaces places = Lower({{}, {0}, {}, {0, 2}, {1}}).places();
        QCOMPARE(places.lanes, 32);
        QVERIFY(places.is_narrow);
        QCOMPARE(places.levels, 3);
        QCOMPARE(places.row, (std::vector<int>{0, 2, 1, 3, 4}));
        QCOMPARE(places.first, (std::vector<int>{0, 0, 0, 1, 3, 4}));
        QCOMPARE(places.needed, (std::vector<int>{0, 0, 1, 2})); // places of rows 0; 0 and 2; 1
        QCOMPARE(places.source, (std::vector<int>{1, 4, 5, 7}));
    }
    void a_wide_level_begins_with_a_whole_warp() {
        std::vector<std::vector<int>> rows(40);
        rows.resize(80, {39});
        const LevelPlaces places = Lower(rows).places();
        QCOMPARE(places.lanes, 1);
        QCOMPARE(places.levels, 2);
        QCOMPARE(places.row.size(), std::size_t{128});
        for (std::size_t place = 0; place < places.row.size(); ++place) {
            const int in_level = static_cast<int>(place % 64);
            QCOMPARE(places.row[place], in_level < 40 ? static_cast<int>(place / 64) * 40 + in_level : -1);
        }
        QCOMPARE(places.needed, std::vector<int>(40, 39));
        QCOMPARE(places.first.back(), 40);
    }
    void what_a_row_needs_stands_before_it_in_another_warp() {
        std::vector<std::vector<int>> rows(3000);
        for (int row = 1; row < 3000; ++row)
            for (const int back : {1, 17, 400})
                if (row % 5 != 0 && row - back >= 0)
                    rows[static_cast<std::size_t>(row)].insert(rows[static_cast<std::size_t>(row)].begin(), row - back);
        const LevelPlaces places = Lower(rows).places();
        std::set<int> seen;
        for (std::size_t place = 0; place < places.row.size(); ++place) {
            if (places.row[place] >= 0) QVERIFY(seen.insert(places.row[place]).second);
            // Entries are sorted by the time at which their row is solved.
            QVERIFY(std::is_sorted(places.needed.begin() + places.first[place],
                                   places.needed.begin() + places.first[place + 1]));
            for (int k = places.first[place]; k < places.first[place + 1]; ++k) {
                const auto needed = static_cast<std::size_t>(places.needed[static_cast<std::size_t>(k)]);
                QVERIFY(needed * static_cast<std::size_t>(places.lanes) / 32 <
                        place * static_cast<std::size_t>(places.lanes) / 32);
            }
        }
        QCOMPARE(seen.size(), std::size_t{3000});
    }
    void a_chain_stays_in_one_block_and_many_rows_a_level_do_not() {
        QVERIFY(Lower(chain(500)).places().is_narrow);
        QVERIFY(!Lower(std::vector<std::vector<int>>(5000)).places().is_narrow);
        QCOMPARE(Lower(chain(500)).places().held_bytes, 48'000);
        QVERIFY(Lower(chain(500)).places().few_blocks);
        QCOMPARE(Lower(std::vector<std::vector<int>>(100'000)).places().held_bytes, 0);
        QVERIFY(!Lower(std::vector<std::vector<int>>(10'000)).places().few_blocks);
        QVERIFY(Lower(std::vector<std::vector<int>>(9'999)).places().few_blocks);
    }
    void no_row_has_no_place() {
        const LevelPlaces places = Lower({}).places();
        QVERIFY(places.row.empty() && places.needed.empty());
        QCOMPARE(places.first, std::vector<int>{0});
    }
};

WARPLOOM_TEST(LevelPlacesTest);

#include "level_places_test.moc"
