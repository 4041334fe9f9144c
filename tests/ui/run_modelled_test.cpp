// Measured and modeled times side by side: never in the same column, never in the same color, never compared in a
// verdict.
#include "ui/charts/chart_view.h"
#include "ui/pages/run/run_page.h"
#include "ui/session/worker_client.h"
#include "ui/style/theme.h"

#include "support/runner.h"
#include "tests/ui/run_page_support.h"

#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

#include <sstream>

using namespace warploom;
using namespace warploom::ui;
using run_support::run_of;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

RunResult result(const char* kernel, const char* kind, double median, double error = 0.12) {
    RunResult r;
    r.kernel = kernel;
    r.time.kind = *protocol::named<measure::TimeKind>(kind);
    r.machine = r.is_modelled() ? "simulated:gtx295" : "cuda:0";
    r.matrix = QStringLiteral("m");
    r.status = RowStatus::ok;
    r.block = 128;
    r.time.median = r.time.q1 = r.time.q3 = r.time.min = median;
    if (r.is_modelled()) {
        r.model = protocol::RowModel{"transactions", {}, 1, {}, error};
    } else {
        r.time.q1 = median * 0.99;
        r.time.q3 = median * 1.01;
        r.samples = {{median}, {median}};
    }
    return r;
}

/// A measured run and a modeled run with the same two kernels.
ShownRuns both() {
    return {run_of(1, {result("csr", "measured", 1000), result("ell", "measured", 500)}),
            run_of(2, {result("csr", "modelled", 1200), result("ell", "modelled", 450, 0)})};
}

} // namespace

class RunModelledTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_modelled_time_never_stands_in_a_measured_column() {
        const Table table = runTable(RunChart::time, both());
        QCOMPARE(table.rows.size(), std::size_t{4});
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const bool modelled = table.text(r, table.column("kind")) == "modelled";
            QCOMPARE(std::isnan(table.number(r, table.column("median"))), modelled);
            QCOMPARE(std::isnan(table.number(r, table.column("modelled"))), !modelled);
            for (const char* name : {"q1", "q3", "min"})
                QCOMPARE(std::isnan(table.number(r, table.column(name))), modelled);
            QCOMPARE(table.text(r, table.column("binding_term")), std::string(modelled ? "transactions" : ""));
        }
        const Table all = resultTable(both());
        for (std::size_t r = 0; r < all.rows.size(); ++r) {
            const bool modelled = all.text(r, all.column("kind")) == "modelled";
            QCOMPARE(std::isnan(all.number(r, all.column("median"))), modelled);
            QCOMPARE(std::isnan(all.number(r, all.column("modelled"))), !modelled);
        }
        std::ostringstream csv;
        write_csv(csv, table);
        const std::string text = csv.str();
        const std::string header = text.substr(0, text.find('\n'));
        QVERIFY2(header.find(",kind,") != std::string::npos && header.find(",modelled_ns") != std::string::npos,
                 header.c_str());
    }

    void without_a_modelled_row_the_columns_stay_as_they_were() {
        const Table table = runTable(RunChart::time, {both().front()});
        QCOMPARE(table.columns.back().name, std::string("samples"));
        QCOMPARE(table.columns.size(), std::size_t{14});
    }

    void whiskers_are_the_models_median_error_and_absent_without_one() {
        const Table table = runTable(RunChart::time, both());
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            if (table.text(r, table.column("kind")) != "modelled") continue;
            const double low = table.number(r, table.column("modelled_low")),
                         high = table.number(r, table.column("modelled_high"));
            if (table.text(r, table.column("kernel")) == "csr") {
                QCOMPARE(low, 1200 * 0.88);
                QCOMPARE(high, 1200 * 1.12);
            } else {
                QVERIFY(std::isnan(low) && std::isnan(high));
                QVERIFY(std::isnan(table.number(r, table.column("model_error"))));
            }
        }
    }

    void modelled_bars_are_hatched_violet_and_named_beside_solid_ones_of_the_same_kernel() {
        for (const bool dark : {false, true}) {
            theme().setMode(dark ? Theme::Mode::dark : Theme::Mode::light);
            ChartView view(runChartSpec(RunChart::time));
            view.setTable(runTable(RunChart::time, both()), sampleTable(both()));
            view.resize(640, 420);
            int hatched = 0, solid = 0;
            QStringList legend;
            std::map<int, std::vector<double>> at; // positions of the bars, by kind
            for (int i = 0; i < view.plot()->legend->itemCount(); ++i)
                legend << qobject_cast<QCPPlottableLegendItem*>(view.plot()->legend->item(i))->plottable()->name();
            for (int i = 0; i < view.plot()->plottableCount(); ++i) {
                const auto* bars = qobject_cast<QCPBars*>(view.plot()->plottable(i));
                if (bars == nullptr) continue;
                const bool is_modelled = bars->name().contains("modeled");
                for (const QCPBarsData& bar : *bars->data()) at[is_modelled].push_back(bar.key);
                if (is_modelled) {
                    ++hatched;
                    QVERIFY(bars->brush().style() != Qt::SolidPattern && bars->brush().style() != Qt::NoBrush);
                    QCOMPARE(bars->brush().color(), modelledColour(0, theme().colours()));
                    for (const QColor& colour : theme().colours().series) QVERIFY(bars->brush().color() != colour);
                } else {
                    ++solid;
                    QCOMPARE(bars->brush().style(), Qt::SolidPattern);
                }
            }
            QCOMPARE(hatched, 1);
            QCOMPARE(solid, 1);
            QCOMPARE(at[0].size(), std::size_t{2});
            // Each modeled bar is next to the measured one of its kernel: less than one category away.
            for (std::size_t i = 0; i < 2; ++i)
                QVERIFY(std::fabs(at[0][i] - at[1][i]) > 0.1 && std::fabs(at[0][i] - at[1][i]) < 0.9);
            QVERIFY2(legend.join('|').contains("modeled"), qPrintable(legend.join('|')));
        }
        theme().setMode(Theme::Mode::light);
    }

    void violet_hatches_can_be_seen_on_both_canvases() {
        for (const Colours* colours : {&Theme::light(), &Theme::darkColours(), &Theme::print()})
            for (int i = 0; i < 4; ++i) QVERIFY(contrast(modelledColour(i, *colours), colours->canvas) >= 3);
    }

    void an_estimate_has_no_samples() {
        const Table samples = sampleTable(both());
        QCOMPARE(samples.rows.size(), std::size_t{4});
        for (std::size_t r = 0; r < samples.rows.size(); ++r)
            QCOMPARE(samples.text(r, samples.column("kind")), std::string("measured"));
    }

    void kinds_are_ranked_apart_and_their_difference_is_said() {
        const QString text = runReading(RunChart::time, both());
        // The model rates ell as the fastest (450 ns); among the measured formats it is fastest with 500 ns.
        QVERIFY2(text.contains("Measured (solid): ell is the fastest selected kernel at 500.0"), qPrintable(text));
        QVERIFY2(text.contains("Modeled for gtx295 (hatched): ell is the fastest selected kernel at 450.0"),
                 qPrintable(text));
        QVERIFY2(text.contains("The modeled time of csr is 1.20 times the time measured on cuda:0"), qPrintable(text));
    }

    void a_modelled_row_gets_no_verdict_against_a_measured_one_whatever_the_worker_says() {
        Session session;
        session.worker().setCommand(fake_worker("mixes"));
        RunStore store(session);
        protocol::RunPlan plan;
        plan.matrices = {"tridiagonal:n=100"};
        plan.settings.kernels = {"csr-scalar", "ell"};
        plan.machine = "simulated:h200";
        plan.settings.x = "ones";
        plan.settings.baseline = "csr-scalar";
        store.start(plan);
        QVERIFY(wait_until([&] { return !store.isRunning(); }));
        const auto& results = store.runs().back()->results;
        QVERIFY(!results[0].is_modelled());
        QVERIFY(results[1].is_modelled());
        QVERIFY(!results[1].speedup);
        QVERIFY(results[0].speedup.has_value()); // the baseline is of the same kind
        const Table table = runTable(RunChart::speedup, store.shownRuns());
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            if (table.text(r, table.column("kind")) == "modelled")
                QCOMPARE(table.text(r, table.column("verdict")), std::string());
    }

    void a_verdict_among_modelled_rows_says_that_it_is_the_models() {
        auto run = std::make_shared<Run>(*both().back());
        run->results[1].speedup = protocol::Speedup{{2.67, 2.6, 2.7, measure::Comparison::Verdict::faster, {}}, "csr"};
        const Table table = runTable(RunChart::speedup, {run});
        bool found = false;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            if (table.text(r, table.column("kernel")) != "ell") continue;
            found = true;
            QCOMPARE(table.text(r, table.column("verdict")), std::string("faster (modeled)"));
            QVERIFY(std::isnan(table.number(r, table.column("speedup"))));
            QCOMPARE(table.number(r, table.column("modelled_speedup")), 2.67);
        }
        QVERIFY(found);
    }

    void a_modelled_run_keeps_the_measured_one_of_the_same_matrix_in_sight() {
        Session session;
        session.worker().setCommand(fake_worker("normal"));
        RunStore store(session);
        session.worker().start();
        QVERIFY(wait_until([&] { return !session.worker().handshake().machines.empty(); }));
        const auto go = [&](const char* machine, const char* matrix) {
            protocol::RunPlan plan;
            plan.matrices = {matrix};
            plan.settings.kernels = {"csr-scalar", "ell"};
            plan.machine = machine;
            plan.settings.x = "ones";
            plan.settings.baseline = "csr-scalar";
            store.start(plan);
            QVERIFY(wait_until([&] { return !store.isRunning(); }));
        };
        go("cpu", "tridiagonal:n=100");
        go("simulated:h200", "tridiagonal:n=100");
        QCOMPARE(store.shownRuns().size(), std::size_t{2});
        go("simulated:h200", "tridiagonal:n=100"); // replaces the earlier modeled run and keeps the measured one
        QCOMPARE(store.shownRuns().size(), std::size_t{2});
        QVERIFY(store.shownRuns().front()->kind() == measure::TimeKind::measured);
        go("simulated:h200", "tridiagonal:n=200"); // another matrix clears both
        QCOMPARE(store.shownRuns().size(), std::size_t{1});
    }
};

WARPLOOM_WINDOW_TEST(RunModelledTest);
#include "run_modelled_test.moc"
