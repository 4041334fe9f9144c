// The cells of experiments: which cells there are, their published values, derived values, and the tables made from
// them.

#include "engine/experiment/cells.h"

#include "experiment_test_tools.h"
#include "support/runner.h"

#include <random>
#include <sstream>

using namespace warploom::experiment;
using namespace experiment_test;
using warploom::Table;
using warploom::write_csv;

namespace {

using Cells = std::vector<Cell>;

Cell& at(Cells& cells, const std::string& series, const Bindings& bindings) {
    const Cell* found = find_cell(cells, series, bindings);
    if (found == nullptr) qFatal("no such cell of %s", series.c_str());
    return cells[found - cells.data()];
}

/// Returns an experiment with one series over one variable. `series` contains further keys of the series.
Experiment one_series(const std::string& variables, const std::string& series) {
    return experiment_from_json(R"({"warploom_experiment": 1, "id": "one", "title": "One", "variables": )" + variables +
                                    R"(, "series": [{"id": "a", )" + series + "}]}",
                                "one.json");
}
const std::string some_run = R"("run": {"operation": "spmv", "input": "m", "kernel": "csr-scalar"}, )";

/// Returns an experiment with two series over two variables, and series derived from them.
Experiment derived() {
    return experiment_from_json(R"({"warploom_experiment": 1, "id": "derived", "title": "Derived",
        "variables": {"n": {"values": [1, 2, 3], "quick": [1, 2]}, "step": {"values": [0, 1]}},
        "series": [
          {"id": "a", "title": "A", "over": ["n", "step"], "run": {"operation": "spmv", "input": "m", "kernel": "k"}},
          {"id": "b", "title": "B", "over": ["n"], "run": {"operation": "spmv", "input": "m", "kernel": "k", "on": "cpu"}},
          {"id": "percent", "over": ["n", "step"], "unit": "%", "ratio": {"of": "a", "over": "b", "times": 100}},
          {"id": "mean", "over": ["n"], "unit": "ms", "reduce": {"of": "a"}},
          {"id": "least", "over": ["step"], "unit": "%", "reduce": {"of": "percent", "by": "least"}},
          {"id": "greatest", "unit": "%", "reduce": {"of": "percent", "by": "greatest"}},
          {"id": "of-mean", "over": ["n"], "ratio": {"of": "mean", "over": "b"}}]})",
                                "derived.json");
}

} // namespace

class ExperimentCellsTest : public QObject {
    Q_OBJECT

private slots:
    void there_is_a_cell_for_each_combination_in_the_order_of_the_file();
    void the_quick_form_keeps_the_quick_values();
    void what_was_printed_stands_in_its_cell();
    void a_range_has_a_low_and_a_high_end_data();
    void a_range_has_a_low_and_a_high_end();
    void equal_is_a_difference_of_nothing();
    void some_cells_need_not_have_been_printed();
    void a_cell_is_found_whatever_the_order_of_its_variables();
    void ratios_and_reductions_are_made_of_their_parts();
    void a_missing_part_is_the_reason_of_what_is_made_of_it();
    void quartiles_go_along();
    void notes_and_fits_go_along();
    void fewer_values_than_there_are_is_said();
    void what_is_derived_is_what_plain_loops_find();
    void the_table_has_a_row_for_each_cell();
    void the_samples_have_a_row_each();
    void ratios_of_columns_need_both();
};

void ExperimentCellsTest::there_is_a_cell_for_each_combination_in_the_order_of_the_file() {
    const Cells cells = expand(good(), false);
    QCOMPARE(cells.size(), std::size_t{6 + 3 + 6 + 3});
    const Bindings first{{"size", "100"}, {"method", "CR"}}, second{{"size", "100"}, {"method", "PCR"}};
    QCOMPARE(cells[0].at, first);
    QCOMPARE(cells[1].at, second);
    QCOMPARE(cells[6].series, std::string("host"));
    QCOMPARE(cells[8].at, (Bindings{{"size", "10000"}}));
    QCOMPARE(cells.back().series, std::string("best"));
    const Experiment turned =
        experiment_from_json(with(text_of("good.json"), "\"over\": [\"size\", \"method\"],\n      \"run\"",
                                  "\"over\": [\"method\", \"size\"],\n      \"run\""),
                             "turned.json");
    QCOMPARE(expand(turned, false)[1].at, second); // the order of the variables, not of "over"
}

void ExperimentCellsTest::the_quick_form_keeps_the_quick_values() {
    const Cells cells = expand(good(), true);
    QCOMPARE(cells.size(), std::size_t{4 + 2 + 4 + 2});
    for (const auto& cell : cells)
        for (const auto& [name, value] : cell.at) QVERIFY(value != "10000");
}

void ExperimentCellsTest::what_was_printed_stands_in_its_cell() {
    Cells cells = expand(good(), false);
    QCOMPARE(*at(cells, "gpu", {{"size", "100"}, {"method", "CR"}}).published.number, 0.09);
    QCOMPARE(*at(cells, "gpu", {{"size", "10000"}, {"method", "PCR"}}).published.number, 0.47);
    QCOMPARE(*at(cells, "host", {{"size", "1000"}}).published.number, 0.11);
    QCOMPARE(*at(cells, "speed-up", {{"size", "100"}, {"method", "PCR"}}).published.number, 0.4);
    const CellValue& best = at(cells, "best", {{"size", "100"}}).published;
    QVERIFY(!best.number && best.why_not == "No value was published.");
    const Experiment drawn = good();
    const auto where = published_cell(drawn, drawn.series[0], {{"size", "1000"}, {"method", "CR"}});
    QVERIFY(where && where->file == "cerny2011-tridiagonal.csv");
    QCOMPARE(published_table(where->file).number(where->row, where->column), 0.15);
    for (const auto& cell : cells) QVERIFY(!cell.modelled.is_settled() && !cell.measured.is_settled());
}

void ExperimentCellsTest::a_range_has_a_low_and_a_high_end_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("hardware");
    QTest::addColumn<QString>("part");
    QTest::addColumn<double>("number");
    QTest::newRow("10 to 19, low") << "csr-warp-per-row"
                                   << "1 x Tesla C2050"
                                   << "low" << 10.0;
    QTest::newRow("10 to 19, high") << "csr-warp-per-row"
                                    << "1 x Tesla C2050"
                                    << "high" << 19.0;
    QTest::newRow("18 to 25, high") << "jad"
                                    << "1 x Tesla C2050"
                                    << "high" << 25.0;
    QTest::newRow("20 (abstract), 24 (section 3.5.2), low") << "bcsr on 3 GPUs over 8 CPU cores"
                                                            << "3 x Tesla C2050"
                                                            << "low" << 20.0;
    QTest::newRow("20 (abstract), 24 (section 3.5.2), high") << "bcsr on 3 GPUs over 8 CPU cores"
                                                             << "3 x Tesla C2050"
                                                             << "high" << 24.0;
    QTest::newRow("a number has one end") << "bcsr over cuSPARSE formats"
                                          << "1 x Tesla C2050"
                                          << "low" << 1.5;
    QTest::newRow("no part, no number") << "jad"
                                        << "1 x Tesla C2050"
                                        << "" << -1.0;
}

void ExperimentCellsTest::a_range_has_a_low_and_a_high_end() {
    QFETCH(QString, kernel);
    QFETCH(QString, hardware);
    QFETCH(QString, part);
    QFETCH(double, number);
    const QString keys =
        QString(R"("published": "rossignon2013-spmv.csv", "where": {"kernel": "%1", "hardware": "%2"})")
            .arg(kernel, hardware) +
        (part.isEmpty() ? QString() : QString(R"(, "part": "%1")").arg(part));
    const CellValue value = expand(one_series("{}", some_run + keys.toStdString()), false).at(0).published;
    QCOMPARE(value.number.value_or(-1), number);
    QCOMPARE(value.text.empty(), kernel.contains("cuSPARSE")); // a plain number needs no text
    QCOMPARE(value.why_not.empty(), value.number.has_value());
}

void ExperimentCellsTest::equal_is_a_difference_of_nothing() {
    const std::string keys = R"("published": "cerny2011-precision.csv", "value_column": "difference",
        "where": {"precision": "float", "unknowns": "{n}", "compared": "thomas vs cr"}, "over": ["n"], "figure": )";
    const std::string sizes = R"({"n": {"values": [100, 100000]}})";
    const Cells cells = expand(one_series(sizes, some_run + keys + "\"difference\""), false);
    QCOMPARE(cells[0].published.number.value_or(-1), 0.0);
    QCOMPARE(cells[0].published.text, std::string("equal"));
    QCOMPARE(cells[1].published.number.value_or(-1), 102.0);
    QVERIFY(!expand(one_series(sizes, some_run + keys + "\"iterations\""), false)[0].published.number);
}

void ExperimentCellsTest::some_cells_need_not_have_been_printed() {
    const std::string text = with(text_of("good.json"), "[100, 1000, 10000]", "[100, 1000, 12345]");
    const std::string claim = with(text, "{ \"size\": 10000 }", "{ \"size\": 12345 }");
    const QString told = refusal([&] { experiment_from_json(claim, "drawn.json"); });
    QVERIFY2(told.contains("unknowns = 12345"), qPrintable(told));
    std::string some = claim;
    for (const std::string where :
         {"\"where\": { \"table\": \"gpu\", \"unknowns\": \"{size}\", \"method\": \"{method.id}\", "
          "\"quantity\": \"time, ",
          "\"where\": { \"table\": \"gpu\", \"unknowns\": \"{size}\", \"method\": \"thomas\"",
          "\"where\": { \"table\": \"gpu\", \"unknowns\": \"{size}\", \"method\": "
          "\"{method.id}\",\n"})
        some = with(some, where, "\"printed\": \"some\", " + where);
    Cells cells = expand(experiment_from_json(some, "drawn.json"), false);
    QVERIFY(at(cells, "host", {{"size", "100"}}).published.number);
    QCOMPARE(at(cells, "host", {{"size", "12345"}}).published.why_not, std::string("No value was published."));
}

void ExperimentCellsTest::a_cell_is_found_whatever_the_order_of_its_variables() {
    const Cells cells = expand(good(), false);
    QCOMPARE(find_cell(cells, "gpu", {{"method", "PCR"}, {"size", "100"}}), &cells[1]);
    QVERIFY(find_cell(cells, "gpu", {{"size", "100"}}) == nullptr);
    QVERIFY(find_cell(cells, "gpus", cells[0].at) == nullptr);
}

void ExperimentCellsTest::ratios_and_reductions_are_made_of_their_parts() {
    const Experiment experiment = derived();
    Cells cells = expand(experiment, false);
    double number = 0;
    for (auto& cell : cells)
        if (cell.series == "a") cell.measured.number = ++number; // n = 1: 1, 2; n = 2: 3, 4; n = 3: 5, 6
        else if (cell.series == "b") cell.measured.number = 10;
    derive(experiment, cells);
    QCOMPARE(at(cells, "percent", {{"n", "2"}, {"step", "1"}}).measured.number.value(), 40.0);
    QCOMPARE(at(cells, "mean", {{"n", "3"}}).measured.number.value(), 5.5);
    QCOMPARE(at(cells, "least", {{"step", "1"}}).measured.number.value(), 20.0);
    QCOMPARE(at(cells, "greatest", {}).measured.number.value(), 60.0);
    QCOMPARE(at(cells, "of-mean", {{"n", "1"}}).measured.number.value(), 0.15);
    for (const auto& cell : cells) {
        QVERIFY(!cell.modelled.is_settled()); // the other column is unaffected
        QVERIFY(!cell.published.number);
    }
}

void ExperimentCellsTest::a_missing_part_is_the_reason_of_what_is_made_of_it() {
    const Experiment experiment = derived();
    Cells cells = expand(experiment, false);
    for (auto& cell : cells)
        if (cell.series == "a") cell.modelled.number = 2;
        else if (cell.series == "b") cell.modelled.why_not = "There is no model of hosts.";
    at(cells, "a", {{"n", "1"}, {"step", "0"}}).modelled = {}; // not yet known
    derive(experiment, cells);
    QCOMPARE(at(cells, "percent", {{"n", "2"}, {"step", "0"}}).modelled.why_not,
             std::string("B: There is no model of hosts."));
    QVERIFY(!at(cells, "percent", {{"n", "1"}, {"step", "0"}}).modelled.is_settled());
    QVERIFY(!at(cells, "mean", {{"n", "1"}}).modelled.is_settled());
    QCOMPARE(at(cells, "mean", {{"n", "2"}}).modelled.number.value(), 2.0);
    for (auto& cell : cells)
        if (cell.series == "b") cell.modelled = {0.0, {}, {}, {}, {}, {}, {}, false, {}};
    derive(experiment, cells); // recomputes everything; the old result must not be used
    QCOMPARE(at(cells, "percent", {{"n", "2"}, {"step", "0"}}).modelled.why_not, std::string("B is 0."));
    Cells fewer;
    for (const auto& cell : cells)
        if (cell.series != "b") fewer.push_back(cell);
    derive(experiment, fewer);
    QCOMPARE(at(fewer, "percent", {{"n", "2"}, {"step", "0"}}).modelled.why_not,
             std::string("B: this cell does not exist."));
}

void ExperimentCellsTest::quartiles_go_along() {
    const Experiment experiment = derived();
    Cells cells = expand(experiment, false);
    for (auto& cell : cells) {
        if (cell.series == "a") cell.measured = {4.0, 3.0, 6.0, {}, {}, {}, {}, false, {}};
        if (cell.series == "b") cell.measured = {2.0, 1.5, 3.0, {}, {}, {}, {}, false, {}};
    }
    derive(experiment, cells);
    const CellValue& percent = at(cells, "percent", {{"n", "1"}, {"step", "0"}}).measured;
    QCOMPARE(percent.low.value(), 100.0);  // 3 / 3
    QCOMPARE(percent.high.value(), 400.0); // 6 / 1.5
    const CellValue& mean = at(cells, "mean", {{"n", "1"}}).measured;
    QCOMPARE(mean.low.value(), 3.0);
    QCOMPARE(mean.high.value(), 6.0);
    at(cells, "a", {{"n", "1"}, {"step", "0"}}).measured = {4.0, {}, {}, {}, {}, {}, {}, false, {}};
    derive(experiment, cells);
    QVERIFY(!at(cells, "mean", {{"n", "1"}}).measured.low); // without all values, there are no quartiles
}

void ExperimentCellsTest::notes_and_fits_go_along() {
    const Experiment experiment = derived();
    Cells cells = expand(experiment, false);
    for (auto& cell : cells) {
        if (cell.series == "a") cell.modelled = {4.0, {}, {}, {}, {}, {}, "a stand-in", cell.at[0].second == "1", {}};
        if (cell.series == "b") cell.modelled = {2.0, {}, {}, {}, {}, {}, "another", false, {}};
    }
    derive(experiment, cells);
    const CellValue& first = at(cells, "percent", {{"n", "1"}, {"step", "0"}}).modelled;
    QCOMPARE(first.note, std::string("a stand-in; another"));
    QVERIFY(first.is_fitted && !at(cells, "percent", {{"n", "2"}, {"step", "0"}}).modelled.is_fitted);
    const CellValue& mean = at(cells, "mean", {{"n", "1"}}).modelled;
    QCOMPARE(mean.note, std::string("a stand-in")); // only once
    QVERIFY(mean.is_fitted);
}

void ExperimentCellsTest::fewer_values_than_there_are_is_said() {
    const Experiment experiment = derived();
    Cells cells = expand(experiment, true);
    for (auto& cell : cells)
        if (cell.series == "a" || cell.series == "b") cell.measured.number = 1;
    derive(experiment, cells);
    QCOMPARE(at(cells, "least", {{"step", "0"}}).measured.note, std::string("from 2 of 3 values"));
    QVERIFY(at(cells, "mean", {{"n", "1"}}).measured.note.empty());
}

void ExperimentCellsTest::what_is_derived_is_what_plain_loops_find() {
    const Experiment experiment = derived();
    std::mt19937 random(20);
    for (int round = 0; round < 50; ++round) {
        double a[3][2], b[3];
        Cells cells = expand(experiment, false);
        for (int n = 0; n < 3; ++n) {
            b[n] = 1 + random() % 100;
            at(cells, "b", {{"n", std::to_string(n + 1)}}).measured.number = b[n];
            for (int step = 0; step < 2; ++step) {
                a[n][step] = random() % 100;
                at(cells, "a", {{"n", std::to_string(n + 1)}, {"step", std::to_string(step)}}).measured.number =
                    a[n][step];
            }
        }
        derive(experiment, cells);
        double greatest = 0;
        for (int step = 0; step < 2; ++step) {
            double least = 1e9;
            for (int n = 0; n < 3; ++n) least = std::min(least, 100 * a[n][step] / b[n]);
            for (int n = 0; n < 3; ++n) greatest = std::max(greatest, 100 * a[n][step] / b[n]);
            QCOMPARE(at(cells, "least", {{"step", std::to_string(step)}}).measured.number.value(), least);
        }
        QCOMPARE(at(cells, "greatest", {}).measured.number.value(), greatest);
        for (int n = 0; n < 3; ++n)
            QCOMPARE(at(cells, "of-mean", {{"n", std::to_string(n + 1)}}).measured.number.value(),
                     (a[n][0] + a[n][1]) / 2 / b[n]);
    }
}

void ExperimentCellsTest::the_table_has_a_row_for_each_cell() {
    const Experiment drawn = good();
    Cells cells = expand(drawn, false);
    cells[0].modelled = {0.18, {}, {}, {}, {}, {}, "sampled", true, {}};
    cells[0].measured = {0.03, 0.02, 0.05, {}, {}, {}, {}, false, {}};
    cells[1].modelled.why_not = "It would take too long.";
    const Table table = cell_table(drawn, cells);
    QCOMPARE(table.rows.size(), cells.size());
    std::ostringstream csv;
    write_csv(csv, table);
    const QStringList lines = QString::fromStdString(csv.str()).split('\n');
    QCOMPARE(lines[0], QString("series,size,method,unit,published,printed,modelled,fitted,measured,measured_low,"
                               "measured_high,modelled_per_published,measured_per_published,measured_per_modelled,"
                               "why_not,kernels,notes"));
    QCOMPARE(lines[1], QString("gpu,100,CR,ms,0.09,,0.18,yes,0.03,0.02,0.05,2,0.3333333333333333,0.16666666666666666,,"
                               ",modelled: sampled"));
    QCOMPARE(lines[2], QString("gpu,100,PCR,ms,0.05,,,,,,,,,,modelled: It would take too long.,,"));
    QCOMPARE(lines[7], QString("host,100,,ms,0.02,,,,,,,,,,,,"));
}

void ExperimentCellsTest::the_samples_have_a_row_each() {
    const Experiment drawn = good();
    Cells cells = expand(drawn, false);
    cells[1].measured.samples_ns = {30500, 29000.5};
    const Table table = sample_table(drawn, cells);
    QCOMPARE(table.rows.size(), std::size_t{2});
    QCOMPARE(table.columns.back().header(), std::string("time_ns"));
    QCOMPARE(table.text(1, 0), std::string("gpu"));
    QCOMPARE(table.text(1, 2), std::string("PCR"));
    QCOMPARE(table.number(1, 3), 2.0);
    QCOMPARE(table.number(1, 4), 29000.5);
}

void ExperimentCellsTest::ratios_of_columns_need_both() {
    Cell cell;
    cell.published.number = 4;
    QVERIFY(!cell.ratio(CellColumn::measured, CellColumn::published));
    cell.measured.number = 1;
    QCOMPARE(cell.ratio(CellColumn::measured, CellColumn::published).value(), 0.25);
    cell.published.number = 0;
    QVERIFY(!cell.ratio(CellColumn::measured, CellColumn::published));
    QCOMPARE(cell.ratio(CellColumn::published, CellColumn::measured).value(), 0.0);
}

WARPLOOM_TEST(ExperimentCellsTest);
#include "experiment_cells_test.moc"
