#include "app/calibration/fit.h"
#include "app/experiment/figures/measured_figures.h"
#include "app/experiment/figures/modelled_figures.h"
#include "app/experiment/machine_choice.h"
#include "app/experiment/run_experiment.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/matrix_market.h"
#include "fake_gpu.h"
#include "made_experiments.h"
#include "support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace warploom;
using namespace warploom::app;
using ResultCell = experiment::Cell;
using experiment::Result;
using test::cell, test::filled, test::made_of, test::run;

namespace {

constexpr const char* tiny_path = WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json";

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return measure::quantile(values, 0.5);
}

const experiment::Bindings in_double{{"order", "64"}, {"precision", "double"}};

} // namespace

class ExperimentRunTest : public QObject {
    Q_OBJECT
private slots:
    void without_a_gpu_cards_are_modelled_and_the_host_is_measured() {
        const auto machines = test::host_with({});
        std::set<std::string> told;
        std::size_t last_done = 0, last_total = 0;
        ExperimentObserver observer;
        observer.cell = [&](const ResultCell& new_one) { told.insert(new_one.series); };
        observer.progress = [&](const std::string&, const std::string&, std::size_t done, std::size_t total) {
            last_done = done;
            last_total = total;
        };
        const Result result = run(experiment::find_experiment(tiny_path), machines, {}, observer);

        QVERIFY(result.is_complete);
        QCOMPARE(result.cells.size(), std::size_t{8});
        const ResultCell& ell = cell(result, "ell", in_double);
        QVERIFY(*ell.modelled.number > 0);
        QVERIFY(!ell.measured.number);
        QCOMPARE(ell.measured.why_not, std::string("No GPU was found in this computer."));
        const ResultCell& host = cell(result, "host", in_double);
        QVERIFY(!host.modelled.number);
        QCOMPARE(host.modelled.why_not, std::string("The host CPU has no performance model."));
        QVERIFY(host.measured.samples_ns.size() >= 10);
        QCOMPARE(*host.measured.number, median(host.measured.samples_ns) / 1e6);
        QVERIFY(*host.measured.low <= *host.measured.number && *host.measured.number <= *host.measured.high);
        QVERIFY(told.contains("ell") && told.contains("ell-rate") && told.contains("host"));
        // Two traces (one per precision, each for two series), two measured rows, one profile.
        QCOMPARE(last_total, std::size_t{5});
        QVERIFY(last_done < last_total);
        QVERIFY(result.measured_on.find("(cpu)") != std::string::npos);
        QVERIFY(result.modelled_on.find("GTX 295") != std::string::npos);
    }

    void a_run_may_name_a_card_of_its_own() {
        const std::string series = R"({"id": "@id@", "over": @over@, "unit": "ms", "figure": "time", "run":
            {"operation": "spmv", "input": "laplace2d:n=16", "kernel": "csr-scalar"@card@}})";
        const auto one = [&](const char* id, const char* over, const char* card) {
            return filled(series, {{"@id@", id}, {"@over@", over}, {"@card@", card}});
        };
        const std::string variable = R"("card": {"values": ["gtx295", "h200"]})";
        const auto both =
            made_of(variable, one("own", "[]", "") + "," + one("each", "[\"card\"]", R"(, "card": "{card}")"));
        const Result result = run(both, test::host_with({}));
        const double old = *cell(result, "own").modelled.number;
        QCOMPARE(*cell(result, "each", {{"card", "gtx295"}}).modelled.number, old);
        QVERIFY(*cell(result, "each", {{"card", "h200"}}).modelled.number < old);
        QVERIFY(result.modelled_on.find("GTX 295") != std::string::npos);
        QVERIFY(result.modelled_on.find("H200") != std::string::npos);
        QVERIFY_THROWS_EXCEPTION(Error, made_of("", one("own", "[]", R"(, "card": "h200", "on": "cpu")")));
        QVERIFY_THROWS_EXCEPTION(Error, made_of("", one("own", "[]", R"(, "card": "h200")"), ""));
        QVERIFY_THROWS_EXCEPTION(Error,
                                 run(made_of("", one("own", "[]", R"(, "card": "h2000")")), test::host_with({})));
    }

    void an_attribute_may_be_empty() {
        const auto made =
            made_of(R"("order": {"values": [{"name": "as given", "behind": ""}, {"name": "rcm", "behind": "|rcm"}]})",
                    R"({"id": "s", "over": ["order"], "figure": "bandwidth", "run": {"operation": "spmv",
                                      "input": "laplace2d:n=5|random{order.behind}", "kernel": "csr-scalar"}})");
        const Result result = run(made, test::host_with({}));
        const double given = *cell(result, "s", {{"order", "as given"}}).modelled.number;
        QVERIFY(*cell(result, "s", {{"order", "rcm"}}).modelled.number < given);
    }

    void one_trace_fills_the_cells_of_two_figures() {
        const Result result = run(experiment::find_experiment(tiny_path), test::host_with({}));
        const double nonzeros = static_cast<double>(load_matrix("random-rows:n=64,fraction=0.2").csr.nonzeros());
        const double ms = *cell(result, "ell", in_double).modelled.number;
        const double gflops = *cell(result, "ell-rate", in_double).modelled.number;
        QVERIFY(std::abs(gflops * ms * 1e6 - 2 * nonzeros) < 1e-6 * nonzeros);
    }

    void the_model_is_that_of_the_fits() {
        const Result result = run(experiment::find_experiment(tiny_path), test::host_with({}));
        Study study;
        CellRun fit_case;
        fit_case.inputs = {"random-rows:n=64,fraction=0.2"};
        fit_case.kernel = fit_case.modelled_kernel = "ell";
        fit_case.block = 32;
        fit_case.cache = CacheState::cold;
        fit_case.sample = TraceSettings::all_blocks;
        study.cases = {fit_case};
        const auto card = simulated::find_card("gtx295");
        const auto times = model_cases(trace_cases(study, card), card);
        const double ms = *cell(result, "ell", in_double).modelled.number;
        QVERIFY(std::abs(ms / (times.front().kernel / 1e6) - 1) < 1e-12);
    }

    void systems_and_products_of_dense_matrices_are_modelled_as_the_fits_do() {
        const auto experiment = made_of(R"("n": {"values": [100]})", R"(
            {"id": "compute", "over": [], "unit": "ms", "figure": "time", "run": {"operation": "tridiagonal",
             "input": "tridiagonal:n=100,kind=0", "kernel": "cr-records", "on": "gpu"}},
            {"id": "copies", "over": [], "unit": "ms", "figure": "time with copies", "run": {"operation": "tridiagonal",
             "input": "tridiagonal:n=100,kind=0", "kernel": "cr-records", "on": "gpu"}},
            {"id": "launches", "over": [], "unit": "", "figure": "launches", "run": {"operation": "tridiagonal",
             "input": "tridiagonal:n=100,kind=0", "kernel": "cr-records", "on": "gpu"}},
            {"id": "huge", "over": [], "unit": "ms", "figure": "time", "run": {"operation": "ata",
             "input": "dense:rows=18500,cols=18500", "kernel": "tiled@none", "on": "gpu", "block": 256}})",
                                        "gtx460");
        const Result result = run(experiment, test::host_with({}));
        QCOMPARE(cell(result, "compute").modelled.why_not, std::string());
        const double compute = *cell(result, "compute").modelled.number;
        const double copies = *cell(result, "copies").modelled.number;
        const auto card = simulated::find_card("gtx460");
        const double transfer_ns = 100 * 72 / card.transfer_gbytes_per_s + 2 * card.transfer_latency_us * 1e3;
        QVERIFY(std::abs((copies - compute) * 1e6 / transfer_ns - 1) < 1e-9);
        QVERIFY(*cell(result, "launches").modelled.number >= 12); // 2 log2 n - 1
        QVERIFY(*cell(result, "huge").modelled.number > 1000);
    }

    void what_is_there_is_not_run_again() {
        Result result = begin_experiment(experiment::find_experiment(tiny_path), true);
        for (ResultCell& each : result.cells) {
            if (each.series == "ell") each.modelled.number = 123;
            if (each.series == "host") each.measured.number = 456;
        }
        run_experiment(result, {}, test::host_with({}), {});
        QCOMPARE(*cell(result, "ell", in_double).modelled.number, 123.0);
        QCOMPARE(*cell(result, "host", in_double).measured.number, 456.0);
        QVERIFY(*cell(result, "ell-rate", in_double).modelled.number < 100);
        QVERIFY(result.is_complete);
    }

    void a_stopped_run_is_gone_on_with() {
        std::atomic<bool> cancelled{false};
        ExperimentObserver observer;
        observer.cancelled = &cancelled;
        observer.cell = [&](const ResultCell&) { cancelled = true; };
        Result result = run(experiment::find_experiment(tiny_path), test::host_with({}), {}, observer);
        QVERIFY(!result.is_complete);
        const auto modelled = [&] {
            return std::count_if(result.cells.begin(), result.cells.end(),
                                 [](const ResultCell& each) { return each.modelled.number.has_value(); });
        };
        QCOMPARE(modelled(), 2); // one trace, two figures
        QVERIFY(!cell(result, "host", in_double).measured.is_settled());

        run_experiment(result, {}, test::host_with({}), {});
        QVERIFY(result.is_complete);
        QCOMPARE(modelled(), 4);
    }

    void cancelling_while_a_row_is_measured_leaves_it_open() {
        std::atomic<bool> cancelled{false};
        ExperimentObserver observer;
        observer.cancelled = &cancelled;
        observer.progress = [&](const std::string& stage, const std::string&, std::size_t, std::size_t) {
            if (stage == "checking") cancelled = true;
        };
        const Result result = run(experiment::find_experiment(tiny_path), test::host_with({}), {}, observer);
        QVERIFY(!result.is_complete);
        QVERIFY(!cell(result, "host", in_double).measured.is_settled());
        QVERIFY(cell(result, "ell", in_double).modelled.number);
    }

    void figures_of_another_machine_are_measured_anew() {
        std::vector<std::unique_ptr<kernels::Machine>> gpus;
        gpus.push_back(test::fake_gpu("cuda:0", "Model T"));
        const auto machines = test::host_with(std::move(gpus));
        Result result = begin_experiment(experiment::find_experiment(tiny_path), true);
        result.measured_on = "Model S (cuda:0)";
        for (ResultCell& each : result.cells)
            if (each.series == "ell") each.measured.number = 123;
        run_experiment(result, {}, machines, {});
        QCOMPARE(result.measured_on.substr(0, 16), std::string("Model T (cuda:0)"));
        const ResultCell& ell = cell(result, "ell", in_double);
        QVERIFY(*ell.measured.number != 123.0);
        QCOMPARE(*ell.measured.number, median(ell.measured.samples_ns) / 1e6);
        QVERIFY(cell(result, "ell-of-host", in_double).measured.number);
    }

    void what_nobody_asks_for_says_so() {
        ExperimentSettings settings;
        settings.model = false;
        settings.measure_host = false;
        settings.machine = "none";
        const Result result = run(experiment::find_experiment(tiny_path), test::host_with({}), settings);
        QVERIFY(result.is_complete);
        QCOMPARE(cell(result, "ell", in_double).modelled.why_not, std::string("The model was disabled for this run."));
        QCOMPARE(cell(result, "host", in_double).measured.why_not, std::string("Measurements were not requested."));
        QCOMPARE(cell(result, "ell", in_double).measured.why_not, std::string("GPU measurements were not requested."));
        QVERIFY(result.measured_on.empty());
    }

    void a_substitute_says_what_it_stands_in_for_and_a_file_in_a_folder_is_found() {
        const auto experiment = experiment::find_experiment(tiny_path);
        const Result without = run(experiment, test::host_with({}));
        QVERIFY(cell(without, "host", in_double)
                    .measured.note.starts_with("random-rows:n=64,fraction=0.2 stands in for absent.mtx ("));

        const QTemporaryDir folder;
        write_matrix_market((folder.path() + "/absent.mtx").toStdString(), load_matrix("tridiagonal:n=5"));
        ExperimentSettings settings;
        settings.data = {"/nowhere", folder.path().toStdString()};
        const Result with = run(experiment, test::host_with({}), settings);
        QCOMPARE(cell(with, "host", in_double).measured.note, std::string());
        const auto hash = [](const Result& result, const char* key) {
            return std::count_if(result.facts.begin(), result.facts.end(),
                                 [&](const auto& fact) { return fact.first == key && fact.second.size() == 16; });
        };
        QCOMPARE(hash(with, "input absent.mtx"), 1); // without the folder
        QCOMPARE(hash(without, "input absent.mtx"), 0);
        QCOMPARE(hash(without, "input random-rows:n=64,fraction=0.2"), 1);
    }

    void a_run_that_cannot_be_made_is_a_reason_and_the_others_go_on_data() {
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("modelled");
        QTest::newRow("unknown kernel")
            << R"("operation": "spmv", "input": "diagonal:n=8", "kernel": "quantum", "on": "gpu")"
            << "There is no kernel named 'quantum'.";
        QTest::newRow("missing file") << R"("operation": "spmv", "input": "absent.mtx", "kernel": "ell", "on": "gpu")"
                                      << "absent.mtx";
        QTest::newRow("unknown generator")
            << R"("operation": "spmv", "input": "randm:n=8", "kernel": "ell", "on": "gpu")"
            << "randm";
        QTest::newRow("vendor's kernel")
            << R"("operation": "spmv", "input": "diagonal:n=8", "kernel": "cusparse-csr", "on": "gpu")"
            << "cannot be traced. This kernel is compiled code from a vendor library.";
        QTest::newRow("not square")
            << R"("operation": "cg", "input": "dense:rows=3,cols=2", "kernel": "cg:ell", "on": "gpu")"
            << "square";
    }
    void a_run_that_cannot_be_made_is_a_reason_and_the_others_go_on() {
        QFETCH(QString, run);
        QFETCH(QString, modelled);
        const auto experiment = made_of(R"("n": {"values": [8]})", R"(
            {"id": "bad", "over": [], "unit": "ms", "figure": "time", "run": {)" +
                                                                       run.toStdString() + R"(}},
            {"id": "good", "over": [], "unit": "ms", "figure": "time", "run": {"operation": "spmv",
             "input": "diagonal:n=8", "kernel": "ell", "on": "gpu"}})");
        const Result result = ::run(experiment, test::host_with({}));
        QVERIFY(result.is_complete);
        QVERIFY(!cell(result, "bad").modelled.number);
        const std::string& why_not = cell(result, "bad").modelled.why_not;
        QVERIFY2(why_not.find(modelled.toStdString()) != std::string::npos, why_not.c_str());
        QVERIFY(cell(result, "good").modelled.number);
    }

    void machines_on_which_nothing_is_measured_are_refused_data() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("simulated") << "simulated:h200";
        QTest::newRow("host") << "cpu";
        QTest::newRow("unknown") << "cuda:7";
    }
    void machines_on_which_nothing_is_measured_are_refused() {
        QFETCH(QString, machine);
        ExperimentSettings settings;
        settings.machine = machine.toStdString();
        try {
            run(experiment::find_experiment(tiny_path), test::host_with({}), settings);
            QFAIL("was not refused");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("machine.unknown")); }
    }

    void an_unknown_card_is_refused() {
        const auto experiment =
            made_of(R"("n": {"values": [8]})", R"({"id": "s", "over": [], "unit": "ms", "figure": "time",
            "run": {"operation": "spmv", "input": "diagonal:n=8", "kernel": "ell", "on": "gpu"}})",
                    "geforce256");
        try {
            run(experiment, test::host_with({}));
            QFAIL("was not refused");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("card.unknown")); }
    }

    void a_gpu_that_faults_is_asked_no_more() {
        std::vector<std::unique_ptr<kernels::Machine>> gpus;
        gpus.push_back(test::fake_gpu("cuda:0", "Faulty", 2));
        int lost = 0;
        ExperimentObserver observer;
        observer.device_lost = [&] { ++lost; };
        const auto experiment = made_of(R"("n": {"values": [8, 9]})", R"({"id": "s", "over": ["n"], "unit": "ms",
            "figure": "time", "run": {"operation": "spmv", "input": "diagonal:n={n}", "kernel": "ell", "on": "gpu"}})");
        const Result result = run(experiment, test::host_with(std::move(gpus)), {}, observer);
        QCOMPARE(lost, 1);
        QVERIFY(cell(result, "s", {{"n", "8"}}).measured.why_not.find("illegal memory access") != std::string::npos);
        QCOMPARE(cell(result, "s", {{"n", "9"}}).measured.why_not,
                 std::string("The GPU faulted in an earlier run and no longer responds."));
    }

    void of_several_cards_each_has_its_part() {
        std::vector<std::unique_ptr<kernels::Machine>> gpus;
        gpus.push_back(test::fake_gpu("cuda:0", "Only one"));
        const auto experiment = made_of(R"("gpus": {"values": [1, 3]})", R"({"id": "s", "over": ["gpus"], "unit": "ms",
            "figure": "time", "run": {"operation": "spmv", "input": "laplace2d:n=200", "kernel": "ell", "on": "gpus",
            "gpus": "{gpus}"}})");
        const Result result = run(experiment, test::host_with(std::move(gpus)));
        const ResultCell& one = cell(result, "s", {{"gpus", "1"}});
        const ResultCell& three = cell(result, "s", {{"gpus", "3"}});
        QVERIFY(*three.modelled.number < 0.6 * *one.modelled.number);
        QVERIFY(*three.modelled.number > 0.2 * *one.modelled.number);
        QVERIFY(three.modelled.note.find("exchange no data") != std::string::npos);
        QVERIFY(one.measured.number);
        QCOMPARE(one.measured.note, std::string());
        QVERIFY(!three.measured.number); // one GPU does not answer for three
        QCOMPARE(three.measured.why_not, std::string("This run requires 3 GPUs, but this computer has 1."));
    }

    void blocks_are_dealt_to_cards() {
        simulated::LaunchCounts launch;
        launch.launch.blocks = 10;
        for (int block = 0; block < 10; ++block) {
            simulated::BlockCounts counts;
            counts.block = block;
            counts.dram_bytes = block;
            launch.blocks.push_back(counts);
        }
        const auto shared = shared_among({launch}, 3);
        QCOMPARE(shared.front().launch.blocks, std::int64_t{4});
        QCOMPARE(shared.front().blocks.size(), std::size_t{4});
        for (int block = 0; block < 4; ++block) {
            QCOMPARE(shared.front().blocks[block].block, std::int64_t{block});
            QCOMPARE(shared.front().blocks[block].dram_bytes, 3.0 * block);
        }
    }
};

WARPLOOM_TEST(ExperimentRunTest);
#include "experiment_run_test.moc"
