// The Solve page: conjugate gradients that are started, paused, stepped, changed while running, lost, and compared.
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/solve/preconditioner_comparison.h"
#include "ui/pages/solve/solve_page.h"
#include "ui/session/worker_client.h"
#include "ui/style/theme.h"

#include "support/runner.h"
#include "tests/ui/page_desk.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <qcustomplot.h>

#include <csignal>
#include <set>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

using State = CgSolver::State;

/// The page with a worker whose conjugate gradients divide the residual by ten every ten iterations
/// (fake_operations.h).
struct Desk : ui_test::PageDesk<SolvePage> {
    explicit Desk(const char* behaviour, const QString& matrix = "laplace2d:n=8")
        : PageDesk(behaviour, {1050, 600}, matrix) {}
    CgSolver& solver() { return page->solver(); }
    const std::vector<CgStretchRecord>& stretches() { return solver().stretches(); }
    void click(const char* name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    void choose(const char* box, const QString& value) {
        auto* combo = find<QComboBox>(box);
        const int wanted = combo->findData(value);
        QVERIFY2(wanted >= 0, qPrintable(value));
        while (combo->currentIndex() != wanted)
            QTest::keyClick(combo, combo->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    }
    bool rests() {
        return wait_until([this] { return !solver().isBusy() && solver().state() != State::running; });
    }
    QString sentence() { return find<QLabel>("solveSentence")->text(); }
};

} // namespace

class SolvePageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void an_empty_page_offers_a_sample_that_opens() {
        Desk desk("normal", {});
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        QVERIFY(!desk.find<QPushButton>("solveStart")->isEnabled());
        QVERIFY(desk.find<QPushButton>("solveSample")->isVisible());
        desk.click("solveSample");
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr; }));
        QCOMPARE(desk.session.matrix()->name(), QString("laplace2d:n=64"));
        QVERIFY(desk.find<QPushButton>("solveStart")->isEnabled());
        QVERIFY(!desk.find<QPushButton>("solveSample")->isVisible());
    }

    void start_solves_until_it_converges_and_says_so() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().state(), State::ended);
        QCOMPARE(desk.stretches().size(), std::size_t{1});
        const CgStretchRecord& stretch = desk.stretches().front();
        QCOMPARE(stretch.residual.size(), std::size_t{100});
        QCOMPARE(stretch.iteration.front(), 1.0);
        QCOMPARE(stretch.iteration.back(), 100.0);
        QCOMPARE(stretch.residual[9], 0.1);
        QVERIFY2(desk.sentence().startsWith("Converged after 100 iterations"), qPrintable(desk.sentence()));
        QVERIFY(wait_until([&] {
            return desk.page->findChild<ChartView*>(QStringLiteral("solve-cost"))->chartTable().rows.size() == 4;
        })); // without a preconditioner, it has no part
        QCOMPARE(desk.page->findChild<ChartView*>(QStringLiteral("solve-residual"))->chartTable().number(0, 7),
                 std::pow(10.0, -0.1));
        QVERIFY(costReading(desk.stretches()).contains("60% product"));
        QVERIFY(desk.problems.isEmpty());
    }

    void true_residuals_are_markers_without_a_line() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCustomPlot* plot = desk.page->findChild<ChartView*>(QStringLiteral("solve-residual"))->plot();
        QVERIFY(wait_until([&] { return plot->graphCount() == 2 && plot->graph(0)->data()->size() == 100; }));
        QCOMPARE(plot->graph(0)->lineStyle(), QCPGraph::lsLine);
        QCOMPARE(plot->graph(1)->lineStyle(), QCPGraph::lsNone);
        QCOMPARE(plot->graph(1)->data()->size(), static_cast<int>(desk.stretches().front().true_residuals.size()));
        QVERIFY(plot->graph(1)->name().contains("true residual"));
        QCOMPARE(plot->yAxis->scaleType(), QCPAxis::stLogarithmic);
    }

    void a_step_is_one_iteration() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        for (int i = 1; i <= 3; ++i) {
            desk.click("solveStep");
            QVERIFY(desk.rests());
            QCOMPARE(desk.solver().iteration(), std::int64_t{i});
        }
        QCOMPARE(desk.solver().state(), State::paused);
        QCOMPARE(desk.stretches().front().residual.size(), std::size_t{3});
        QVERIFY2(desk.sentence().startsWith("Paused at iteration 3"), qPrintable(desk.sentence()));
    }

    void pause_stops_and_the_same_button_goes_on() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.click("solveStart");
        QVERIFY(wait_until([&] { return desk.solver().iteration() >= 5; }));
        QCOMPARE(desk.find<QPushButton>("solveStart")->text(), QString("Pause"));
        desk.click("solveStart");
        QVERIFY(wait_until([&] { return desk.solver().state() == State::paused; }));
        const std::int64_t at = desk.solver().iteration();
        QVERIFY2(at < 100, qPrintable(QString::number(at)));
        QTest::qWait(100);
        QCOMPARE(desk.solver().iteration(), at);
        QCOMPARE(desk.find<QPushButton>("solveStart")->text(), QString("Continue"));
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().iteration(), std::int64_t{100});
        QCOMPARE(desk.stretches().size(), std::size_t{1}); // one continuous curve
        for (std::size_t i = 0; i < 100; ++i) QCOMPARE(desk.stretches()[0].iteration[i], static_cast<double>(i + 1));
    }

    void another_product_while_paused_goes_on_from_the_same_iteration_as_a_series_of_its_own() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.click("solveStep");
        QVERIFY(desk.rests());
        desk.choose("solveProduct", "cpu-ell");
        QVERIFY(desk.solver().wouldSwitch());
        QCOMPARE(desk.find<QPushButton>("solveStart")->text(), QString("Switch and continue"));
        QVERIFY2(desk.sentence().contains("cg:cpu-ell"), qPrintable(desk.sentence()));
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.stretches().size(), std::size_t{2});
        QCOMPARE(desk.stretches()[1].setup.kernel, QString("cg:cpu-ell"));
        QCOMPARE(desk.stretches()[1].iteration.front(), 1.0); // where the first one ended
        QCOMPARE(desk.stretches()[1].iteration[1], 2.0);
        QCOMPARE(desk.solver().iteration(), std::int64_t{100});
        std::set<std::string> series;
        const Table table = residualTable(desk.stretches(), {});
        for (std::size_t r = 0; r < table.rows.size(); ++r) series.insert(table.text(r, table.column("stretch")));
        QCOMPARE(series, (std::set<std::string>{"1: cg:cpu-csr, double", "2: cg:cpu-ell, double"}));
    }

    void another_precision_while_running_goes_on_without_a_click() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.click("solveStart");
        QVERIFY(wait_until([&] { return desk.solver().iteration() >= 5; }));
        desk.choose("solvePrecision", "float");
        QVERIFY(wait_until([&] { return desk.stretches().size() == 2 && desk.stretches()[1].residual.size() > 5; }));
        QCOMPARE(desk.stretches()[1].setup.precision, QString("float"));
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().ending(), QString("converged"));
    }

    void float_that_stagnates_is_told_to_try_double() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.choose("solvePrecision", "float");
        QTest::keyClicks(desk.find<QLineEdit>("solveTolerance"), "1e-10");
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().ending(), QString("stagnated"));
        QVERIFY2(desk.sentence().contains("Select double, then continue"), qPrintable(desk.sentence()));
        desk.choose("solvePrecision", "double");
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().ending(), QString("converged"));
        QCOMPARE(desk.solver().iteration(), std::int64_t{100});
    }

    void a_breakdown_names_the_matrix_and_the_iteration() {
        Desk desk("normal", "random-rows:n=64,fraction=0.2,seed=7");
        QVERIFY(desk.ready());
        QVERIFY2(desk.sentence().contains("not symmetric"), qPrintable(desk.sentence()));
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().ending(), QString("breakdown"));
        QVERIFY2(desk.sentence().contains("not positive definite, seen at iteration 3"), qPrintable(desk.sentence()));
        QVERIFY(desk.problems.isEmpty()); // a result, not an error
    }

    void comparing_float_and_double_overlays_two_solutions() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.click("solveCompare");
        QVERIFY(desk.rests());
        QCOMPARE(desk.stretches().size(), std::size_t{2});
        QCOMPARE(desk.stretches()[0].setup.precision, QString("float"));
        QCOMPARE(desk.stretches()[1].setup.precision, QString("double"));
        QCOMPARE(desk.stretches()[1].iteration.front(), 1.0); // from the beginning
        QCOMPARE(desk.stretches()[0].iteration.back(), 80.0);
        QCOMPARE(desk.stretches()[0].true_residuals.back().second, 2e-7); // the limit of float
        QCOMPARE(desk.stretches()[1].iteration.back(), 100.0);
        // The verdict mentions both.
        const QString said = desk.sentence();
        QVERIFY2(said.contains("float: The residual has stagnated"), qPrintable(said));
        QVERIFY2(said.contains("double: Converged after 100 iterations"), qPrintable(said));
        QVERIFY2(!said.contains("Choose double"), qPrintable(said));
        // Where the curves coincide, the first one is visible through the gaps of the second.
        auto* const chart = desk.page->charts().first();
        auto* const plot = dynamic_cast<ChartView*>(chart)->plot();
        QVERIFY(wait_until([&] { return plot->graphCount() >= 2 && !plot->graph(1)->pen().dashPattern().isEmpty(); }));
        QVERIFY(plot->graph(0)->pen().style() == Qt::SolidLine);
        QVERIFY(plot->graph(0)->pen().widthF() > plot->graph(1)->pen().widthF());
        QVERIFY(!plot->graph(1)->pen().dashPattern().isEmpty());
    }

    void a_jump_of_the_curve_is_explained_and_marked() {
        Desk desk("restarts");
        QVERIFY(desk.ready());
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().ending(), QString("converged"));
        QCOMPARE(desk.stretches()[0].restarts, std::vector<double>{100});
        QVERIFY2(desk.sentence().contains("The curve jumps after iteration 100"), qPrintable(desk.sentence()));
        QVERIFY(desk.sentence().contains("restarted from x"));
        const auto marks = [&] {
            const Table table = desk.page->charts().first()->chartTable();
            int count = 0;
            for (std::size_t row = 0; row < table.rows.size(); ++row) count += table.text(row, 5) == "mark";
            return count;
        };
        QVERIFY(wait_until([&] { return marks() > 0; })); // it is drawn asynchronously
        QCOMPARE(marks(), 1);
    }

    void a_worker_that_dies_leaves_the_curve_and_a_sentence() {
        Desk desk("dies-solving");
        QVERIFY(desk.ready());
        desk.click("solveStart");
        QVERIFY(wait_until([&] { return desk.solver().state() == State::lost; }));
        QCOMPARE(desk.stretches().size(), std::size_t{1});
        QVERIFY(desk.stretches()[0].residual.size() >= 10);
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY2(desk.problems.first().contains("signal 9"), qPrintable(desk.problems.first()));
        QVERIFY2(desk.sentence().contains("is kept"), qPrintable(desk.sentence()));
        // The next start has a new worker; the old curve stays visible.
        desk.session.worker().setCommand(fake_worker("normal"));
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().ending(), QString("converged"));
        QCOMPARE(desk.stretches().size(), std::size_t{2});
    }

    void a_refused_product_leaves_the_solution_where_it_was() {
        Desk desk("refuses");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.choose("solveMethod", "cg");
        desk.choose("solveProduct", "csr-scalar");
        desk.click("solveStep");
        QVERIFY(desk.rests());
        desk.choose("solveProduct", "ell");
        desk.click("solveStep");
        QVERIFY(wait_until([&] { return desk.solver().state() == State::lost; }));
        QVERIFY2(desk.problems.join(' ').contains("9.2 GiB"), qPrintable(desk.problems.join(' ')));
        QVERIFY2(desk.sentence().contains("is paused at"), qPrintable(desk.sentence()));
        desk.choose("solveProduct", "csr-scalar");
        desk.click("solveStep");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().iteration(), std::int64_t{2});
    }

    void modelled_costs_are_hatched_and_have_a_column_of_their_own() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.click("solveStep");
        QVERIFY(desk.rests());
        QVERIFY(wait_until([&] {
            return !desk.page->findChild<ChartView*>(QStringLiteral("solve-cost"))->chartTable().rows.empty();
        }));
        const Table table = desk.page->findChild<ChartView*>(QStringLiteral("solve-cost"))->chartTable();
        QVERIFY(std::isnan(table.number(0, table.column("time"))));
        QCOMPARE(table.number(0, table.column("modelled")), 6000.0);
        int stacked = 0;
        QCustomPlot* plot = desk.page->findChild<ChartView*>(QStringLiteral("solve-cost"))->plot();
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (const auto* bars = qobject_cast<QCPBars*>(plot->plottable(i))) {
                QVERIFY(bars->brush().style() != Qt::SolidPattern);
                stacked += bars->barBelow() != nullptr ? 1 : 0;
            }
        QCOMPARE(stacked, 3); // four parts, stacked
        QVERIFY(costReading(desk.stretches()).startsWith("Modeled"));
    }

    void a_method_with_its_own_product_offers_none() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.choose("solveMethod", "cg-persistent");
        QVERIFY(!desk.find<QComboBox>("solveProduct")->isEnabled());
        QCOMPARE(desk.solver().wanted().kernel, QString("cg-persistent"));
    }

    void reset_and_another_matrix_empty_the_page() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.click("solveStart");
        QVERIFY(desk.rests());
        desk.click("solveReset");
        QVERIFY(desk.stretches().empty());
        QCOMPARE(desk.find<QPushButton>("solveStart")->text(), QString("Start"));
        desk.click("solveStart");
        QVERIFY(desk.rests());
        desk.session.openMatrix("laplace2d:n=9");
        QVERIFY(wait_until([&] { return desk.stretches().empty(); }));
    }

    void times_that_scatter_name_no_fastest_preconditioner() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        auto* tolerance = desk.find<QLineEdit>("solveTolerance");
        tolerance->selectAll();
        QTest::keyClicks(tolerance, "0.5"); // a value for which the fake worker's times scatter
        desk.click("solvePreconditioners");
        QVERIFY(wait_until([&] { return !desk.page->comparison().isRunning(); }));
        QVERIFY2(desk.sentence().startsWith("Jacobi (5 iterations"), qPrintable(desk.sentence()));
    }

    void preconditioners_are_compared_in_a_table_and_charts() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(!desk.find<QPushButton>("solveBack")->isVisible());
        desk.click("solvePreconditioners");
        QVERIFY(wait_until([&] { return !desk.page->comparison().isRunning(); }));
        const auto& solutions = desk.page->comparison().solutions();
        QCOMPARE(solutions.size(), std::size_t{3});
        // From the fake worker: 10 x 1 us, 5 x 1 us, 2 x 3 us.
        QCOMPARE(solutions[0].figures()->iterations, std::int64_t{10});
        QCOMPARE(solutions[1].figures()->solve_ns, 5000.0);
        QCOMPARE(solutions[2].figures()->solve_ns, 6000.0);
        QVERIFY2(desk.sentence().startsWith("Jacobi is the fastest (5 iterations"), qPrintable(desk.sentence()));
        QVERIFY2(desk.sentence().contains("10 iterations (2.0 times as many"), qPrintable(desk.sentence()));
        auto* view = desk.find<QTableView>("preconditionerTable");
        QVERIFY(view->isVisible());
        QCOMPARE(view->model()->rowCount(), 3);
        QCOMPARE(desk.page->charts().size(), 5);
        // Charts are drawn after the numbers have arrived.
        QVERIFY(wait_until([&] {
            const Table drawn = desk.page->charts()[4]->chartTable();
            return drawn.rows.size() == 3 && drawn.text(2, drawn.column("status")) == "ok";
        }));
        const Table table = desk.page->charts()[4]->chartTable();
        QCOMPARE(table.number(1, table.column("time")), 5000.0);
        QCOMPARE(table.number(1, table.column("needed")), 5.0);
        // The time of an iteration is that within the solution, not of a single one with a cold cache, so that times
        // and numbers are consistent.
        for (std::size_t r = 0; r < 3; ++r)
            QCOMPARE(table.number(r, table.column("iteration_time")) * table.number(r, table.column("needed")),
                     table.number(r, table.column("time")));
        QVERIFY(std::isnan(table.number(1, table.column("modelled"))));
        QCOMPARE(table.number(2, table.column("true_residual")), 1.5e-10);
        QCOMPARE(desk.page->charts()[2]->chartTable().rows.size(), std::size_t{10 + 5 + 2 + 3});
        QTemporaryDir folder;
        const QStringList files = exportAll(desk.page->findChild<PreconditionerView*>()->charts(), folder.path());
        QCOMPARE(files.size(), 12);
        // Back to the live solution, and to the comparison again.
        desk.click("solveBack");
        QVERIFY(desk.page->findChild<ChartView*>(QStringLiteral("solve-residual"))->isVisible());
        desk.click("solveBack");
        QVERIFY(view->isVisible());
        desk.click("solveStart");
        QVERIFY(desk.page->findChild<ChartView*>(QStringLiteral("solve-residual"))->isVisible());
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().ending(), QString("converged"));
    }

    void a_comparison_can_be_stopped_and_keeps_what_it_has() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.click("solvePreconditioners");
        QCOMPARE(desk.find<QPushButton>("solvePreconditioners")->text(), QString("Stop comparing"));
        QVERIFY(!desk.find<QPushButton>("solveStart")->isEnabled());
        QVERIFY(wait_until([&] { return desk.page->comparison().solutions()[1].row.status == RowStatus::running; }));
        desk.click("solvePreconditioners");
        QVERIFY(wait_until([&] { return !desk.page->comparison().isRunning(); }));
        const auto& solutions = desk.page->comparison().solutions();
        QVERIFY(solutions[0].isSolved());
        QCOMPARE(solutions[1].row.reason, std::string("stopped"));
        QVERIFY(solutions[2].row.status == RowStatus::skipped);
        QVERIFY(desk.problems.isEmpty());
        QVERIFY(desk.find<QPushButton>("solveStart")->isEnabled());
    }

    void modelled_comparisons_have_columns_of_their_own() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.session.setChoice("machine", "simulated:h200", "machine");
        desk.choose("solveMethod", "cg");
        desk.click("solvePreconditioners");
        QVERIFY(wait_until([&] { return !desk.page->comparison().isRunning(); }));
        const Table table = comparisonTable(desk.page->comparison(), {});
        QVERIFY(std::isnan(table.number(0, table.column("time"))));
        QCOMPARE(table.number(0, table.column("modelled")), 10000.0);
        QVERIFY(desk.sentence().startsWith("Modeled: "));
    }

    void a_worker_that_dies_while_comparing_is_reported_once_and_what_was_solved_stays() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.click("solvePreconditioners");
        QVERIFY(wait_until([&] { return desk.page->comparison().solutions()[1].row.status == RowStatus::running; }));
        ::kill(static_cast<pid_t>(desk.session.worker().processId()), SIGKILL);
        QVERIFY(wait_until([&] { return !desk.page->comparison().isRunning(); }));
        QCOMPARE(desk.problems.size(), 1);
        QVERIFY(desk.page->comparison().solutions()[0].isSolved());
        QVERIFY(desk.page->comparison().solutions()[2].row.reason.find("signal 9") != std::string::npos);
        desk.session.openMatrix("laplace2d:n=9"); // clears the comparison
        QVERIFY(wait_until([&] { return desk.page->comparison().isEmpty(); }));
        QVERIFY(!desk.find<QPushButton>("solveBack")->isVisible());
    }

    void a_networks_own_right_hand_side_can_be_chosen_and_begins_anew() {
        Desk desk("normal", "hillside.inp");
        QVERIFY(desk.ready());
        QVERIFY(desk.find<QComboBox>("solveRightSide")->findData("given") >= 0);
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().iteration(), std::int64_t{100}); // must be drawn
        desk.choose("solveRightSide", "given");
        QVERIFY(desk.stretches().empty()); // a different system
        desk.click("solveStart");
        QVERIFY(desk.rests());
        QCOMPARE(desk.solver().iteration(), std::int64_t{50});
        desk.session.openMatrix("laplace2d:n=9");
        QVERIFY(wait_until([&] { return desk.find<QComboBox>("solveRightSide")->findData("given") < 0; }));
        QCOMPARE(desk.solver().wanted().rhs, QString("drawn"));
    }

    void a_long_curve_is_thinned_and_says_so() {
        CgStretchRecord stretch;
        for (int i = 1; i <= 5000; ++i) {
            stretch.iteration.push_back(i);
            stretch.residual.push_back(1.0 / i);
        }
        const Table table = residualTable({stretch}, {});
        QVERIFY(table.rows.size() <= 1001);
        QCOMPARE(table.number(table.rows.size() - 1, table.column("iteration")), 5000.0);
        QCOMPARE(table.facts.back().first, std::string("shown"));
    }
};

WARPLOOM_WINDOW_TEST(SolvePageTest);
#include "solve_page_test.moc"
