#include "engine/error.h"
#include "engine/matrix/csr_matrix.h"
#include "kernels/plans/plan.h"
#include "kernels/plans/row_lengths.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace warploom;
using namespace warploom::kernels;

namespace {

std::vector<int> pointers_of(const std::vector<int>& lengths) {
    std::vector<int> pointer(lengths.size() + 1, 0);
    std::partial_sum(lengths.begin(), lengths.end(), pointer.begin() + 1);
    return pointer;
}

/// Returns row lengths: `count` rows of `length` each, for each pair.
std::vector<int> rows_of(const std::vector<std::pair<int, int>>& counts) {
    std::vector<int> lengths;
    for (const auto& [count, length] : counts) lengths.insert(lengths.end(), static_cast<std::size_t>(count), length);
    return lengths;
}

CsrMatrix matrix_of(const std::vector<int>& lengths) {
    const std::vector<int> pointer = pointers_of(lengths);
    CsrMatrix a;
    a.rows = static_cast<std::int64_t>(lengths.size());
    a.cols = std::max(1, lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end()));
    a.row_pointer.assign(pointer.begin(), pointer.end());
    for (const int length : lengths)
        for (int k = 0; k < length; ++k) a.column.push_back(k);
    a.value.assign(a.column.size(), 1.0);
    return a;
}

/// Returns the segments, given the long rows that a plan finds.
RowSegments segments_of(const std::vector<int>& pointer, RowMapping way, int lanes) {
    return row_segments(pointer, way, lanes, rows_longer_than(pointer, longest_short_row(way, lanes)));
}

std::int64_t number_of(const Plan& plan, const std::string& name) {
    for (const auto& [known, number] : plan.numbers)
        if (known == name) return number;
    return -1;
}

} // namespace

class RowLengthsTest : public QObject {
    Q_OBJECT
private slots:
    void rows_are_counted_by_the_bits_of_their_length() {
        const RowLengthClasses lengths = row_lengths(pointers_of({0, 1, 2, 3, 4, 7, 8, 0, 1000}));
        QCOMPARE(lengths.rows[0], 2);
        QCOMPARE(lengths.rows[1], 1);
        QCOMPARE(lengths.rows[2], 2);
        QCOMPARE(lengths.rows[3], 2);
        QCOMPARE(lengths.rows[4], 1);
        QCOMPARE(lengths.rows[10], 1);
        QCOMPARE(lengths.entries[2], 5);
        QCOMPARE(lengths.entries[3], 11);
        QCOMPARE(lengths.entries[10], 1000);
        QCOMPARE(std::accumulate(lengths.rows.begin(), lengths.rows.end(), std::int64_t{0}), 9);
    }
    void all_threads_together_count_each_row_once() {
        const RowLengthClasses lengths = row_lengths(pointers_of(rows_of({{1'000'000, 2}, {500'000, 5}})));
        QCOMPARE(lengths.rows[2], 1'000'000);
        QCOMPARE(lengths.entries[2], 2'000'000);
        QCOMPARE(lengths.rows[3], 500'000);
        QCOMPARE(lengths.entries[3], 2'500'000);
    }

    void the_lengths_decide_who_takes_a_row_data() {
        QTest::addColumn<std::vector<int>>("lengths");
        QTest::addColumn<int>("way");
        const auto add = [](const char* name, const std::vector<int>& lengths, RowMapping way) {
            QTest::newRow(name) << lengths << static_cast<int>(way);
        };
        add("one or two entries", rows_of({{1000, 2}}), RowMapping::scalar);
        add("no entries", rows_of({{1000, 0}}), RowMapping::scalar);
        add("five entries", rows_of({{1000, 5}}), RowMapping::vector);
        add("some rows are a little longer", rows_of({{1000, 5}, {10, 60}}), RowMapping::vector);
        add("three or four entries", rows_of({{1000, 3}, {500, 4}}), RowMapping::scalar);
        add("long rows", rows_of({{700, 1000}}), RowMapping::block);
        add("a few long rows, which are too few blocks", rows_of({{50, 3000}}), RowMapping::apart_by_thread);
        add("very short rows and a long one", rows_of({{10'000, 2}, {1, 5000}}), RowMapping::apart_by_thread);
        add("short rows and a long one", rows_of({{10'000, 6}, {3, 5000}}), RowMapping::apart_by_lanes);
        add("many long rows among short ones", rows_of({{300'000, 2}, {16'000, 200}}), RowMapping::merge);
        add("long rows among rows for two lanes", rows_of({{70'000, 2}, {130'000, 3}, {1000, 100}}),
            RowMapping::apart_by_lanes);
        add("the same in a matrix that fills a GPU", rows_of({{700'000, 2}, {1'300'000, 3}, {1000, 200}}),
            RowMapping::merge);
    }
    void short_rows_of_many_entries_in_float_go_to_a_thread_each() {
        const RowLengthClasses lengths = row_lengths(pointers_of(rows_of({{250'000, 5}})));
        QCOMPARE(way_for(lengths, {.is_float = true}), RowMapping::scalar);
        QCOMPARE(way_for(lengths), RowMapping::vector);
    }
    void rows_that_need_scattered_numbers_of_x_are_shared_out_by_entries() {
        const auto way = [](const std::vector<std::pair<int, int>>& rows, double scatter) {
            return way_for(row_lengths(pointers_of(rows_of(rows))), {.scatter = scatter, .cols = 1'000'000});
        };
        QCOMPARE(way({{1000, 12}, {1000, 14}, {20, 40}}, 0.9), RowMapping::merge);
        QCOMPARE(way({{1000, 12}, {1000, 14}, {20, 40}}, 0), RowMapping::vector);
        QCOMPARE(way({{1000, 12}, {1000, 14}}, 0.9),
                 RowMapping::vector);                                    // similar lengths: all lanes have work
        QCOMPARE(way({{1000, 50}, {20, 150}}, 0.9), RowMapping::vector); // too few entries for two launches
        QCOMPARE(way({{100'000, 50}, {20, 150}}, 0.9), RowMapping::merge);
        QCOMPARE(way({{1000, 3}}, 0.9), RowMapping::vector); // one thread per row would read them sequentially
        QCOMPARE(way({{1000, 3}}, 0.2), RowMapping::scalar);
    }
    void x_that_has_room_in_shared_memory_is_held() {
        const RowLengthClasses uneven = row_lengths(pointers_of(rows_of({{200'000, 20}, {10'000, 150}})));
        const auto way = [&](double scatter, std::int64_t cols, std::int64_t room) {
            return way_for(uneven, {.scatter = scatter, .cols = cols, .room = room});
        };
        QCOMPARE(way(0.9, 20'000, 24'000), RowMapping::held);
        QCOMPARE(way(0.9, 120'000, 24'000), RowMapping::held);  // a fifth of x
        QCOMPARE(way(0.9, 120'001, 24'000), RowMapping::merge); // less than a fifth
        QCOMPARE(way(0.4, 20'000, 24'000), RowMapping::vector); // adjacent rows share lines in the L1 cache
        QCOMPARE(way(0.9, 20'000, 0), RowMapping::vector);      // GPU unknown
        const RowLengthClasses few = row_lengths(pointers_of(rows_of({{100'000, 20}, {10'000, 150}})));
        QCOMPARE(way_for(few, {.scatter = 0.9, .cols = 20'000, .room = 24'000}), RowMapping::vector);
        const RowLengthClasses even = row_lengths(pointers_of(rows_of({{30'000, 140}, {10'000, 150}})));
        QCOMPARE(way_for(even, {.scatter = 0.9, .cols = 20'000, .room = 24'000}), RowMapping::vector);
    }
    void so_much_of_x_is_held() {
        QCOMPARE(held_columns(5'000, 24'000), 5'000);
        QCOMPARE(held_columns(24'001, 24'000), 24'000);
        QCOMPARE(held_columns(48'000, 24'000), 24'000);
        QCOMPARE(held_columns(48'001, 24'000), 12'000); // the L1 cache holds more of the rest
    }
    void lanes_of_short_rows_follow_their_mean() {
        const auto lanes = [](const std::vector<std::pair<int, int>>& rows) {
            return lanes_of_short_rows(row_lengths(pointers_of(rows_of(rows))));
        };
        QCOMPARE(lanes({{1000, 1}, {300, 2}, {2, 5000}}), 1);
        QCOMPARE(lanes({{1000, 3}, {2, 5000}}), 2);
        QCOMPARE(lanes({{1000, 5}, {2, 5000}}), 4);
        QCOMPARE(lanes({{1000, 12}, {2, 5000}}), 8);
        QCOMPARE(lanes({{2, 5000}}), 1);
    }
    void x_is_scattered_where_neighbours_ask_for_sectors_of_their_own() {
        std::vector<int> apart(40'000), together(40'000);
        for (std::size_t i = 0; i < apart.size(); ++i) {
            apart[i] = static_cast<int>(i * 7919 % 1'000'000);
            together[i] = static_cast<int>(i / 2);
        }
        QVERIFY(scatter_of(apart, 8) > 0.95);
        QVERIFY(scatter_of(together, 8) < 0.17); // 16 numbers are in 4 or 5 sectors of 32 bytes
        const RowLengthClasses lengths = row_lengths(pointers_of(rows_of({{1000, 12}, {1000, 14}, {20, 40}})));
        QCOMPARE(way_for(lengths, {.scatter = 0.9, .cols = 60'000}), RowMapping::vector); // most of x stays in L1
    }
    void the_lengths_decide_who_takes_a_row() {
        QFETCH(std::vector<int>, lengths);
        QFETCH(int, way);
        const RowMapping is = way_for(row_lengths(pointers_of(lengths)));
        QVERIFY2(static_cast<int>(is) == way, to_string(is));
    }

    void segments_cover_the_long_rows_in_order() {
        const std::vector<int> pointer = pointers_of({3, 700, 512, 63, 64, 513, 0, 5000, 1});
        const RowSegments segments = segments_of(pointer, RowMapping::apart_by_lanes, 8);
        QCOMPARE(segments.cut, 63);
        QCOMPARE(segments.row, (std::vector<int>{1, 1, 2, 4, 5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}));
        QCOMPARE(segments.of_row, (std::vector<int>{2, 2, 1, 1, 2, 2, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10}));
        QCOMPARE(segments.first, (std::vector<int>{0, 0, 2, 3, 4, 4, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}));
        for (std::size_t s = 0; s < segments.row.size(); ++s) {
            const auto row = static_cast<std::size_t>(segments.row[s]);
            const bool is_first = segments.first[s] == static_cast<int>(s);
            const bool is_last = segments.first[s] + segments.of_row[s] == static_cast<int>(s) + 1;
            QCOMPARE(segments.begin[s], is_first ? pointer[row] : segments.end[s - 1]);
            QVERIFY(segments.end[s] > segments.begin[s] && segments.end[s] - segments.begin[s] <= 512);
            if (is_last) QCOMPARE(segments.end[s], pointer[row + 1]);
        }
    }
    void fewer_lanes_leave_more_rows_apart() {
        const std::vector<int> pointer = pointers_of({15, 16, 31, 32, 63, 64});
        QCOMPARE(segments_of(pointer, RowMapping::apart_by_lanes, 1).row, (std::vector<int>{1, 2, 3, 4, 5}));
        QCOMPARE(segments_of(pointer, RowMapping::apart_by_lanes, 2).row, (std::vector<int>{3, 4, 5}));
        QCOMPARE(segments_of(pointer, RowMapping::apart_by_lanes, 4).row, (std::vector<int>{3, 4, 5}));
        QCOMPARE(segments_of(pointer, RowMapping::apart_by_lanes, 8).row, (std::vector<int>{5}));
    }
    void a_segment_of_a_block_is_longer_than_that_of_a_warp() {
        const RowSegments segments = segments_of(pointers_of({15, 16, 2048, 2049}), RowMapping::apart_by_thread, 1);
        QCOMPARE(segments.cut, 15);
        QCOMPARE(segments.row, (std::vector<int>{1, 2, 2, 3, 3, 3}));
        QCOMPARE(segments.end.back() - segments.begin.back(), 1);
    }
    void segments_of_a_large_matrix_are_longer() {
        const RowSegments segments = segments_of(pointers_of({5'000'000}), RowMapping::apart_by_thread, 1);
        QCOMPARE(segments.row.size(), std::size_t{1221}); // 5,000,000 / 4,096, rounded up
    }
    void the_longest_row_that_4_bytes_can_count_has_segments() {
        constexpr int most = 0x7fffffff;
        const RowSegments segments = segments_of(std::vector<int>{0, most}, RowMapping::apart_by_thread, 1);
        QCOMPARE(segments.row.size(), std::size_t{524'288});
        QCOMPARE(segments.end.back(), most);
        QCOMPARE(segments.of_row.front(), 524'288);
    }

    void a_plan_gives_numbers_and_arrays_by_name() {
        const auto csr = make_format("csr", matrix_of(rows_of({{10'000, 2}, {1, 5000}})), Precision::float64);
        const Plan plan = make_plan("row-lengths", *csr);
        QCOMPARE(number_of(plan, "way"), static_cast<int>(RowMapping::apart_by_thread));
        QCOMPARE(number_of(plan, "segments"), 5);
        QCOMPARE(number_of(plan, "cut"), 15);
        QCOMPARE(number_of(plan, "merge_items"), 0);
        QCOMPARE(plan.arrays.size(), std::size_t{5});
        QCOMPARE(plan.arrays[0].name, std::string("segment_row"));
        QCOMPARE(plan.arrays[0].values, std::vector<int>(5, 10'000));
        QCOMPARE(plan.detail, std::string("one thread per row, long ones apart"));
    }
    void only_the_merge_path_has_items() {
        const auto csr = make_format("csr", matrix_of(rows_of({{300'000, 2}, {16'000, 200}})), Precision::float32);
        QCOMPARE(number_of(make_plan("row-lengths", *csr), "merge_items"), 316'000 + 600'000 + 3'200'000);
    }
    void a_matrix_without_rows_has_a_plan_that_is_empty() {
        const auto csr = make_format("csr", matrix_of({}), Precision::float64);
        const Plan plan = make_plan("row-lengths", *csr);
        QCOMPARE(number_of(plan, "way"), 0);
        QCOMPARE(number_of(plan, "segments"), 0);
        QVERIFY(plan.detail.empty());
    }
    void an_unknown_plan_and_another_format_are_refused() {
        const CsrMatrix a = matrix_of({1, 2});
        const auto complaint = [&](const char* plan, const char* format) {
            try {
                static_cast<void>(make_plan(plan, *make_format(format, a, Precision::float64)));
            } catch (const Error& error) { return error.code() + ": " + error.what(); }
            return std::string();
        };
        QCOMPARE(complaint("rows", "csr"), std::string("kernel.plan: There is no plan named `rows`."));
        QCOMPARE(complaint("row-lengths", "ell"),
                 std::string("kernel.plan: The plan `row-lengths` needs the format csr, not ell."));
    }
};

WARPLOOM_TEST(RowLengthsTest);

#include "row_lengths_test.moc"
