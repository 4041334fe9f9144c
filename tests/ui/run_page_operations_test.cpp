// The Run page for CG, tridiagonal systems and AᵀA: what can be selected, requested and drawn.
#include "ui/charts/chart_view.h"
#include "ui/components/operations/operations.h"
#include "ui/pages/run/choices_panel.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/run/runs_panel.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include "support/runner.h"
#include "tests/ui/run_page_support.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopeGuard>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeWidget>
#include <qcustomplot.h>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// Selects the operation as a student would.
struct Desk : run_support::Desk {
    explicit Desk(const char* behaviour, const QString& matrix = "tridiagonal:n=100")
        : run_support::Desk(behaviour, matrix, {1000, 640}) {}
    /// Selects an operation with the arrow keys.
    void choose(const char* operation) {
        auto* box = find<QComboBox>("runOperation");
        const int wanted = box->findData(QLatin1String(operation));
        while (box->currentIndex() != wanted)
            QTest::keyClick(box, box->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
        QCOMPARE(page->choices().operation(), QString(operation));
    }
    ShownRuns shown() { return page->store().shownRuns(); }
    QStringList visibleTabs() {
        QStringList names;
        for (int i = 0; i < page->tabs()->count(); ++i)
            if (page->tabs()->isTabVisible(i)) names.append(page->tabs()->tabText(i));
        return names;
    }
};

double value(const Table& table, std::size_t row, const char* column) {
    return table.number(row, table.column(column));
}
QString cell(const Table& table, std::size_t row, const char* column) {
    return QString::fromStdString(table.text(row, table.column(column)));
}

} // namespace

class RunPageOperationsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void each_operation_offers_its_kernels_and_its_charts_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QStringList>("kernels");
        QTest::addColumn<QStringList>("tabs");
        const QStringList common{"Time", "Speedup", "GFLOP/s", "GB/s", "Limit", "Sweep"};
        QTest::newRow("spmv") << "spmv"
                              << "cpu" << QStringList{"cpu-csr", "cpu-ell", "cpu-coo"}
                              << common + QStringList{"Scaling"};
        QTest::newRow("cg on the host") << "cg"
                                        << "cpu" << QStringList{"cg:cpu-csr"}
                                        << common + QStringList{"Residual", "Solution", "Scaling"};
        QTest::newRow("cg on a card") << "cg"
                                      << "simulated:h200" << QStringList{"cg:csr-scalar", "cg:ell", "cg-persistent"}
                                      << common + QStringList{"Residual", "Solution", "Scaling"};
        QTest::newRow("tridiagonal") << "tridiagonal"
                                     << "simulated:h200" << QStringList{"cr", "pcr"}
                                     << common + QStringList{"Residual", "Copies"};
        QTest::newRow("ata") << "ata"
                             << "simulated:h200" << QStringList{"naive", "tiled"} << common + QStringList{"Ladder"};
        QTest::newRow("trsv on the host") << "trsv"
                                          << "cpu" << QStringList{"cpu-trsv"} << common;
        QTest::newRow("ilu on a card") << "ilu"
                                       << "simulated:h200" << QStringList{"levels", "waiting"} << common;
        QTest::newRow("trsv on a card") << "trsv"
                                        << "simulated:h200" << QStringList{"levels", "counters"} << common;
    }
    void each_operation_offers_its_kernels_and_its_charts() {
        QFETCH(QString, operation);
        QFETCH(QString, machine);
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", machine, "machine");
        desk.choose(qPrintable(operation));
        QTEST(toQString(desk.page->choices().plan().settings.kernels), "kernels");
        QStringList tabs = desk.visibleTabs();
        QCOMPARE(tabs.takeLast(), QString("Advice"));
        QCOMPARE(tabs.takeLast(), QString("Break-even"));
        QCOMPARE(tabs.takeLast(), QString("Memory"));
        QTEST(tabs, "tabs");
        QVERIFY2(desk.page->whyNot().isEmpty(), qPrintable(desk.page->whyNot()));
        QCOMPARE(toQString(desk.page->choices().plan().operation), operation);
    }

    void a_triangular_solve_shows_its_levels_among_the_results() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.choose("trsv");
        QCOMPARE(desk.page->choices().plan().settings.baseline, std::string("levels"));
        desk.page->run();
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        const Table results = resultTable(desk.shown());
        QCOMPARE(results.rows.size(), std::size_t{2});
        QCOMPARE(value(results, 0, "levels"), 19.0);
        QCOMPARE(value(results, 0, "most_rows"), 10.0);
    }

    void the_list_shows_the_kernels_of_what_was_chosen_by_hand() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        auto* tree = desk.find<QTreeWidget>("runKernels");
        const auto lists = [&](const char* kernel) {
            return !tree->findItems(QLatin1String(kernel), Qt::MatchExactly | Qt::MatchRecursive).isEmpty();
        };
        QVERIFY(lists("cpu-csr"));
        desk.choose("tridiagonal");
        QVERIFY(lists("thomas") && !lists("cpu-csr"));
        desk.session.setMachine("simulated:h200", "H200 (simulated)");
        QVERIFY(lists("cr") && !lists("thomas"));
    }

    void choosing_an_operation_is_one_step_of_undo() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("cg");
        desk.session.undoStack().undo();
        QCOMPARE(desk.page->choices().operation(), QString("spmv"));
        QCOMPARE(toQString(desk.page->choices().plan().settings.kernels),
                 (QStringList{"cpu-csr", "cpu-ell", "cpu-coo"}));
    }

    void ticking_a_product_adds_it_to_every_method() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("cg");
        desk.tick("cpu-ell");
        QCOMPARE(toQString(desk.page->choices().plan().settings.kernels), (QStringList{"cg:cpu-csr", "cg:cpu-ell"}));
        desk.tick("cg");
        QVERIFY(toQString(desk.page->choices().plan().settings.kernels).isEmpty());
        QVERIFY2(desk.page->whyNot().contains("method"), qPrintable(desk.page->whyNot()));
    }

    void a_solution_shows_its_residuals_iterations_and_time() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("cg");
        desk.tick("cpu-ell");
        auto* preconditioner = desk.find<QComboBox>("runPreconditioner");
        QVERIFY(preconditioner->isVisible());
        QTest::keyClick(preconditioner, Qt::Key_Down);
        auto* tolerance = desk.find<QLineEdit>("runTolerance");
        QTest::keyClicks(tolerance, "1e-8");
        QVERIFY(desk.page->choices().plan().settings.cg.preconditioner == Preconditioner::jacobi);
        QCOMPARE(desk.page->choices().plan().settings.cg.tolerance.value_or(0), 1e-8);
        QVERIFY(desk.run());
        const Table curve = runTable(RunChart::residual, desk.shown());
        QCOMPARE(curve.rows.size(), std::size_t{22}); // ten from the recurrence and one recomputed, twice
        QCOMPARE(value(curve, 9, "residual"), 1e-10);
        const Table whole = runTable(RunChart::whole, desk.shown());
        QCOMPARE(value(whole, 0, "solve"), 1e4);
        QCOMPARE(cell(whole, 1, "remark"), QString("stagnated"));
        const Table all = resultTable(desk.shown());
        QCOMPARE(value(all, 0, "iterations"), 10.0);
        QCOMPARE(value(all, 0, "true_residual"), 1.5e-10);
        QVERIFY(runReading(RunChart::residual, desk.shown()).contains("1 of 2 kernels converged"));
        QVERIFY(runReading(RunChart::residual, desk.shown()).contains("stays at"));
        desk.page->tabs()->setCurrentWidget(desk.page->chart(RunChart::residual));
        QVERIFY(wait_until([&] {
            return desk.page->chart(RunChart::residual)->plot()->graphCount() == 4;
        })); // two lines, two sets of markers
        for (const QString& title : {QString("iteration"), QString("Median")})
            QVERIFY(desk.page->chart(RunChart::time)->chartTitle().contains(title));
    }

    void a_tolerance_that_is_no_number_is_refused_with_an_example() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("cg");
        QTest::keyClicks(desk.find<QLineEdit>("runTolerance"), "e-");
        QVERIFY2(desk.page->whyNot().contains("1e-8"), qPrintable(desk.page->whyNot()));
    }

    void copies_stand_beside_the_computation_where_something_is_copied() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("tridiagonal");
        QVERIFY(desk.run());
        const Table table = runTable(RunChart::whole, desk.shown());
        QCOMPARE(table.rows.size(), std::size_t{2}); // thomas and cpu-cr, which copy nothing
        QVERIFY(
            runReading(RunChart::whole, desk.shown()).contains("Methods that run on the host do not transfer data"));
        RunResult there = desk.page->store().runs().back()->results[0];
        there.own<protocol::TridiagonalResult>()->with_copies_ns = 3 * there.time.median;
        auto run = std::make_shared<Run>(*desk.page->store().runs().back());
        run->results = {there};
        const Table with = runTable(RunChart::whole, {run});
        QCOMPARE(with.rows.size(), std::size_t{2});
        QCOMPARE(cell(with, 1, "series"), QString("with transfers"));
        QCOMPARE(value(with, 1, "time"), 3 * there.time.median);
        QVERIFY(runReading(RunChart::whole, {run}).contains("3.00 times as long"));
    }

    void steps_and_operations_stand_beside_their_formulas() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("tridiagonal");
        QVERIFY(desk.run());
        const Table all = resultTable(desk.shown());
        QCOMPARE(value(all, 0, "steps"), 17.0);
        QCOMPARE(cell(all, 0, "steps_formula"), QString("2 log2 n - 1"));
        QCOMPARE(cell(all, 0, "operations_formula"), QString("17 n"));
        QCOMPARE(value(all, 0, "residual"), 1e-16);
        QVERIFY(wait_until([&] { return desk.dock->results()->model()->rowCount() == 2; }));
    }

    void a_method_that_fails_keeps_its_residual_and_says_why() {
        Desk desk("skips");
        QVERIFY(desk.ready());
        desk.choose("tridiagonal");
        QVERIFY(desk.run());
        const Table table = runTable(RunChart::residual, desk.shown());
        QCOMPARE(cell(table, 1, "status"), QString("wrong"));
        QCOMPARE(cell(table, 1, "shown"), QString("ok"));
        QCOMPARE(value(table, 1, "residual"), 0.5);
        QVERIFY(cell(table, 1, "remark").contains("row 7"));
        QCOMPARE(value(resultTable(desk.shown()), 1, "zero_pivot"), 7.0);
        QVERIFY(std::isnan(value(resultTable(desk.shown()), 1, "median")));
    }

    void a_matrix_that_is_not_positive_definite_is_said_beside_the_times() {
        const auto solved = [](const char* kernel, double time, const char* state, const char* sentence) {
            RunResult r;
            r.kernel = kernel;
            r.machine = "cpu";
            r.status = RowStatus::ok;
            r.time.median = r.time.min = r.time.q1 = r.time.q3 = time;
            protocol::CgResult cg;
            cg.state = state;
            cg.sentence = sentence;
            r.result = cg;
            return r;
        };
        const char* const why = "The matrix is not positive definite, seen at iteration 3.";
        const RunResult fails = solved("cg:ell", 10, "breakdown", why), holds = solved("cg:csr", 900, "converged", "");
        // Without convergence, it is not the fastest, however fast its iterations are.
        const QString both = runReading(RunChart::time, {run_support::run_of(1, {fails, holds})});
        QVERIFY2(both.contains("cg:csr takes") && !both.contains("fastest") &&
                     both.contains(QString("cg:ell did not converge: ") + why),
                 qPrintable(both));
        const QString alone = runReading(RunChart::time, {run_support::run_of(1, {fails})});
        QVERIFY2(alone.startsWith("No method converged") && alone.contains(why), qPrintable(alone));
    }

    void a_matrix_with_more_diagonals_is_refused_and_a_button_opens_a_system() {
        Desk desk("normal", "laplace2d:n=8");
        QVERIFY(desk.ready());
        desk.choose("tridiagonal");
        QVERIFY2(desk.page->whyNot().contains("not tridiagonal"), qPrintable(desk.page->whyNot()));
        auto* unknowns = desk.find<QLineEdit>("runUnknowns");
        unknowns->selectAll();
        QTest::keyClicks(unknowns, "64");
        QTest::keyClick(desk.find<QComboBox>("runKind"), Qt::Key_Down);
        QTest::mouseClick(desk.find<QPushButton>("runOpenSystem"), Qt::LeftButton);
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == "tridiagonal:n=64,kind=1"; }));
        QVERIFY2(desk.page->whyNot().isEmpty(), qPrintable(desk.page->whyNot()));
        QCOMPARE(desk.page->choices().plan().matrices, std::vector<std::string>{"tridiagonal:n=64,kind=1"});
    }

    void each_number_of_threads_has_a_row_and_a_series_of_its_own() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("tridiagonal");
        desk.session.setChoice("run/threads", "1, 2", "threads");
        QVERIFY(desk.run());
        const Table table = runTable(RunChart::time, desk.shown());
        QStringList rows;
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            rows.append(cell(table, r, "kernel") + "/" + cell(table, r, "series"));
        rows.sort();
        QCOMPARE(rows, (QStringList{"cpu-cr/1 CPU thread", "cpu-cr/2 CPU threads", "thomas/"}));
        for (std::size_t r = 0; r < table.rows.size(); ++r) QCOMPARE(cell(table, r, "status"), QString("ok"));
    }

    void the_fields_of_an_operation_are_there_again_after_another_one() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        const auto is_there = [&](const char* name) {
            auto* field = desk.find<QWidget>(name);
            return field->isVisible() && field->height() >= field->fontMetrics().height();
        };
        for (const char* before : {"ata", "tridiagonal", "spmv", "trsv", "ilu", "cg"}) {
            desk.choose(before);
            desk.choose("cg");
            QTest::qWait(20);
            for (const char* name : {"runPreconditioner", "runTolerance", "runLimit"})
                QVERIFY2(is_there(name), qPrintable(QString(before) + ": " + name));
            QVERIFY(!desk.find<QWidget>("runOpenSystem")->isVisible());
            desk.choose(before);
            desk.choose("tridiagonal");
            QTest::qWait(20);
            for (const char* name : {"runSystem", "runUnknowns", "runKind", "runOpenSystem"})
                QVERIFY2(is_there(name), qPrintable(QString(before) + ": " + name));
        }
    }

    void only_host_kernels_are_asked_with_threads() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("tridiagonal");
        auto* threads = desk.find<QLineEdit>("runThreads");
        QVERIFY(threads->isVisible());
        threads->selectAll();
        QTest::keyClicks(threads, "1, 2");
        QCOMPARE(desk.page->choices().plan().settings.threads, (std::vector<int>{1, 2}));
        desk.session.setChoice("machine", "simulated:h200", "machine");
        QVERIFY(!threads->isVisible());
        QCOMPARE(desk.page->choices().plan().settings.threads, std::vector<int>{0});
    }

    void the_five_switches_name_the_kernel_data() {
        QTest::addColumn<QStringList>("on");
        QTest::addColumn<QString>("name");
        QTest::newRow("all") << QStringList{"symmetric", "registers", "prefetch", "padding", "unroll"} << "tiled";
        QTest::newRow("none") << QStringList{} << "tiled@none";
        QTest::newRow("two, in the order of the ladder")
            << QStringList{"padding", "registers"} << "tiled@registers+padding";
    }
    void the_five_switches_name_the_kernel() {
        QFETCH(QStringList, on);
        QFETCH(QString, name);
        QCOMPARE(ataKernel("tiled", on), name);
    }

    void clicking_a_switch_takes_it_out_of_the_kernel() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.choose("ata");
        auto* prefetch = desk.find<QCheckBox>("switch-prefetch");
        QVERIFY(prefetch->isVisible() && prefetch->isChecked());
        QTest::mouseClick(prefetch, Qt::LeftButton, {}, QPoint(8, prefetch->height() / 2));
        QCOMPARE(toQString(desk.page->choices().plan().settings.kernels),
                 (QStringList{"naive", "tiled@registers+padding+unroll+symmetric"}));
    }

    void one_button_climbs_the_ladder_from_none_to_all() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.choose("ata");
        QTest::mouseClick(desk.find<QPushButton>("runLadder"), Qt::LeftButton);
        const QStringList kernels = toQString(desk.page->choices().plan().settings.kernels);
        QCOMPARE(kernels,
                 (QStringList{"naive", "tiled@none", "tiled@registers", "tiled@registers+prefetch",
                              "tiled@registers+prefetch+padding", "tiled@registers+prefetch+padding+unroll", "tiled"}));
        QVERIFY(!desk.find<QCheckBox>("switch-unroll")->isEnabled());
        QVERIFY(desk.run());
        const Table ladder = runTable(RunChart::ladder, desk.shown());
        QCOMPARE(ladder.rows.size(), std::size_t{6});
        QStringList rungs;
        for (std::size_t r = 0; r < 6; ++r) rungs.append(cell(ladder, r, "switches"));
        QCOMPARE(rungs, (QStringList{"none", "+ registers", "+ prefetch", "+ padding", "+ unroll", "+ symmetric"}));
        // The fake worker takes 1000 ns times the position in the list: 2000 for none, 3000 for the next.
        QCOMPARE(value(ladder, 1, "times_the_rung_before"), 2.0 / 3);
        QCOMPARE(value(ladder, 5, "times_none"), 2.0 / 7);
        QVERIFY(std::isnan(value(ladder, 5, "median"))); // modeled times have a separate column
        QCOMPARE(value(ladder, 5, "modelled"), 7000.0);
        QVERIFY(runReading(RunChart::ladder, desk.shown()).contains("With all five optimizations"));
    }

    void runs_of_two_operations_never_share_a_chart() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        desk.choose("tridiagonal");
        QVERIFY(desk.shown().empty());
        QVERIFY(desk.run());
        QCOMPARE(desk.shown().size(), std::size_t{1});
        QCOMPARE(desk.shown().front()->plan.operation, std::string("tridiagonal"));
        // Selecting the earlier run in the dock switches to its operation, and shows only that run.
        QListWidget* list = desk.dock->findChild<QListWidget*>(QStringLiteral("runList"));
        QCOMPARE(list->count(), 2);
        QVERIFY2(list->item(0)->text().contains("Tridiagonal"), qPrintable(list->item(0)->text()));
        list->item(1)->setCheckState(Qt::Checked);
        QCOMPARE(desk.shown().size(), std::size_t{1});
        QCOMPARE(desk.page->choices().operation(), QString("spmv"));
        QCOMPARE(desk.visibleTabs().size(), 10);
        desk.choose("tridiagonal");
        QCOMPARE(desk.shown().front()->number, 2);
    }

    void a_chart_that_the_next_operation_has_not_gives_way_to_the_times() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("cg");
        desk.page->tabs()->setCurrentWidget(desk.page->chart(RunChart::whole));
        desk.choose("ata");
        QCOMPARE(desk.page->tabs()->currentIndex(), 0);
    }

    void a_large_letter_size_on_a_small_projector_leaves_every_field_readable() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        theme().setScale(2.0);
        const auto scale = qScopeGuard([] { theme().setScale(1.0); });
        const auto unreadable = [&] {
            QStringList names;
            for (QWidget* field : desk.page->choices().findChildren<QWidget*>())
                if (field->isVisible() && (qobject_cast<QLineEdit*>(field) || qobject_cast<QPushButton*>(field)) &&
                    !field->objectName().startsWith("qt_") && field->height() + 2 < field->fontMetrics().height())
                    names.append(field->objectName());
            return names;
        };
        for (const char* operation : {"cg", "tridiagonal", "ata"}) {
            desk.choose(operation);
            desk.page->resize(1000, 600);
            wait_until([&] { return unreadable().isEmpty(); }); // layout takes several event loop iterations
            QVERIFY2(unreadable().isEmpty(), qPrintable(unreadable().join(", ")));
        }
    }
};

WARPLOOM_WINDOW_TEST(RunPageOperationsTest);
#include "run_page_operations_test.moc"
