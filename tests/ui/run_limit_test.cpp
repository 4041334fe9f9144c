// The Limit view of the Run page: each measured time is divided into what the machine needs at least, and the rest.
#include "ui/charts/chart_view.h"
#include "ui/pages/run/run_page.h"
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "tests/ui/run_page_support.h"

#include <QTabWidget>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>

using namespace warploom;
using namespace warploom::ui;
using run_support::Desk;
using run_support::run_of;

namespace {

RunResult timed(const char* kernel, double median, double floor, const char* of = "bytes") {
    RunResult r;
    r.kernel = kernel;
    r.machine = "cpu";
    r.matrix = QStringLiteral("m");
    r.status = RowStatus::ok;
    r.time.median = r.time.q1 = r.time.q3 = r.time.min = median;
    r.floor_ns = floor;
    r.floor_of = of;
    return r;
}

RunChart chart_named(const char* name) {
    int chart = 0;
    while (runChartSpec(static_cast<RunChart>(chart)).name != QLatin1String(name)) ++chart;
    return static_cast<RunChart>(chart);
}

} // namespace

class RunLimitTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_time_is_what_the_machine_needs_and_the_rest() {
        const Table table = runTable(RunChart::limit, {run_of(1, {timed("b", 200, 50), timed("a", 100, 80)})});
        QCOMPARE(table.rows.size(), std::size_t{2});
        const double least[] = {80, 50}, rest[] = {20, 150};
        const char* const share[] = {"80%", "25%"};
        for (std::size_t r = 0; r < 2; ++r) {
            QCOMPARE(table.number(r, table.column("least")), least[r]);
            QCOMPARE(table.number(r, table.column("rest")), rest[r]);
            QCOMPARE(table.text(r, table.column("share")), std::string(share[r]));
        }
        const QString text = runReading(RunChart::limit, {run_of(1, {timed("b", 200, 50), timed("a", 100, 80)})});
        QVERIFY2(text.contains("copy bandwidth") && text.contains("a reaches 80%") && text.contains("b reaches 25%"),
                 qPrintable(text));
    }

    void the_memory_of_formats_is_compared_with_their_padding() {
        RunResult csr = timed("csr-scalar", 100, 50), ell = timed("ell", 200, 50), none = timed("cpu-coo", 300, 50);
        csr.format_bytes = 1000;
        ell.format_bytes = 3200;
        ell.value_slots = 200;
        ell.padding = 150;
        csr.nonzeros = ell.nonzeros = 50;
        const ShownRuns runs{run_of(1, {csr, ell, none})};
        const RunChart memory = chart_named("run-memory");
        QCOMPARE(runChartSpec(memory).value, std::string("format"));
        const Table table = runTable(memory, runs);
        QCOMPARE(table.number(0, table.column("format")), 1000.0);
        QCOMPARE(table.number(0, table.column("bytes_per_nonzero")), 20.0);
        QCOMPARE(table.text(0, table.column("padding_share")), std::string());
        QCOMPARE(table.text(1, table.column("padding_share")), std::string("75% padding"));
        QVERIFY(std::isnan(table.number(2, table.column("format"))));
        const QString text = runReading(memory, runs);
        QVERIFY2(text.contains("csr-scalar reads the fewest bytes") && text.contains("ell reads 3.20 times as many"),
                 qPrintable(text));
    }

    void the_calls_that_earn_a_format_back_are_drawn_where_time_is_saved() {
        RunResult csr = timed("csr-scalar", 100, 50), ell = timed("ell", 50, 50), jad = timed("jad", 80, 50);
        ell.break_even = 11.2;
        jad.break_even = 300;
        ell.conversion_ns = 560;
        RunResult modelled = timed("sell", 50, std::nan(""));
        modelled.time.kind = measure::TimeKind::modelled;
        modelled.break_even = 20;
        const ShownRuns runs{run_of(1, {csr, ell, jad}), run_of(2, {modelled})};
        const RunChart chart = chart_named("run-break-even");
        const Table table = runTable(chart, runs);
        QCOMPARE(table.rows.size(), std::size_t{3}); // the baseline saves nothing
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const bool is_modelled = table.text(r, table.column("kernel")) == "sell";
            QCOMPARE(std::isnan(table.number(r, table.column("calls"))), is_modelled);
            QCOMPARE(std::isnan(table.number(r, table.column("modelled_calls"))), !is_modelled);
        }
        const QString text = runReading(chart, {runs.front()});
        QVERIFY2(
            text.contains(
                "The preparation of ell pays off after 12 calls. The preparation of jad pays off after 300 calls."),
            qPrintable(text));
        ell.break_even_low = 9.3;
        ell.break_even_high = 14.2;
        jad.break_even_low = 213; // and no upper end, because jad may save no time
        const QString ranges = runReading(chart, {run_of(1, {csr, ell, jad})});
        QVERIFY2(
            ranges.contains("The preparation of ell pays off after 10 to 15 calls. The preparation of jad pays off "
                            "after 210 calls at the earliest."),
            qPrintable(ranges));
        ell.break_even = 0;
        QVERIFY(runReading(chart, {run_of(1, {csr, ell})}).contains("Preparing ell costs no more"));
        QVERIFY(runReading(chart, {run_of(1, {csr})}).contains("No kernel is faster"));
    }

    void what_comes_from_caches_fills_its_bar_and_says_so() {
        const ShownRuns runs{run_of(1, {timed("warm", 100, 160)})};
        const Table table = runTable(RunChart::limit, runs);
        QCOMPARE(table.number(0, table.column("floor")), 160.0);
        QCOMPARE(table.number(0, table.column("least")), 100.0);
        QCOMPARE(table.number(0, table.column("rest")), 0.0);
        QCOMPARE(table.text(0, table.column("share")), std::string("from caches"));
        QVERIFY(runReading(RunChart::limit, runs).contains("Use a larger matrix to reach the memory limit"));
    }

    void operations_are_told_from_bytes() {
        const ShownRuns runs{run_of(1, {timed("tensor-core", 100, 60, "operations")})};
        QCOMPARE(runTable(RunChart::limit, runs).text(0, runTable(RunChart::limit, runs).column("floor_of")),
                 std::string("operations"));
        QVERIFY(runReading(RunChart::limit, runs).contains("measured peak"));
    }

    void a_modelled_time_has_no_such_bar() {
        RunResult modelled = timed("ell", 100, std::nan(""));
        modelled.time.kind = measure::TimeKind::modelled;
        const ShownRuns runs{run_of(1, {modelled}), run_of(2, {timed("ell", 100, 70)})};
        const Table table = runTable(RunChart::limit, runs);
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, table.column("kind")), std::string("measured"));
        QVERIFY(runTable(RunChart::limit, {run_of(1, {modelled})}).rows.empty());
    }

    void a_ticked_kernel_that_is_not_drawn_is_named_with_the_reason() {
        RunResult modelled = timed("ell", 100, std::nan(""));
        modelled.time.kind = measure::TimeKind::modelled;
        RunResult uncounted = timed("cpu-csr-parallel", 100, std::nan(""));
        RunResult without_copy = timed("cpu-ell", 100, std::nan("")), without_peak = without_copy;
        without_copy.gbytes_per_s = without_peak.gbytes_per_s = 4;
        without_peak.kernel = "naive";
        without_peak.copy_gbytes_per_s = 10;
        RunResult skipped = timed("dia", std::nan(""), std::nan(""));
        skipped.status = RowStatus::skipped;
        const QString text = runReading(
            RunChart::limit, {run_of(1, {timed("cpu-csr", 100, 70), uncounted, without_copy, without_peak, skipped}),
                              run_of(2, {modelled})});
        for (const char* said :
             {"cpu-csr reaches 70%", "Not available because there are no byte counts: cpu-csr-parallel.",
              "the run was stopped: cpu-ell.", "of this machine is unknown: naive.", "no time was measured: dia.",
              "for modeled times: ell."})
            QVERIFY2(text.contains(QLatin1String(said)), qPrintable(text));
        QVERIFY(runReading(RunChart::limit, {run_of(1, {without_copy})})
                    .startsWith("Not shown because the copy bandwidth"));
        QVERIFY(!runReading(RunChart::limit, {run_of(1, {timed("a", 100, 70)})}).contains("Not shown"));
    }

    void the_tab_draws_both_parts_of_each_kernel() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        desk.page->tabs()->setCurrentIndex(static_cast<int>(RunChart::limit));
        ChartView* const chart = desk.page->chart(RunChart::limit);
        QVERIFY(ui_test::wait_until([&] { return chart->chartTable().rows.size() == 3; }));
        // 800 of 1000, 2000 and 3000 ns: the part and the whole, as a pair of bars per kernel.
        QCOMPARE(chart->plot()->plottableCount(), 2);
        auto* const whole = qobject_cast<QCPBars*>(chart->plot()->plottable(0));
        auto* const part = qobject_cast<QCPBars*>(chart->plot()->plottable(1));
        QVERIFY(whole != nullptr && part != nullptr);
        QCOMPARE(part->dataCount(), 3);
        for (int i = 0; i < 3; ++i) QCOMPARE(part->data()->at(i)->value, 800.0);
        QCOMPARE(whole->data()->at(2)->value, 1000.0); // the fastest is at the top
        QVERIFY(part->name().contains("minimum time"));
        QVERIFY(desk.page->charts().contains(chart)); // exported with the others
    }
};

WARPLOOM_WINDOW_TEST(RunLimitTest);
#include "run_limit_test.moc"
