// The published tables: all of their figures are in the program, and each occurs in an experiment. The examples in the
// documentation of experiments must be valid.

#include "engine/experiment/claims.h"
#include "engine/table.h"

#include "experiment_test_tools.h"
#include "support/runner.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

using namespace warploom::experiment;
using namespace experiment_test;
using warploom::Json;

namespace {

/// Tables from which no experiment takes values: they describe matrices, not measurements.
const std::set<std::string> no_figures{"rossignon2013-matrices.csv"};

/// Merges `more` into `whole`: lists are concatenated, objects are merged, all other values are replaced.
void merge(Json& whole, const Json& more) {
    for (const auto& [key, value] : more.items()) {
        if (!whole.contains(key)) whole[key] = value;
        else if (value.is_array())
            for (const auto& item : value) whole[key].push_back(item);
        else if (value.is_object()) whole[key].update(value);
        else whole[key] = value;
    }
}

/// Returns the examples in docs/experiments.md, in order.
QStringList examples() {
    QFile file(WARPLOOM_SOURCE_DIR "/docs/experiments.md");
    if (!file.open(QIODevice::ReadOnly)) qFatal("the page is missing");
    QStringList all;
    const QStringList parts = QString::fromUtf8(file.readAll()).split("```json\n");
    for (const QString& part : parts.mid(1)) all << part.section("```", 0, 0);
    return all;
}

} // namespace

class ExperimentPublishedTest : public QObject {
    Q_OBJECT

private slots:
    void a_printed_table_has_all_its_rows_data();
    void a_printed_table_has_all_its_rows();
    void there_are_no_other_tables();
    void every_printed_figure_stands_in_an_experiment();
    void no_source_contradicts_its_own_claims();
    void an_unknown_table_is_answered_with_the_nearest();
    void quotes_commas_and_empty_cells_are_read();
    void a_text_that_a_spreadsheet_would_run_gets_an_apostrophe_and_reads_back_the_same();
    void every_example_of_the_page_is_an_experiment();
    void every_key_of_the_schema_stands_on_the_page();
};

void ExperimentPublishedTest::a_printed_table_has_all_its_rows_data() {
    QTest::addColumn<int>("rows");
    QTest::newRow("prata2010-spmv.csv") << 192;
    QTest::newRow("prata2010-cg.csv") << 70;
    QTest::newRow("prata2010-grid.csv") << 9;
    QTest::newRow("cerny2011-tridiagonal.csv") << 288;
    QTest::newRow("cerny2011-timing-error.csv") << 16;
    QTest::newRow("cerny2011-cr-cpu-runs.csv") << 190;
    QTest::newRow("cerny2011-precision.csv") << 30;
    QTest::newRow("cerny2011-complexity.csv") << 24; // four sizes for each of six formulas
    QTest::newRow("ata-tesla-c2075.csv") << 120;
    QTest::newRow("rossignon2013-spmv.csv") << 8;
    QTest::newRow("rossignon2013-matrices.csv") << 4;
}

void ExperimentPublishedTest::a_printed_table_has_all_its_rows() {
    const warploom::Table& table = published_table(QTest::currentDataTag());
    QTEST(static_cast<int>(table.rows.size()), "rows");
    for (const auto& row : table.rows)
        QVERIFY(!std::holds_alternative<std::monostate>(row.back()) || table.title == "rossignon2013-matrices.csv");
}

void ExperimentPublishedTest::there_are_no_other_tables() {
    const QStringList files =
        QDir(WARPLOOM_SOURCE_DIR "/datasets/published").entryList({"*.csv"}, QDir::Files, QDir::Name);
    QStringList built_in;
    for (const auto& name : published_files()) built_in << QString::fromStdString(name);
    QCOMPARE(built_in, files);
    QCOMPARE(files.size(), 11);
}

void ExperimentPublishedTest::every_printed_figure_stands_in_an_experiment() {
    std::map<std::string, std::set<std::size_t>> met;
    for (const auto& experiment : experiments())
        for (const auto& series : experiment.series)
            for (const auto& at : bindings_of(experiment, series, false))
                if (const auto cell = published_cell(experiment, series, at)) met[cell->file].insert(cell->row);
    for (const auto& file : published_files()) {
        if (no_figures.count(file) > 0) continue;
        const warploom::Table& table = published_table(file);
        QStringList missing;
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            if (met[file].count(row) == 0) missing << QString::number(row + 2); // line number in an editor
        QVERIFY2(missing.isEmpty(), qPrintable(QString::fromStdString(file) + ", lines " + missing.join(", ")));
    }
}

void ExperimentPublishedTest::no_source_contradicts_its_own_claims() {
    int count = 0, held = 0;
    for (const auto& experiment : experiments()) {
        const auto results = verdicts_of(experiment, expand(experiment, false));
        for (std::size_t i = 0; i < results.size(); ++i) {
            const ClaimJudgment& judgement = results[i][CellColumn::published];
            ++count;
            held += judgement.verdict == Verdict::holds ? 1 : 0;
            QVERIFY2(judgement.verdict != Verdict::fails,
                     (experiment.id + ": " + experiment.claims[i].text + " " + judgement.sentence).c_str());
        }
    }
    QVERIFY(count >= 30);
    QVERIFY2(2 * held > count, qPrintable(QString("%1 of %2").arg(held).arg(count)));
}

void ExperimentPublishedTest::an_unknown_table_is_answered_with_the_nearest() {
    QCOMPARE(refusal([] { published_table("prata2010-spvm.csv"); }),
             QString("experiment.format|There is no published table named \"prata2010-spvm.csv\".|Did you mean "
                     "\"prata2010-spmv.csv\"?"));
}

void ExperimentPublishedTest::quotes_commas_and_empty_cells_are_read() {
    const warploom::Table table = warploom::table_from_csv("a,b,c\r\n\"x, \"\"y\"\"\",,2.5\n\"two\nlines\",1e3,\n");
    QCOMPARE(table.columns.size(), std::size_t{3});
    QCOMPARE(table.columns[2].name, std::string("c"));
    QCOMPARE(table.rows.size(), std::size_t{2});
    QCOMPARE(table.text(0, 0), std::string("x, \"y\""));
    QVERIFY(std::holds_alternative<std::monostate>(table.rows[0][1]));
    QCOMPARE(table.number(0, 2), 2.5);
    QCOMPARE(table.text(1, 0), std::string("two\nlines"));
    QCOMPARE(table.number(1, 1), 1000.0);
    std::ostringstream again;
    write_csv(again, table);
    QCOMPARE(warploom::table_from_csv(again.str()).rows, table.rows);
    QVERIFY(warploom::table_from_csv("").rows.empty());
}

void ExperimentPublishedTest::a_text_that_a_spreadsheet_would_run_gets_an_apostrophe_and_reads_back_the_same() {
    const std::pair<const char*, const char*> texts[] = {
        {"=1+1", "'=1+1"}, {"+cmd", "'+cmd"}, {"-cmd", "'-cmd"}, {"@SUM(A1)", "'@SUM(A1)"},
        {"'=1", "''=1"},   {"-1.5", "-1.5"},  {"+1.5", "+1.5"},  {"-1e-9", "-1e-9"},
        {"-", "-"},        {"a=b", "a=b"},    {"'tis", "'tis"},  {"'-1", "'-1"},
        {"-1+2", "'-1+2"}};
    warploom::Table table;
    table.columns = {{"text", ""}, {"number", ""}};
    std::string expected = "text,number\n";
    for (const auto& [text, written] : texts) {
        table.add_row({std::string(text), -2.5});
        expected += std::string(written) + ",-2.5\n";
    }
    std::ostringstream csv;
    write_csv(csv, table);
    QCOMPARE(csv.str(), expected);
    const warploom::Table again = warploom::table_from_csv(csv.str());
    for (std::size_t row = 0; row < std::size(texts); ++row)
        if (std::isnan(again.number(row, 0))) QCOMPARE(again.text(row, 0), std::string(texts[row].first));
    QCOMPARE(again.number(0, 1), -2.5);
}

void ExperimentPublishedTest::every_example_of_the_page_is_an_experiment() {
    const QStringList all = examples();
    QVERIFY(all.size() >= 6);
    Json whole = Json::parse(all[0].toStdString());
    QVERIFY(!expand(experiment_from_json(all[0].toStdString(), "the first example"), true).empty());
    for (const QString& part : all.mid(1)) {
        merge(whole,
              Json::parse("{" + part.toStdString() + "}")); // an example may use the results of a previous one
        const QString told = refusal([&] { experiment_from_json(whole.dump(2), "with\n" + part.toStdString()); });
        QVERIFY2(told.isEmpty(), qPrintable(told));
    }
}

void ExperimentPublishedTest::every_key_of_the_schema_stands_on_the_page() {
    QFile file(WARPLOOM_SOURCE_DIR "/docs/experiments.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString page = QString::fromUtf8(file.readAll());
    // The keys of a format are known only to the reader. The error for an unknown key lists them all.
    const std::string text = text_of("good.json");
    const std::pair<const char*, const char*> places[]{
        {"\"id\": \"drawn\"", "\"id\": \"drawn\", \"zzzzzzzzzzzz\": 0"},
        {"{ \"title\": \"unknowns\"", "{ \"zzzzzzzzzzzz\": 0, \"title\": \"unknowns\""},
        {"\"id\": \"gpu\"", "\"id\": \"gpu\", \"zzzzzzzzzzzz\": 0"},
        {"\"block\": 128", "\"block\": 128, \"zzzzzzzzzzzz\": 0"},
        {"\"text\": \"The speed", "\"zzzzzzzzzzzz\": 0, \"text\": \"The speed"},
        {"\"title\": \"Time\"", "\"title\": \"Time\", \"zzzzzzzzzzzz\": 0"}};
    int keys = 0;
    for (const auto& [from, to] : places) {
        const QString hint =
            refusal([&, from = from, to = to] { experiment_from_json(with(text, from, to), "x"); }).section('|', 2);
        QVERIFY2(hint.startsWith("Available: "), qPrintable(hint));
        for (const QString& key : hint.mid(11).chopped(1).split(", ")) {
            QVERIFY2(page.contains("`" + key + "`") || page.contains("\"" + key + "\""), qPrintable(key));
            ++keys;
        }
    }
    QVERIFY(keys > 50);
}

WARPLOOM_TEST(ExperimentPublishedTest);
#include "experiment_published_test.moc"
