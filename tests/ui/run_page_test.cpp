// The Run page: choices, a run in progress, every way in which it can end, sweeps, comparisons.
#include "ui/charts/chart_view.h"
#include "ui/pages/run/choices_panel.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/run/runs_panel.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include "support/runner.h"
#include "tests/ui/run_page_support.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

#include <algorithm>
#include <csignal>
#include <set>

using namespace warploom;
using namespace warploom::ui;
using run_support::Desk;
using ui_test::fake_worker;
using ui_test::wait_until;

class RunPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void nothing_runs_without_a_matrix_and_the_page_says_so() {
        Session session;
        session.worker().setCommand(fake_worker("normal"));
        RunPage page(session);
        QSignalSpy problem(&session, &Session::problem);
        page.run();
        QCOMPARE(problem.count(), 1);
        QVERIFY(problem.first().first().toString().contains("matrix"));
        QVERIFY(page.store().runs().empty());
    }

    void a_run_ends_with_a_row_for_each_kernel_sorted_by_time() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        QCOMPARE(desk.results().size(), std::size_t{3});
        for (const RunResult& result : desk.results()) {
            QVERIFY(result.status == RowStatus::ok);
            QCOMPARE(result.samples.size(), std::size_t{20});
            QCOMPARE(result.nonzeros, std::int64_t{300});
        }
        const Table table = runTable(RunChart::time, desk.page->store().shownRuns());
        const std::size_t median = table.column("median");
        for (std::size_t r = 1; r < table.rows.size(); ++r)
            QVERIFY(table.number(r, median) >= table.number(r - 1, median));
        QCOMPARE(sampleTable(desk.page->store().shownRuns()).rows.size(), std::size_t{60});
        QVERIFY(desk.problems.isEmpty());
    }

    void another_baseline_is_compared_with_at_once() {
        Desk desk("good");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        auto* baseline = desk.find<QComboBox>("runBaseline");
        QVERIFY(baseline->count() > 1);
        const QString last = baseline->itemText(baseline->count() - 1);
        QVERIFY(last != baseline->currentText());

        baseline->setFocus();
        QTest::keyClick(baseline, Qt::Key_End);

        QCOMPARE(baseline->currentText(), last);
        const Table table = runTable(RunChart::speedup, desk.page->store().shownRuns());
        const auto& results = desk.results();
        const auto chosen = std::find_if(results.begin(), results.end(),
                                         [&](const RunResult& r) { return r.kernel == last.toStdString(); });
        QVERIFY(chosen != results.end());
        for (const RunResult& r : results) {
            QVERIFY(r.speedup.has_value());
            QCOMPARE(r.speedup->baseline, last.toStdString());
            QCOMPARE(r.speedup->ratio, &r == &*chosen ? 1.0 : chosen->time.median / r.time.median);
        }
        QCOMPARE(table.text(0, table.column("baseline")), last.toStdString());
    }

    void measured_and_modelled_bars_stand_in_two_panels_each_with_its_own_scale() {
        Desk desk("good");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        ChartView *measured = desk.page->chart(RunChart::time), *modelled = desk.page->modelledChart(RunChart::time);
        QVERIFY(modelled->isHidden());
        QVERIFY2(measured->chartTitle().endsWith(": Tridiagonal, n = 100"), qPrintable(measured->chartTitle()));
        protocol::RunPlan plan = desk.page->store().runs().back()->plan;
        plan.machine = "simulated:h200";
        desk.page->store().start(plan);
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QTest::qWait(150); // until it is drawn
        QVERIFY(modelled->isVisible());
        const auto kinds = [](const ChartView* chart) {
            std::set<std::string> all;
            const Table table = chart->chartTable();
            for (std::size_t r = 0; r < table.rows.size(); ++r) all.insert(table.text(r, table.column("kind")));
            return all;
        };
        QCOMPARE(kinds(measured), std::set<std::string>{"measured"});
        QCOMPARE(kinds(modelled), std::set<std::string>{"modelled"});
        QCOMPARE(modelled->chartName(), QString("run-time-modelled"));
        QVERIFY(desk.page->charts().contains(modelled)); // also exported
        // Without the measured run, the modeled one takes the whole page.
        desk.page->store().setShown(0, false);
        QVERIFY(modelled->isHidden());
        QCOMPARE(kinds(measured), std::set<std::string>{"modelled"});
    }

    void the_charts_grow_at_least_five_times_a_second() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.page->run();
        ChartView* chart = desk.page->chart(RunChart::time);
        int drawn = 0;
        std::size_t before = 0;
        connect(chart->plot(), &QCustomPlot::afterReplot, this, [&] {
            const std::size_t now = chart->moreTables().isEmpty() ? 0 : chart->moreTables().first().rows.size();
            if (now > before) ++drawn;
            before = now;
        });
        QVERIFY(wait_until([&] { return drawn > 0; }));
        const int first = drawn;
        QTest::qWait(1000); // the worker sends a batch every 120 ms
        QVERIFY2(drawn - first >= 5, qPrintable(QString::number(drawn - first)));
        desk.page->stop();
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
    }

    void a_skipped_and_a_wrong_kernel_say_why_on_their_rows() {
        Desk desk("skips");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        const Table table = resultTable(desk.page->store().shownRuns());
        QStringList reasons;
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            reasons.append(QString::fromStdString(table.text(r, table.column("status")) + ": " +
                                                  table.text(r, table.column("reason"))));
        QVERIFY(reasons.contains("skipped: ELL would need 9.2 GiB, the limit is 1.1 GiB."));
        QVERIFY(reasons.contains("wrong: The result missed its bound by a factor of 12."));
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            if (table.text(r, table.column("status")) != "ok")
                QVERIFY(std::isnan(table.number(r, table.column("median"))));
    }

    void a_killed_worker_leaves_what_was_finished_and_a_sentence() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.page->run();
        QVERIFY(wait_until([&] {
            return desk.page->store().current() != nullptr &&
                   run_support::final_count(*desk.page->store().current()) >= 1;
        }));
        kill(static_cast<pid_t>(desk.session.worker().processId()), SIGKILL);
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QVERIFY(desk.results()[0].status == RowStatus::ok);
        QVERIFY(std::isfinite(desk.results()[0].time.median));
        QVERIFY(desk.results()[2].reason.find("exited") != std::string::npos);
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY2(desk.problems.first().contains("signal 9"), qPrintable(desk.problems.first()));
        QCOMPARE(desk.page->store().runs().back()->state, Run::State::failed);
        // The next run starts a new worker.
        desk.session.worker().setCommand(fake_worker("normal"));
        QVERIFY(desk.run());
        QVERIFY(desk.results()[2].status == RowStatus::ok);
        QCOMPARE(desk.page->store().runs().size(), std::size_t{2});
    }

    void a_refused_run_says_why_on_its_rows_and_blames_no_worker() {
        Desk desk("no-file");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        QVERIFY(!desk.results().empty());
        for (const RunResult& result : desk.results()) {
            QVERIFY(result.status == RowStatus::skipped);
            QCOMPARE(result.reason, std::string("Cannot read 'gone.mtx'."));
        }
        QCOMPARE(desk.problems.size(), 1);
    }

    void stop_keeps_what_was_finished_without_a_complaint() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.page->run();
        QVERIFY(wait_until([&] {
            return desk.page->store().current() != nullptr &&
                   run_support::final_count(*desk.page->store().current()) >= 1;
        }));
        desk.page->stop();
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QVERIFY(desk.results()[0].status == RowStatus::ok);
        QCOMPARE(desk.page->store().runs().back()->state, Run::State::stopped);
        QVERIFY(desk.problems.isEmpty());
    }

    void stop_says_what_it_waits_for_and_stop_again_ends_the_worker() {
        Desk desk("deaf");
        QVERIFY(desk.ready());
        desk.page->run();
        QVERIFY(wait_until([&] {
            return desk.page->store().current() != nullptr &&
                   run_support::final_count(*desk.page->store().current()) >= 1;
        }));
        const qint64 deaf = desk.session.worker().processId();
        desk.page->stop();
        QVERIFY(wait_until([&] { return !desk.problems.isEmpty(); }));
        QVERIFY2(desk.problems.first().contains("cannot be interrupted"), qPrintable(desk.problems.first()));
        QVERIFY(desk.page->store().isRunning());
        desk.page->stop();
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QCOMPARE(desk.page->store().runs().back()->state, Run::State::stopped);
        QVERIFY(desk.results()[0].status == RowStatus::ok);
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY(wait_until([&] { return desk.session.worker().state() == WorkerClient::State::ready; }));
        QVERIFY(desk.session.worker().processId() != deaf);
    }

    void a_click_ticks_a_kernel_and_undo_takes_it_back() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(toQString(desk.page->choices().plan().settings.kernels).contains("cpu-coo"));
        desk.tick("cpu-coo");
        QVERIFY(!toQString(desk.page->choices().plan().settings.kernels).contains("cpu-coo"));
        desk.session.undoStack().undo();
        QVERIFY(toQString(desk.page->choices().plan().settings.kernels).contains("cpu-coo"));
        desk.session.undoStack().redo();
        QVERIFY(!toQString(desk.page->choices().plan().settings.kernels).contains("cpu-coo"));
    }

    void typing_block_sizes_is_one_step_of_undo() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        const int before = desk.session.undoStack().count();
        auto* blocks = desk.page->findChild<QLineEdit*>("runBlocks");
        blocks->selectAll();
        QTest::keyClicks(blocks, "32, 64,256");
        QCOMPARE(desk.page->choices().plan().settings.blocks, (std::vector<int>{32, 64, 256}));
        QCOMPARE(desk.session.undoStack().count(), before + 1);
        desk.session.undoStack().undo();
        QCOMPARE(desk.page->choices().plan().settings.blocks, (std::vector<int>{128}));
        QCOMPARE(blocks->text(), QString("128"));
    }

    void block_sizes_out_of_range_are_refused_with_the_range() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        auto* blocks = desk.page->findChild<QLineEdit*>("runBlocks");
        blocks->selectAll();
        QTest::keyClicks(blocks, "8");
        QVERIFY(desk.page->whyNot().contains("32 to 1024"));
    }

    void another_machine_offers_other_kernels() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setMachine("simulated:h200", "H200 (simulated)");
        QCOMPARE(desk.session.machine(), QString("simulated:h200"));
        QCOMPARE(toQString(desk.page->choices().plan().settings.kernels), (QStringList{"csr-scalar", "ell"}));
        QVERIFY(desk.run());
        const Table time = runTable(RunChart::time, desk.page->store().shownRuns());
        for (std::size_t r = 0; r < time.rows.size(); ++r)
            QCOMPARE(time.text(r, time.column("kind")), std::string("modelled"));
        QVERIFY(runReading(RunChart::time, desk.page->store().shownRuns()).contains("Modeled for h200"));
    }

    void a_sweep_over_block_sizes_draws_a_line_for_each_kernel() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.session.setChoice("run/blocks", "32,64,128", "blocks");
        desk.session.setChoice("run/sweep", "blocks", "sweep");
        QVERIFY(desk.run());
        QVERIFY(wait_until([&] { return desk.page->chart(RunChart::sweep)->chartTable().rows.size() == 6; }));
        QCOMPARE(desk.page->tabs()->currentWidget(), static_cast<QWidget*>(desk.page->chart(RunChart::sweep)));
        QCOMPARE(desk.page->chart(RunChart::sweep)->plot()->graphCount(), 2);
        QCOMPARE(desk.page->chart(RunChart::sweep)->plot()->graph(0)->data()->size(), 3);
    }

    void without_a_matrix_the_empty_chart_offers_a_sample_of_its_operation() {
        Desk desk("normal", {});
        ChartView* const time = desk.page->chart(RunChart::time);
        const auto says = [&](const char* words) {
            const auto labels = time->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* each) {
                return each->isVisible() && each->text().contains(QLatin1String(words));
            });
        };
        QVERIFY(says("Open a matrix or a sample"));
        emit time->invitationAccepted();
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr && says("then press Run"); }));
        QCOMPARE(desk.session.matrix()->name(), QString("random-rows:n=256,fraction=0.1,seed=7"));
    }

    void the_button_of_the_empty_sweep_chooses_one_and_runs_it() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        ChartView* const sweep = desk.page->chart(RunChart::sweep);
        desk.page->tabs()->setCurrentWidget(sweep);
        QCOMPARE(desk.page->choices().plan().machine, std::string("cpu")); // its kernels have no blocks
        const auto offers = [&](const char* words) {
            const auto buttons = sweep->findChildren<QToolButton*>();
            return std::any_of(buttons.begin(), buttons.end(),
                               [&](const QToolButton* each) { return each->text() == QLatin1String(words); });
        };
        QVERIFY(offers("Sweep over matrix sizes"));
        desk.session.setMachine("simulated:h200", "H200 (simulated)");
        desk.page->tabs()->setCurrentIndex(0);
        desk.page->tabs()->setCurrentWidget(sweep);
        QVERIFY(offers("Sweep over block sizes"));
        emit sweep->invitationAccepted();
        QCOMPARE(desk.session.choice("run/sweep").toString(), QString("blocks"));
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning() && !sweep->chartTable().rows.empty(); }));
        QCOMPARE(desk.page->tabs()->currentWidget(), static_cast<QWidget*>(sweep));
    }

    void the_columns_of_the_results_have_room_for_what_came_while_they_ran() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.dock->resize(1200, 200);
        desk.dock->show();
        QVERIFY(desk.run());
        const QTableView& results = *desk.dock->results();
        const auto kind_fits = [&] {
            for (int column = 0; column < results.model()->columnCount(); ++column)
                if (results.model()->headerData(column, Qt::Horizontal).toString() == QLatin1String("kind"))
                    return results.columnWidth(column) >= QFontMetrics(results.font()).horizontalAdvance("measured");
            return false;
        };
        QVERIFY(wait_until([&] { return results.model()->rowCount() > 0 && kind_fits(); }));
        for (int column = 0; column < results.model()->columnCount(); ++column)
            QVERIFY(results.columnWidth(column) <= theme().px(230));
        // Columns without values are hidden, and only those.
        for (int column = 0; column < results.model()->columnCount(); ++column) {
            bool is_empty = true;
            for (int row = 0; row < results.model()->rowCount(); ++row)
                is_empty = is_empty && results.model()->index(row, column).data().toString().isEmpty();
            QVERIFY2(results.isColumnHidden(column) == is_empty,
                     qPrintable(results.model()->headerData(column, Qt::Horizontal).toString()));
        }
    }

    void a_sweep_over_one_block_size_takes_the_usual_ones() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("run/blocks", "128", "blocks");
        QCOMPARE(desk.page->choices().plan().settings.blocks, (std::vector<int>{128}));
        desk.session.setChoice("run/sweep", "blocks", "sweep");
        QCOMPARE(desk.page->choices().plan().settings.blocks, (std::vector<int>{32, 64, 128, 256, 512, 1024}));
    }

    void a_sweep_over_orders_runs_each_matrix_after_the_other() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("run/sweep", "orders", "sweep");
        desk.session.setChoice("run/orders", "50, 100, 200", "orders");
        QVERIFY(desk.run());
        const Table table = runTable(RunChart::sweep, desk.page->store().shownRuns());
        QCOMPARE(table.rows.size(), std::size_t{9});
        std::set<double> orders;
        for (std::size_t r = 0; r < table.rows.size(); ++r) orders.insert(table.number(r, table.column("order")));
        QCOMPARE(orders, (std::set<double>{50, 100, 200}));
    }

    void an_order_replaces_the_generators_own_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("first") << "random-rows:n=4096,seed=7"
                               << "random-rows:n=64,seed=7";
        QTest::newRow("last") << "random-rows:seed=7,n=4096"
                              << "random-rows:n=64,seed=7";
        QTest::newRow("none given") << "tridiagonal"
                                    << "tridiagonal:n=64";
        QTest::newRow("a file") << "/home/me/n=4.mtx"
                                << "";
    }
    void an_order_replaces_the_generators_own() {
        QFETCH(QString, name);
        QFETCH(QString, wanted);
        QCOMPARE(withOrder(name, 64), wanted);
    }

    void an_earlier_run_is_ticked_to_compare() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        desk.session.setChoice("precision", "float", "precision");
        QVERIFY(desk.run());
        QCOMPARE(runTable(RunChart::time, desk.page->store().shownRuns()).rows.size(), std::size_t{3});
        QListWidget* list = desk.dock->findChild<QListWidget*>(QStringLiteral("runList"));
        QCOMPARE(list->count(), 2);
        list->item(1)->setCheckState(Qt::Checked); // the earlier one is below
        const Table both = runTable(RunChart::time, desk.page->store().shownRuns());
        QCOMPARE(both.rows.size(), std::size_t{6});
        std::set<std::string> series;
        for (std::size_t r = 0; r < both.rows.size(); ++r) series.insert(both.text(r, both.column("series")));
        QCOMPARE(series, (std::set<std::string>{"run 1, double", "run 2, float"}));
        QVERIFY(wait_until([&] { return desk.dock->results()->model()->rowCount() == 6; }));
    }

    void times_that_lie_far_apart_are_said_to() {
        RunResult steady;
        steady.kernel = "cpu-csr";
        steady.machine = "cpu";
        steady.status = RowStatus::ok;
        steady.time.count = 10;
        steady.time.min = 80e3;
        steady.time.q1 = 81e3;
        steady.time.median = 82e3;
        steady.time.q3 = 84e3;
        RunResult disturbed = steady;
        disturbed.kernel = "cpu-csr-parallel";
        disturbed.time.median = 5.6e6;
        disturbed.time.q3 = 8e6;
        const auto text = [](const RunResult& a, const RunResult& b) {
            return runReading(RunChart::time, {run_support::run_of(1, {a, b})});
        };
        const QString said =
            QString("The times of cpu-csr-parallel vary widely (%1 to %2").arg(timeText(80e3), timeText(8e6));
        QVERIFY2(text(steady, disturbed).contains(said), qPrintable(text(steady, disturbed)));
        QVERIFY(!text(steady, steady).contains("vary widely"));
        // For several kernels, the range is that of one of them, which is mentioned.
        RunResult less = disturbed;
        less.kernel = "cpu-ell";
        less.time.q3 = 7e6;
        const QString of_two = QString("The times of cpu-csr-parallel, cpu-ell vary widely (cpu-csr-parallel: %1 to %2")
                                   .arg(timeText(80e3), timeText(8e6));
        QVERIFY2(text(disturbed, less).contains(of_two), qPrintable(text(disturbed, less)));
        RunResult modelled = disturbed;
        modelled.time.kind = measure::TimeKind::modelled;
        QVERIFY(!text(steady, modelled).contains("vary widely"));
    }

    void the_copy_bandwidth_is_a_line_in_the_bandwidth_chart() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        desk.page->charts();
        QStringList names;
        QCustomPlot* plot = desk.page->chart(RunChart::bandwidth)->plot();
        for (int i = 0; i < plot->graphCount(); ++i) names.append(plot->graph(i)->name());
        QVERIFY2(names.join(' ').contains("12.50"), qPrintable(names.join(' ')));
    }
};

WARPLOOM_WINDOW_TEST(RunPageTest);
#include "run_page_test.moc"
