// Runs that differ in the number of GPUs have a separate chart.
#include "ui/charts/chart_view.h"
#include "ui/pages/run/exchange_panel.h"
#include "ui/pages/run/exchange_view.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/run/run_scaling.h"
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "tests/ui/run_page_support.h"

#include <QComboBox>
#include <QTabWidget>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>
#include <set>

using namespace warploom;
using namespace warploom::ui;
using run_support::run_of;

namespace {

RunResult timed(const char* kernel, const char* machine, double median) {
    RunResult r;
    r.kernel = kernel;
    r.machine = machine;
    r.matrix = QStringLiteral("m");
    r.status = RowStatus::ok;
    r.block = 128;
    r.time.median = r.time.q1 = r.time.q3 = r.time.min = median;
    return r;
}

ShownRuns three() {
    return {run_of(1, {timed("bcsr", "cuda:0,1,2,3", 250), timed("ell", "cuda:0,1,2,3", 400)}),
            run_of(2, {timed("bcsr", "cuda:0", 800), timed("csr-vector", "cuda:0", 900)}),
            run_of(3, {timed("bcsr", "cuda:0,1+peer", 500), timed("bcsr", "simulated:h200", 1)})};
}

} // namespace

class RunScalingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void machines_say_how_many_gpus_they_are() {
        QCOMPARE(gpusOfMachine("cuda:0"), 1);
        QCOMPARE(gpusOfMachine("cuda:3,1"), 2);
        QCOMPARE(gpusOfMachine("cuda:0,1,2+nccl"), 3);
        QCOMPARE(gpusOfMachine("cuda:0,0"), 0); // two ranks on one GPU: no scaling
        QCOMPARE(gpusOfMachine("cuda:all"), 0);
        QCOMPARE(gpusOfMachine("cpu"), 0);
        QCOMPARE(gpusOfMachine("simulated:h200"), 0);
    }

    void a_kernel_on_several_counts_has_a_row_each_with_its_efficiency() {
        const Table table = runTable(RunChart::scaling, three());
        QCOMPARE(table.rows.size(), std::size_t{3}); // ell was not run on one GPU, csr-vector only on one
        const double gpus[] = {1, 2, 4}, speedup[] = {1, 1.6, 3.2}, efficiency[] = {1, 0.8, 0.8};
        for (std::size_t r = 0; r < 3; ++r) {
            QCOMPARE(table.text(r, table.column("series")), std::string("bcsr"));
            QCOMPARE(table.number(r, table.column("gpus")), gpus[r]);
            QCOMPARE(table.number(r, table.column("speedup")), speedup[r]);
            QCOMPARE(table.number(r, table.column("efficiency")), efficiency[r]);
        }
        QVERIFY(runReading(RunChart::scaling, three()).contains("bcsr is 3.20 times as fast on 4 GPUs"));
    }

    void other_precisions_and_blocks_are_other_lines() {
        RunResult in_float = timed("bcsr", "cuda:0", 400), halved = timed("bcsr", "cuda:0,1", 300);
        in_float.precision = halved.precision = Precision::float32;
        const Table table = runTable(RunChart::scaling, {three()[1], three()[2], run_of(4, {in_float, halved})});
        QCOMPARE(table.rows.size(), std::size_t{4});
        std::set<std::string> series;
        for (std::size_t r = 0; r < 4; ++r) series.insert(table.text(r, table.column("series")));
        QCOMPARE(series, (std::set<std::string>{"bcsr, double", "bcsr, float"}));
    }

    void without_one_gpu_there_is_no_efficiency() {
        const ShownRuns runs{run_of(1, {timed("ell", "cuda:0,1", 2)}), run_of(2, {timed("ell", "cuda:0,1,2", 1.5)})};
        const Table table = runTable(RunChart::scaling, runs);
        QCOMPARE(table.rows.size(), std::size_t{2});
        QVERIFY(std::isnan(table.number(0, table.column("efficiency"))));
        QVERIFY(runReading(RunChart::scaling, runs).contains("the efficiency is unknown"));
    }

    void one_machine_alone_makes_no_chart() {
        QVERIFY(runTable(RunChart::scaling, {three()[1]}).rows.empty());
        QVERIFY(runReading(RunChart::scaling, {three()[1]}).isEmpty());
    }

    void the_bound_that_bytes_set_stands_beside_the_times() {
        RunResult one = timed("bcsr", "cuda:0", 800), two = timed("bcsr", "cuda:0,1", 500);
        one.floor_ns = 700;
        two.floor_ns = 350;
        two.exchange = protocol::Exchange{2, {0, 400, 100, 0}, 0, 1}; // 400 bytes at 1 GB/s take longer than 350 ns
        const Table table = runTable(RunChart::scaling, {run_of(1, {one}), run_of(2, {two})});
        QCOMPARE(table.rows.size(), std::size_t{4});
        const double bounds[] = {700, 400};
        for (std::size_t r = 2; r < 4; ++r) {
            QCOMPARE(table.text(r, table.column("kind")), std::string("roof"));
            QCOMPARE(table.text(r, table.column("series")), std::string("bcsr, lower bound"));
            QCOMPARE(table.number(r, table.column("gpus")), r == 2 ? 1.0 : 2.0);
            QCOMPARE(table.number(r, table.column("median")), bounds[r - 2]);
        }
    }

    void slower_gpus_are_read_with_their_reason() {
        RunResult two = timed("bcsr", "cuda:0,1", 900e3);
        two.exchange = protocol::Exchange{2, {0, 8e3, 8e3, 0}, 0, 200};
        const QString reading =
            runReading(RunChart::scaling, {run_of(1, {timed("bcsr", "cuda:0", 800e3)}), run_of(2, {two})});
        QVERIFY2(reading.contains("bcsr: 2 GPUs take 900 us, but one GPU takes 800 us"), qPrintable(reading));
    }

    void what_gpus_would_send_is_drawn_without_a_gpu() {
        if (qEnvironmentVariableIsEmpty("WARPLOOM_ENGINE")) QSKIP("There is no worker to ask.");
        Session session;
        session.worker().setCommand({qEnvironmentVariable("WARPLOOM_ENGINE"), QStringLiteral("serve")});
        RunPage page(session);
        page.resize(1280, 640);
        page.show();
        session.worker().start();
        session.openMatrix(QStringLiteral("tridiagonal:n=64"));
        QVERIFY(ui_test::wait_until([&] { return session.matrix() != nullptr; }));
        const int scaling = static_cast<int>(RunChart::scaling);
        QVERIFY(ui_test::wait_until(
            [&] { return !session.worker().handshake().machines.empty() && page.tabs()->isTabVisible(scaling); },
            60'000));
        page.tabs()->setCurrentIndex(scaling);
        ExchangeView* const view = page.exchangePanel()->view();
        QVERIFY2(ui_test::wait_until([&] { return view->chartTable().rows.size() == 2; }, 20'000),
                 qPrintable(page.exchangePanel()->sentence()));
        const Table table = view->chartTable();
        QCOMPARE(table.number(0, table.column("from")), 0.0);
        QCOMPARE(table.number(0, table.column("to")), 1.0);
        QCOMPARE(table.number(0, table.column("sent")), 8.0);
        QVERIFY2(page.exchangePanel()->sentence().contains("2 GPUs send 16"),
                 qPrintable(page.exchangePanel()->sentence()));
        page.findChild<QComboBox*>(QStringLiteral("exchangeGpus"))->setCurrentIndex(1);
        QCOMPARE(view->chartTable().rows.size(),
                 std::size_t{2}); // 64 rows are split at multiples of 32, so two GPUs have none
        QVERIFY(page.charts().contains(view));
    }

    void the_chart_draws_a_line_of_its_points() {
        ChartView view(runChartSpec(RunChart::scaling));
        view.resize(600, 400);
        view.setTable(runTable(RunChart::scaling, three()));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(view.plot()->graphCount() >= 1 && view.plot()->graph(0)->dataCount() == 3);
    }
};

WARPLOOM_WINDOW_TEST(RunScalingTest);
#include "run_scaling_test.moc"
