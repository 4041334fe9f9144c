#include "app/calibration/study.h"
#include "app/experiment/figures/measured_figures.h"
#include "app/experiment/fitted_cells.h"
#include "app/run_spec/cell_run.h"
#include "fake_gpu.h"
#include "made_experiments.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace warploom;
using namespace warploom::app;
using namespace warploom::test;
using ResultCell = experiment::Cell;

// The inputs of an experiment's figures, and the order in which figures are measured.

class ExperimentFiguresTest : public QObject {
    Q_OBJECT
private slots:
    void iterations_and_residuals_of_cg_are_those_of_the_arithmetic() {
        const auto of = [](const char* id, const char* unit, const char* figure, const char* kernel, const char* on) {
            return filled(R"( {"id": "@id@", "over": [], "unit": "@unit@", "figure": "@figure@",
                               "run": {"operation": "cg", "input": "laplace2d:n=12", "kernel": "@kernel@", "on": "@on@"}} )",
                          {{"@id@", id}, {"@unit@", unit}, {"@figure@", figure}, {"@kernel@", kernel}, {"@on@", on}});
        };
        const auto experiment =
            made_of(R"("n": {"values": [8]})", of("time", "ms", "time", "cg:ell", "gpu") + "," +
                                                   of("solve", "ms", "solve time", "cg:ell", "gpu") + "," +
                                                   of("iterations", "", "iterations", "cg:ell", "gpu") + "," +
                                                   of("residual", "", "residual", "cg:ell", "gpu") + "," +
                                                   of("host-iterations", "", "iterations", "cg:cpu-csr", "cpu") + "," +
                                                   of("host-solve", "ms", "solve time", "cg:cpu-csr", "cpu"));
        const Result result = run(experiment, test::host_with({}));
        const double iterations = *cell(result, "iterations").modelled.number;
        QVERIFY(iterations >= 10 && iterations <= 144);
        QCOMPARE(*cell(result, "host-iterations").measured.number, iterations);
        QVERIFY(*cell(result, "residual").modelled.number <= 1e-10);
        const double ratio =
            *cell(result, "solve").modelled.number / (*cell(result, "time").modelled.number * iterations);
        QVERIFY(std::abs(ratio - 1) < 1e-12);
        QVERIFY(*cell(result, "host-solve").measured.number > 0);
    }

    void single_runs_differences_and_clocks_have_ways_of_their_own() {
        std::vector<std::unique_ptr<kernels::Machine>> gpus;
        gpus.push_back(test::fake_gpu("cuda:0", "Model T"));
        const auto experiment = made_of(R"("run": {"values": [1, 2, 3]}, "waits": {"values": ["yes", "no"]},
            "phase": {"values": ["host to device", "compute", "device to host", "total"]})",
                                        R"(
            {"id": "runs", "over": ["run"], "unit": "ms", "figure": "one run", "options": {"run": "{run}"}, "run":
             {"operation": "tridiagonal", "input": "tridiagonal:n=500,kind=0", "kernel": "cpu-cr", "on": "cpu"}},
            {"id": "same", "over": [], "unit": "", "figure": "difference", "options": {"against": "thomas"}, "run":
             {"operation": "tridiagonal", "input": "tridiagonal:n=64,kind=0", "kernel": "cr-records", "on": "gpu"}},
            {"id": "apart", "over": [], "unit": "", "figure": "difference", "options": {"against": "thomas"}, "run":
             {"operation": "tridiagonal", "input": "tridiagonal:n=100000,kind=0,x=1", "kernel": "cpu-cr", "on": "cpu",
              "precision": "float"}},
            {"id": "alone", "over": [], "unit": "", "figure": "difference",
             "options": {"against": "cpu-cr", "against_precision": "double"}, "run":
             {"operation": "tridiagonal", "input": "tridiagonal:n=100000,kind=0,x=2", "kernel": "thomas", "on": "cpu",
              "precision": "float"}},
            {"id": "double", "over": [], "unit": "", "figure": "difference", "options": {"against": "cpu-cr"}, "run":
             {"operation": "tridiagonal", "input": "tridiagonal:n=20000,kind=1", "kernel": "thomas", "on": "cpu"}},
            {"id": "clock", "over": ["phase", "waits"], "unit": "ms", "figure": "clock",
             "options": {"phase": "{phase}", "waits": "{waits}"}, "run":
             {"operation": "tridiagonal", "input": "tridiagonal:n=20000,kind=0", "kernel": "pcr-records", "on": "gpu"}})",
                                        "gtx460");
        const Result result = run(experiment, test::host_with(std::move(gpus)));
        for (const char* number : {"1", "2", "3"}) {
            const auto& value = cell(result, "runs", {{"run", number}}).measured;
            QCOMPARE(value.why_not, std::string());
            QCOMPARE(value.samples_ns.size(), std::size_t{1});
            QCOMPARE(*value.number, value.samples_ns.front() / 1e6);
        }
        const ResultCell& same = cell(result, "same");
        QCOMPARE(*same.modelled.number, 0.0);
        QCOMPARE(same.modelled.text, std::string("equal"));
        QCOMPARE(*same.measured.number, 0.0);
        QVERIFY(*cell(result, "apart").measured.number > 0);
        QCOMPARE(cell(result, "apart").measured.text, std::string());
        // The Thomas algorithm in float. The solution is 1, 2, ..., 100000, and the sequential method loses most of its
        // digits.
        QVERIFY(*cell(result, "alone").measured.number > 1e4);
        QCOMPARE(cell(result, "double").measured.text, std::string("equal"));

        const auto phase = [&](const char* name, const char* waits, experiment::CellColumn column) {
            return *cell(result, "clock", {{"phase", name}, {"waits", waits}}).value(column).number;
        };
        const auto modelled = experiment::CellColumn::modelled, measured = experiment::CellColumn::measured;
        // Launches return before the kernels have finished, so the compute time is attributed to the subsequent copy.
        QVERIFY(phase("compute", "no", modelled) < 0.5 * phase("compute", "yes", modelled));
        QVERIFY(phase("device to host", "no", modelled) > phase("device to host", "yes", modelled));
        QVERIFY(std::abs(phase("total", "no", modelled) / phase("total", "yes", modelled) - 1) < 1e-9);
        QVERIFY(phase("total", "yes", measured) >= phase("compute", "yes", measured));
    }

    void facts_of_the_input_and_what_is_done_once_are_figures_too() {
        const auto experiment = made_of("", R"(
            {"id": "nonzeros", "over": [], "unit": "", "figure": "nonzeros", "run":
             {"operation": "spmv", "input": "diagonal:n=50", "kernel": "cpu-csr", "on": "cpu"}},
            {"id": "share", "over": [], "figure": "share of entries", "run":
             {"operation": "spmv", "input": "diagonal:n=50", "kernel": "cpu-csr", "on": "cpu"}},
            {"id": "once", "over": [], "figure": "preprocessing", "run":
             {"operation": "spmv", "input": "diagonal:n=50", "kernel": "cpu-ell", "on": "cpu"}},
            {"id": "grid", "over": [], "unit": "blocks", "figure": "grid", "run":
             {"operation": "spmv", "input": "diagonal:n=500", "kernel": "ell", "on": "gpu", "block": 64}},
            {"id": "gpu-nonzeros", "over": [], "unit": "", "figure": "nonzeros", "run":
             {"operation": "spmv", "input": "diagonal:n=500", "kernel": "ell", "on": "gpu", "block": 64}})",
                                        "gtx295");
        const Result result = run(experiment, test::host_with({}));
        QCOMPARE(*cell(result, "nonzeros").measured.number, 50.0);
        QCOMPARE(*cell(result, "share").measured.number, 2.0);
        QVERIFY(*cell(result, "once").measured.number >= 0);
        QCOMPARE(*cell(result, "grid").modelled.number, 8.0); // 500 rows / 64
        QCOMPARE(*cell(result, "gpu-nonzeros").modelled.number, 500.0);
    }

    void cells_that_a_card_was_fitted_to_are_known_by_case_and_print_data() {
        QTest::addColumn<QString>("card");
        for (const std::string& card : studied_cards()) QTest::newRow(card.c_str()) << QString::fromStdString(card);
    }
    void cells_that_a_card_was_fitted_to_are_known_by_case_and_print() {
        QFETCH(QString, card);
        const FittedCells fitted(simulated::find_card(card.toStdString()));
        const Study study = study_of(card.toStdString());
        int marked = 0;
        for (const FitCell& printed : study.cells) {
            if (printed.quantity.cases.size() != 1) continue;
            CellRun run = study.cases[printed.quantity.cases.front()];
            run.inputs.emplace_back("a substitute");
            ResultCell cell;
            QVERIFY(!fitted.has(run, cell)); // it has no published value
            cell.published.number = printed.published;
            if (printed.is_fitted) QVERIFY2(fitted.has(run, cell), printed.what.c_str());
            marked += fitted.has(run, cell);
            run.modelled_kernel += "-other";
            QVERIFY(!fitted.has(run, cell));
        }
        const auto all = std::count_if(study.cells.begin(), study.cells.end(), [](const FitCell& printed) {
            return printed.is_fitted && printed.quantity.cases.size() == 1;
        });
        QCOMPARE(marked, static_cast<int>(all));
    }

    void profiles_count_nonzeros_of_rows() {
        const Result result =
            run(experiment::find_experiment(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json"),
                test::host_with({}));
        QCOMPARE(result.profiles.size(), std::size_t{1});
        QCOMPARE(result.profiles[0].rows, (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
        QCOMPARE(result.profiles[0].mean, (std::vector<double>{2, 3, 3, 3, 2}));
        QCOMPARE(result.profiles[0].least, result.profiles[0].most);
    }

    void runs_that_make_a_grid_take_turns() {
        const auto one = [](const char* kernel, int block) {
            MeasuredRun run;
            run.run.inputs = {"diagonal:n=8"};
            run.run.kernel = kernel;
            run.run.block = block;
            run.key = measured_key(run.run);
            return run;
        };
        const auto groups =
            group_runs({one("ell", 32), one("ell", 64), one("csr-scalar", 32), one("csr-scalar", 64), one("jad", 32)});
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].runs.size(), std::size_t{4});
        QCOMPARE(groups[1].runs.size(), std::size_t{1});
    }

    void small_inputs_come_first() {
        const auto size = [](const char* name, Operation operation = Operation::spmv) {
            CellRun run;
            run.operation = operation;
            run.inputs = {name};
            return size_of_input(run);
        };
        QCOMPARE(size("random-rows:n=100,fraction=0.2"), 2000.0);
        QCOMPARE(size("laplace2d:n=10"), 100.0);
        QCOMPARE(size("laplace3d:n=10"), 1000.0);
        QCOMPARE(size("reservoir:grid=2,block=3"), 72.0);
        QCOMPARE(size("dense:rows=3,cols=5", Operation::ata), 75.0);
    }
};

WARPLOOM_TEST(ExperimentFiguresTest);
#include "experiment_figures_test.moc"
