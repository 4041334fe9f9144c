// Counters of Nsight Compute: their names for our counts, and files of `ncu --csv` compared with a trace.
#include "app/operations/trace_kernel.h"
#include "app/trace/trace.h"
#include "app/trace_documents/profiler_csv.h"
#include "app/trace_documents/trace_document.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/protocol/messages/profiler.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <set>

using namespace warploom;
using namespace warploom::app;

namespace {

const QString folder = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/ncu/");

protocol::Trace traced(const std::string& matrix, const std::string& kernel, const char* card = "h200") {
    TraceSettings settings;
    settings.kernel = kernel;
    settings.card = simulated::find_card(card);
    settings.block = 32;
    const Matrix loaded = load_matrix(matrix);
    return trace_document(input_of(loaded), trace_spmv(loaded, settings));
}

std::int64_t value_of(const protocol::Trace& trace, const std::string& id, int launch = 0) {
    for (const auto& count : trace.counters)
        if (count.id == id && count.launch == launch) return count.value;
    return -1;
}

Table compared(const QString& file) {
    return counter_table(traced("diagonal:n=64", "csr-scalar"), read_profiler_csv((folder + file).toStdString()));
}

} // namespace

class ProfilerCsvTest : public QObject {
    Q_OBJECT
private slots:
    void each_count_has_one_name_and_its_own_metrics() {
        std::set<std::string> ids, metrics;
        for (const auto& counter : protocol::profiler_counters()) {
            QVERIFY2(ids.insert(counter.id).second, counter.id);
            for (const std::string& metric : protocol::metrics_of(counter)) {
                QVERIFY2(metrics.insert(metric).second, metric.c_str());
                QVERIFY2(metric.ends_with(".sum") && metric.find("__") != std::string::npos, metric.c_str());
            }
        }
        QCOMPARE(protocol::metrics_of(protocol::profiler_counter("dram_bytes")),
                 (std::vector<std::string>{"dram__bytes_read.sum", "dram__bytes_write.sum"}));
    }

    void the_documentation_has_the_same_table() {
        QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/simulated-gpu.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        for (const auto& counter : protocol::profiler_counters()) {
            const QString line = QString("| `%1` | `%2` | %3 | %4%5 |\n")
                                     .arg(counter.id, counter.metric, counter.unit, counter.about,
                                          counter.is_modelled ? " (modeled caches)" : "");
            QVERIFY2(page.contains(line), qPrintable(line));
        }
    }

    // Two warps of 32 rows with one entry each. A warp reads row_pointer twice (4 and 5 sectors), column (4), value (8)
    // and x (8), and writes y (8).
    void counts_have_the_names_of_the_profiler() {
        const protocol::Trace trace = traced("diagonal:n=64", "csr-scalar");
        QCOMPARE(value_of(trace, "load_requests"), std::int64_t{10});
        QCOMPARE(value_of(trace, "load_sectors"), std::int64_t{58});
        QCOMPARE(value_of(trace, "store_requests"), std::int64_t{2});
        QCOMPARE(value_of(trace, "store_sectors"), std::int64_t{16});
        QCOMPARE(value_of(trace, "atomic_sectors"), std::int64_t{0});
        const std::string csv = profiler_csv(trace);
        QVERIFY(csv.starts_with("\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"));
        QVERIFY2(
            csv.find("\"0\",\"csr_scalar\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"sector\",\"58\"\n") !=
                std::string::npos,
            csv.c_str());
    }
    // All 64 lanes of a column add to the same element, so that each warp has 32 passes.
    void atomics_count_as_often_as_lanes_share_an_address() {
        const protocol::Trace trace = traced("dense:rows=1,cols=64", "coo-atomic");
        QCOMPARE(value_of(trace, "atomic_requests"), std::int64_t{2});
        QCOMPARE(value_of(trace, "atomic_sectors"), std::int64_t{64});
    }
    void the_counts_of_the_document_are_read_back() {
        const protocol::Trace trace = traced("diagonal:n=64", "csr-scalar");
        const protocol::Trace again = protocol::read_trace(protocol::write(trace));
        QCOMPARE(again.counters.size(), protocol::profiler_counters().size());
        QCOMPARE(profiler_csv(again), profiler_csv(trace));
    }
    void a_card_without_sectors_has_no_such_counters() {
        const protocol::Trace trace = traced("diagonal:n=64", "csr-scalar", "c2050");
        QVERIFY(trace.counters.empty());
        try {
            counter_table(trace, read_profiler_csv((folder + "good-raw.csv").toStdString()));
            QFAIL("It was compared.");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("counters.card")); }
    }

    void a_file_of_the_profiler_stands_beside_the_counts_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("raw") << "good-raw.csv";
        QTest::newRow("details") << "good-details.csv";
    }
    void a_file_of_the_profiler_stands_beside_the_counts() {
        QFETCH(QString, file);
        const Table table = compared(file);
        QCOMPARE(table.rows.size(), std::size_t{4}); // requests and sectors of loads, sectors of stores, bytes
        const auto row_of = [&](const std::string& id) {
            for (std::size_t row = 0; row < table.rows.size(); ++row)
                if (table.text(row, table.column("id")) == id) return row;
            return std::size_t{99};
        };
        const auto number = [&](const char* id, const char* column) {
            return table.number(row_of(id), table.column(column));
        };
        QCOMPARE(number("load_sectors", "count"), 58.0);
        QCOMPARE(number("load_sectors", "counter"), 1058.0);
        QCOMPARE(number("load_sectors", "difference"), 100 * (58.0 / 1058 - 1));
        QCOMPARE(number("store_sectors", "counter"), 16.0);
        QCOMPARE(number("store_sectors", "difference"), 0.0);
        QCOMPARE(number("load_requests", "counter"), 10.0);
        QCOMPARE(number("dram_bytes", "counter"), 1500.0);
    }
    void what_is_printed_for_the_profiler_is_read_back_as_equal() {
        const protocol::Trace trace = traced("diagonal:n=64", "csr-scalar");
        const Table table = counter_table(trace, parse_profiler_csv("own", profiler_csv(trace)));
        QVERIFY(table.rows.size() >= 8);
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            QCOMPARE(table.number(row, table.column("difference")), 0.0);
    }

    void a_file_with_one_defect_is_refused_with_it_data() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* file, const char* code, const char* says) {
            QTest::newRow(file) << QString(code) << QString(says);
        };
        row("bad-columns.csv", "counters.format", "does not contain a table of Nsight Compute");
        row("bad-empty.csv", "counters.format", "does not contain a table of Nsight Compute");
        row("bad-no-table.csv", "counters.format", "does not contain a table of Nsight Compute");
        row("bad-no-launch.csv", "counters.format", "does not contain any launch");
        row("bad-short-line.csv", "counters.format", "Line 8 has 15 fields, but the header has 16");
        row("bad-number.csv", "counters.format", "Line 8: '1058 sectors' is not a number");
        row("bad-report.csv", "counters.format", "This is a report of Nsight Compute");
        row("bad-other-kernel.csv", "counters.launch", "It contains: fill, csr_vector.");
        row("bad-other-grid.csv", "counters.launch",
            "launches csr_scalar with 2 blocks of 32 threads, but the file contains a launch with 20 blocks of 32");
        row("bad-other-metrics.csv", "counters.format", "none of the counters");
    }
    void a_file_with_one_defect_is_refused_with_it() {
        QFETCH(QString, code);
        QFETCH(QString, says);
        try {
            compared(QTest::currentDataTag());
            QFAIL("It was compared.");
        } catch (const Error& error) {
            QCOMPARE(QString::fromStdString(error.code()), code);
            QVERIFY2(QString(error.what()).contains(says), error.what());
            QVERIFY(!error.hint().empty());
        }
    }
    void every_bad_file_is_tried() { QCOMPARE(QDir(folder).entryList({"bad-*"}).size(), 10); }
};

WARPLOOM_TEST(ProfilerCsvTest);
#include "profiler_csv_test.moc"
