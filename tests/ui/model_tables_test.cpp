// Tables created from a trace document: they must match it, with sentences that can be verified by hand. Invalid
// documents are rejected.
#include "engine/error.h"
#include "ui/charts/chart_plot.h"
#include "ui/components/traces/model_tables.h"
#include "ui/pages/model/schedule_view.h"

#include "support/runner.h"
#include "trace_documents.h"
#include "ui_test_tools.h"

#include <QTest>

#include <random>

using namespace warploom;
using namespace warploom::ui;

namespace {

/// Returns a trace of n rows in blocks of `block` threads on `multiprocessors`; see trace_documents.h for the times.
Json answer(int n, int block, int multiprocessors) {
    return Json(ui_test::trace_answer({{"matrix", "random-rows:n=" + std::to_string(n)},
                                       {"kernel", "csr-scalar"},
                                       {"precision", "double"},
                                       {"block", block},
                                       {"card",
                                        {{"id", "tiny"},
                                         {"title", "Tiny card"},
                                         {"model_error", 0.12},
                                         {"model_cells", 54},
                                         {"figures", {{"multiprocessors", {{"value", multiprocessors}}}}}}}}));
}

std::vector<std::int64_t> pointer(const std::vector<int>& lengths) {
    std::vector<std::int64_t> result{0};
    for (const int length : lengths) result.push_back(result.back() + length);
    return result;
}

} // namespace

class ModelTablesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { ui_test::isolate_settings(); }

    void a_document_is_read_whole() {
        const protocol::Trace d = protocol::read_trace(answer(384, 128, 2)); // blocks of 1000, 1100 and 1200 ns
        QCOMPARE(d.kernel, std::string("csr-scalar"));
        QCOMPARE(d.card.title, std::string("Tiny card"));
        QCOMPARE(d.matrix.rows, std::int64_t{384});
        QCOMPARE(d.card.multiprocessors, 2);
        QCOMPARE(d.blocks.size(), std::size_t{3});
        QCOMPARE(d.blocks[2].first_row, std::int64_t{256});
        QCOMPARE(d.blocks[2].last_row, std::int64_t{383});
        QCOMPARE(d.accesses.size(), std::size_t{3});
        QCOMPARE(d.modelled_ns, 2200.0 + 500.0); // block 2 follows block 0
        QCOMPARE(d.terms.dram, 2200.0);
        QVERIFY(!d.sample.halves_differ);
    }

    void a_damaged_document_is_refused_with_the_field_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("no time") << "modelled_ns"
                                 << ""
                                 << "modelled_ns";
        QTest::newRow("time is text") << "modelled_ns"
                                      << "[\"soon\"]"
                                      << "modelled_ns";
        QTest::newRow("negative time") << "modelled_ns"
                                       << "[-1]"
                                       << "negative";
        QTest::newRow("share is text") << "traced_share"
                                       << "[\"all\"]"
                                       << "traced_share";
        QTest::newRow("launch without blocks") << "launches"
                                               << "[[{\"ns\":1}]]"
                                               << "blocks";
        QTest::newRow("schedule of three") << "launches"
                                           << "[[{\"ns\":1,\"blocks\":1,\"schedule\":[[0,0,1]]}]]"
                                           << "schedule";
        QTest::newRow("schedule with text") << "launches"
                                            << "[[{\"ns\":1,\"blocks\":1,\"schedule\":[[0,\"x\",1,2]]}]]"
                                            << "schedule";
        QTest::newRow("ends before it starts") << "launches"
                                               << "[[{\"ns\":1,\"blocks\":1,\"schedule\":[[0,0,5,2]]}]]"
                                               << "no earlier than it starts";
        QTest::newRow("no such multiprocessor") << "launches"
                                                << "[[{\"ns\":1,\"blocks\":1,\"schedule\":[[0,1e9,1,2]]}]]"
                                                << "schedule[0][1]";
        QTest::newRow("block without number") << "blocks"
                                              << "[[{\"ns\":1}]]"
                                              << "'blocks[0].block'";
        QTest::newRow("negative count") << "accesses"
                                        << "[[{\"array\":\"x\",\"transactions\":-4}]]"
                                        << "transactions";
    }
    void a_damaged_document_is_refused_with_the_field() {
        QFETCH(QString, key);
        QFETCH(QString, json);
        QFETCH(QString, wanted);
        Json object = answer(384, 128, 2);
        if (json.isEmpty()) object.erase(key.toStdString());
        else object[key.toStdString()] = Json::parse(json.toStdString()).at(0);
        try {
            protocol::read_trace(object);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("trace.malformed"));
            QVERIFY2(QString(error.what()).contains(wanted), error.what());
        }
    }

    void what_is_no_document_at_all_never_crashes() {
        std::mt19937 random(7);
        const std::string good = answer(640, 128, 3).dump();
        int refused = 0;
        for (int i = 0; i < 400; ++i) {
            std::string bad = good;
            for (int k = 0; k < 4; ++k) bad[random() % bad.size()] = "0-9\"[]{}x,."[random() % 12];
            const auto object = Json::parse(bad, nullptr, false);
            try {
                const protocol::Trace d = protocol::read_trace(object);
                layoutSchedule(d);
                termsTable(d);
                accessTable(d, true);
            } catch (const Error&) { ++refused; }
        }
        QVERIFY(refused > 50);
    }

    void every_term_has_a_row_and_the_binding_one_is_marked() {
        const protocol::Trace d = protocol::read_trace(answer(384, 128, 2));
        const Table table = termsTable(d);
        QCOMPARE(table.rows.size(), std::size_t{11});
        QStringList marked;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            QCOMPARE(table.text(r, table.column("kind")), std::string("modelled"));
            if (!table.text(r, table.column("mark")).empty())
                marked << QString::fromStdString(table.text(r, table.column("term")));
        }
        QCOMPARE(marked, QStringList{"memory bandwidth"});
        QCOMPARE(table.number(10, table.column("modelled")), 2700.0);
        QCOMPARE(table.number(10, table.column("modelled_low")), 2700.0 * 0.88);
        const QString text = causeText(d);
        QVERIFY2(text.contains("of the memory traffic is spent on x"), qPrintable(text));
    }

    void launches_come_after_each_other() {
        Json object = answer(384, 128, 2);
        const Json first = object["launches"][0];
        object["launches"].push_back(first);
        const protocol::Trace d = protocol::read_trace(object);
        const Table terms = termsTable(d);
        QCOMPARE(terms.rows.size(), std::size_t{21});
        QCOMPARE(terms.text(0, terms.column("launch")), std::string("launch 1"));
        QCOMPARE(terms.text(10, terms.column("launch")), std::string("launch 2"));
        // The chart takes no more space than for a single launch.
        const protocol::Trace one = protocol::read_trace(answer(384, 128, 2));
        QCOMPARE(wantedHeight(termsSpec(d), terms), wantedHeight(termsSpec(one), termsTable(one)));
        const ScheduleLayout layout = layoutSchedule(d);
        QCOMPARE(layout.blocks.size(), std::size_t{6});
        QCOMPARE(layout.blocks[3].start_ns, 2700.0); // the second launch starts when the first one has ended
    }

    void the_schedules_table_equals_the_document() {
        const protocol::Trace d = protocol::read_trace(answer(1280, 128, 3));
        const ScheduleLayout layout = layoutSchedule(d);
        const Table table = scheduleTable(layout, d);
        QCOMPARE(table.rows.size(), d.launches[0].schedule.size());
        for (const simulated::ScheduledBlock& s : d.launches[0].schedule) {
            int found = 0;
            for (std::size_t r = 0; r < table.rows.size(); ++r) {
                if (table.number(r, table.column("block")) != static_cast<double>(s.block)) continue;
                ++found;
                QCOMPARE(table.number(r, table.column("multiprocessor")), double(s.multiprocessor));
                QCOMPARE(table.number(r, table.column("start")), s.start_ns);
                QCOMPARE(table.number(r, table.column("end")), s.end_ns);
                QCOMPARE(table.number(r, table.column("first_row")), double(s.block) * 128);
                QCOMPARE(table.number(r, table.column("transactions")), 10.0 + double(s.block));
            }
            QCOMPARE(found, 1);
        }
    }

    void idle_time_and_the_last_block_are_those_counted_by_hand() {
        // Two multiprocessors: 0 runs blocks 0 and 2 (1000 + 1200 ns), 1 runs block 1 (1100 ns) and is idle for 1100 of
        // 2200 ns.
        const protocol::Trace d = protocol::read_trace(answer(384, 128, 2));
        const ScheduleLayout layout = layoutSchedule(d);
        QCOMPARE(layout.blocks[layout.last].block, std::int64_t{2});
        QCOMPARE(layout.idle_share, 1100.0 / 4400.0);
        QCOMPARE(layout.shortest_ns, 1000.0);
        QCOMPARE(layout.longest_ns, 1200.0);
        QCOMPARE(layout.busy_until_ns[0][1], 1100.0);
        QVERIFY2(scheduleReading(layout, d).contains("Block 2 (rows 256–383) finishes last"),
                 qPrintable(scheduleReading(layout, d)));
    }

    void a_block_that_all_others_wait_for_is_named_before_the_number_of_warps() {
        Json object = answer(1280, 128, 4); // ten blocks
        object["binding"] = object["launches"][0]["binding"] = "latency";
        QVERIFY2(causeText(protocol::read_trace(object)).contains("Loads depend on each other."),
                 qPrintable(causeText(protocol::read_trace(object))));
        // Block 3 takes as long as fifty others.
        for (auto& each : object["launches"][0]["schedule"])
            if (each[0] == 3) each[3] = each[2].get<double>() + 50'000;
        object["launches"][0]["ns"] = 52'000;
        object["modelled_ns"] = 52'500;
        const protocol::Trace d = protocol::read_trace(object);
        const std::optional<protocol::SlowBlock> slow = protocol::slow_block_of(d);
        QVERIFY(slow);
        QCOMPARE(slow->block, std::int64_t{3});
        QVERIFY(slow->waiting_share > 0.8 && slow->times_typical > 20);
        const QString text = causeText(d);
        QVERIFY2(text.contains("The slowest block is block 3 (rows 384 to 511), which takes "), qPrintable(text));
        QVERIFY2(!text.contains("Loads depend on each other."), qPrintable(text));
        // And the row that causes it.
        CsrMatrix csr;
        csr.rows = csr.cols = 1280;
        csr.row_pointer.resize(1281);
        for (std::int64_t row = 0; row < 1280; ++row)
            csr.row_pointer[row + 1] = csr.row_pointer[row] + (row == 400 ? 900 : 1);
        csr.column.assign(static_cast<std::size_t>(csr.row_pointer.back()), 0);
        QVERIFY2(
            slowRowText(d, csr).startsWith("Row 400 in the slowest block has 900 nonzeros. The average row has 1.70"),
            qPrintable(slowRowText(d, csr)));
        QCOMPARE(slowRowText(protocol::read_trace(answer(1280, 128, 4)), csr), QString());
        // If it ends before the others, it does not delay the launch.
        for (auto& each : object["launches"][0]["schedule"])
            if (each[0] != 3) {
                each[2] = each[2].get<double>() + 50'000;
                each[3] = each[3].get<double>() + 50'000;
            }
        QVERIFY(!protocol::slow_block_of(protocol::read_trace(object)));
        // With two blocks, none is typical.
        QVERIFY(!protocol::slow_block_of(protocol::read_trace(answer(256, 128, 2))));
    }

    void one_block_is_told_as_one() {
        const protocol::Trace many = protocol::read_trace(answer(384, 128, 8)),
                              one = protocol::read_trace(answer(128, 128, 8));
        QCOMPARE(one.launches[0].blocks, 1);
        QVERIFY(scheduleReading(layoutSchedule(many), many).contains("The launch has only 3 blocks"));
        QVERIFY2(scheduleReading(layoutSchedule(one), one).contains("The launch has only 1 block,"),
                 qPrintable(scheduleReading(layoutSchedule(one), one)));
    }

    void blocks_that_run_together_never_lie_over_each_other() {
        protocol::Trace d = protocol::read_trace(answer(384, 128, 2));
        std::mt19937 random(3);
        auto& schedule = d.launches[0].schedule;
        schedule.clear();
        for (int b = 0; b < 500; ++b) {
            const double start = random() % 1000;
            schedule.push_back({b, static_cast<int>(random() % 4), start, start + 1 + random() % 300});
        }
        const ScheduleLayout layout = layoutSchedule(d);
        QCOMPARE(layout.multiprocessors, 4);
        for (std::size_t i = 0; i < layout.blocks.size(); ++i)
            for (std::size_t k = 0; k < i; ++k) {
                const PlacedBlock &a = layout.blocks[i], &b = layout.blocks[k];
                if (a.multiprocessor != b.multiprocessor || a.place != b.place) continue;
                QVERIFY(a.start_ns >= b.end_ns - 1e-6 || b.start_ns >= a.end_ns - 1e-6);
            }
    }

    void the_roofline_has_its_ridge_where_both_limits_meet() {
        const auto d = std::make_shared<const protocol::Trace>(protocol::read_trace(answer(384, 128, 2)));
        const Table table = rooflineTable({d}, {{"csr-scalar measured on cuda:0", 0.1, 2.5}});
        QCOMPARE(table.rows.size(), std::size_t{5});
        QCOMPARE(table.number(1, table.column("flop_per_byte")), 80.0 / 100.0);
        QCOMPARE(table.number(1, table.column("rate")), 80.0);
        QCOMPARE(table.number(0, table.column("rate")), table.number(0, table.column("flop_per_byte")) * 100.0);
        QCOMPARE(table.text(3, table.column("kind")), std::string("modelled"));
        QVERIFY(std::isnan(table.number(3, table.column("rate"))));
        QCOMPARE(table.number(3, table.column("modelled_rate")), 6.0 * 384 / 2700);
        QCOMPARE(table.text(4, table.column("kind")), std::string("measured"));
        QVERIFY(std::isnan(table.number(4, table.column("modelled_rate"))));
    }

    void accesses_are_summed_by_array_and_kept_by_line() {
        protocol::Trace d = protocol::read_trace(answer(384, 128, 2));
        d.accesses.push_back(d.accesses[1]); // x again, in another line
        d.accesses.back().line = 30;
        const Table lines = accessTable(d, false), arrays = accessTable(d, true);
        QCOMPARE(lines.rows.size(), std::size_t{4});
        QCOMPARE(arrays.rows.size(), std::size_t{3});
        QCOMPARE(arrays.text(1, arrays.column("array")), std::string("x"));
        QCOMPARE(arrays.number(1, arrays.column("transactions")), 120.0);
        QCOMPARE(arrays.number(1, arrays.column("mean_active_lanes")), 16.0);
        QCOMPARE(arrays.number(1, arrays.column("used_share")), 640.0 / 1920.0);
    }

    void brushed_rows_are_weighed_by_the_blocks_that_hold_them() {
        // Three blocks of 4 rows and 4 threads; the last of 12 rows is long.
        protocol::Trace d = protocol::read_trace(answer(12, 4, 2));
        const auto rows = pointer({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9});
        QCOMPARE(selectionReading({}, rows, &d), QString());
        const QString text = selectionReading(RowSelection::ofRows({11}, "the longest row"), rows, &d);
        // 1 of 12 rows, 9 of 20 nonzeros, 1 of 3 warps, block 2: 12 of 33 transactions, 1200 of 3300 ns.
        QVERIFY2(text.startsWith("The longest row: 8.3% of all rows and 45% of all nonzeros."), qPrintable(text));
        QVERIFY2(text.contains("1 of 3 warps") && text.contains("(1 of 3)") &&
                     text.contains("36% of the transactions and 36% of the modeled block time"),
                 qPrintable(text));
        QVERIFY(selectionReading(RowSelection::ofRange(0, 5), rows, nullptr).endsWith("25% of all nonzeros."));
        // In a sorted format, the row ranges of blocks overlap, so it is unknown which block has which row.
        for (protocol::TraceBlock& block : d.blocks) {
            block.first_row = 0;
            block.last_row = 11;
        }
        QVERIFY(selectionReading(RowSelection::ofRange(0, 5), rows, &d).contains("does not report"));
    }

    void a_selection_meets_what_it_holds_and_nothing_else() {
        const RowSelection rows = RowSelection::ofRows({7, 3, 4, 3, 20}, "some");
        QCOMPARE(rows.stretches.size(), std::size_t{3});
        QCOMPARE(rows.count(), std::int64_t{4});
        for (const int row : {3, 4, 7, 20}) QVERIFY(rows.contains(row));
        for (const int row : {0, 2, 5, 6, 8, 19, 21}) QVERIFY(!rows.contains(row));
        QVERIFY(rows.meets(5, 7) && !rows.meets(8, 19) && rows.meets(0, 100) && !rows.meets(21, 30));
        QVERIFY(RowSelection::ofRange(5, 5).isEmpty());
    }
};

WARPLOOM_WINDOW_TEST(ModelTablesTest);
#include "model_tables_test.moc"
