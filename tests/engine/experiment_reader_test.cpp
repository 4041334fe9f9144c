// Reading experiment files: the meaning of a valid one, and the error with its line for each kind of mistake.

#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/experiment/cells.h"

#include "experiment_test_tools.h"
#include "support/runner.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using namespace warploom::experiment;
using namespace experiment_test;

class ExperimentReaderTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void a_good_file_means_what_it_says();
    void a_good_file_has_no_complaints_and_the_bad_ones_are_all_told_of();
    void a_mistake_is_told_with_its_line_data();
    void a_mistake_is_told_with_its_line();
    void an_id_is_a_file_name_of_at_most_64_letters();
    void a_file_that_is_cut_short_anywhere_is_refused();
    void what_is_too_large_is_refused_before_it_is_unfolded();
    void templates_are_filled_in();
    void a_template_that_cannot_be_filled_in_is_refused_data();
    void a_template_that_cannot_be_filled_in_is_refused();
    void numbers_are_words_in_their_shortest_form();
    void the_nearest_word_is_the_one_with_the_fewest_changes();
    void the_programs_own_files_are_all_read();
    void they_come_by_source_and_by_place_with_numbers_in_order();
    void a_users_file_is_found_and_a_broken_one_is_told_of();
    void an_unknown_experiment_is_answered_with_the_list();

private:
    std::unique_ptr<QTemporaryDir> home_;
};

void ExperimentReaderTest::init() {
    home_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", home_->path().toUtf8());
}

void ExperimentReaderTest::a_good_file_means_what_it_says() {
    const Experiment drawn = good();
    QCOMPARE(drawn.id, std::string("drawn"));
    QCOMPARE(drawn.card, std::string("gtx460"));
    QCOMPARE(drawn.variables.size(), std::size_t{2});
    QCOMPARE(drawn.variables[0].title, std::string("unknowns"));
    QVERIFY(drawn.variables[0].is_numeric());
    QCOMPARE(drawn.variables[1].title, std::string("method"));
    QVERIFY(!drawn.variables[1].is_numeric());
    QCOMPARE(drawn.variables[1].values[1].attributes.at("id"), std::string("pcr"));
    QCOMPARE(drawn.series.size(), std::size_t{4});
    const Series &gpu = drawn.series[0], &host = drawn.series[1];
    QCOMPARE(gpu.unit, std::string("ms")); // default unit of times
    QVERIFY(gpu.run && gpu.run->place == Place::gpu && gpu.figure == Figure::time);
    QCOMPARE(gpu.run->block, std::string("128"));
    QCOMPARE(gpu.run->precision, std::string("double"));
    QCOMPARE(host.title, std::string("host")); // defaults to the id
    QVERIFY(host.run && host.run->place == Place::cpu);
    QCOMPARE(host.run->inputs.size(), std::size_t{2});
    QVERIFY(drawn.series[2].ratio && drawn.series[2].ratio->times == 1);
    QVERIFY(drawn.series[3].reduce && drawn.series[3].reduce->by == Series::Reduction::greatest);
    QVERIFY(drawn.series[2].has_published() && !drawn.series[3].has_published());
    QCOMPARE(drawn.claims.size(), std::size_t{3});
    QVERIFY(drawn.claims[1].between && drawn.claims[1].left == "gpu" && drawn.claims[1].part == "some");
    QVERIFY(drawn.claims[2].than && *drawn.claims[2].than == 2);
    QVERIFY(drawn.charts.size() == 1 && drawn.charts[0].log_x && drawn.charts[0].kind == ChartWish::Kind::lines);
    QCOMPARE(drawn.text, text_of("good.json"));
    QVERIFY(!drawn.fit && !drawn.series[0].fit);
}

void ExperimentReaderTest::a_mistake_is_told_with_its_line_data() {
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("hint");
    const auto row = [](const char* file, int line, const char* part, const char* hint) {
        QTest::newRow(file) << line << QString(part) << QString(hint);
    };
    row("no-json", 7, "This is not valid JSON.", "");
    row("key-twice", 5, "The key \"id\" occurs twice.", "");
    row("number-too-large", 20, "A number is too large.", "");
    row("wrong-version", 2, "can read only version 1", "");
    row("no-version", 1, "The key \"warploom_experiment\" of the file is missing", "");
    row("unsafe-id", 3, "cannot be used as a file name", "");
    row("empty-title", 6, "\"title\" of the file must not be empty", "");
    row("unknown-key", 7, "The key \"conclusions\" of the file is unknown", "Did you mean \"conclusion\"?");
    row("title-is-a-number", 6, "\"title\" of the file must be a string", "");
    row("variable-named-as-a-column", 11, "\"unit\" is not a valid variable name", "");
    row("variable-without-values", 11, "has no values", "");
    row("value-twice", 11, "has the value 100 twice", "");
    row("value-without-name", 12, "The key \"name\"", "");
    row("values-no-list", 11, "must be a list", "");
    row("quick-unknown", 11, "\"quick\" refers to 2000, which is not a value of \"size\"", "Did you mean \"1000\"?");
    row("unknown-variable", 18, "refers to the variable \"sise\"", "Did you mean \"size\"?");
    row("over-twice", 18, "lists \"size\" twice", "");
    row("no-way-to-make-it", 38, "exactly one of \"run\", \"ratio\" and \"reduce\"", "");
    row("two-ways-to-make-it", 38, "exactly one of", "");
    row("series-twice", 38, "two series with the ID \"host\"", "");
    row("no-kernel", 26, "The key \"kernel\" of \"run\" of the series \"host\" is missing", "");
    row("unknown-operation", 19, "found \"spvm\"", "");
    row("template-unknown-variable", 19, "uses {kernel}", "Available: size, method.");
    row("template-other-series", 26, "the series does not vary this variable", "");
    row("template-unknown-attribute", 19, "which the value CR does not have", "Did you mean \"id\"?");
    row("template-open", 19, "has a { without a matching }", "");
    row("template-closed", 19, "has a } without a matching {", "");
    row("template-empty", 19, "has empty braces", "");
    row("block-not-whole", 20, "Expected a number of threads, found \"12.5\"", "");
    row("block-of-a-word", 20, "found \"CR\"", "");
    row("unknown-precision", 20, "Expected float or double", "");
    row("unknown-place", 27, "\"gpux\" is not a valid value of \"on\"", "Did you mean \"gpu\"?");
    row("model-of-a-host", 27, "the CPU is not modeled", "");
    row("empty-input", 26, "\"input\" must not be empty", "");
    row("unknown-figure", 17, "\"tim\" is not a valid value of \"figure\"", "Did you mean \"time\"?");
    row("figure-of-a-ratio", 34, "\"figure\" requires a run", "");
    row("time-in-seconds", 17, "is in ms", "");
    row("unknown-option", 17, "The option \"phases\"", "Did you mean \"phase\"?");
    row("option-of-counts", 17, "The option \"array\" applies to counts only", "");
    row("unknown-per", 17, "Expected one of nonzero, row", "");
    row("unknown-tolerance", 20, "Expected 0, or a number between 0 and 1", "");
    row("unknown-table", 9, "There is no published table", "Did you mean \"cerny2011-tridiagonal.csv\"?");
    row("no-table", 20, "specifies the file", "");
    row("unknown-column", 21, "has no column \"methode\"", "Did you mean \"method\"?");
    row("unknown-value-column", 17, "has no column \"valeu\"", "Did you mean \"value\"?");
    row("no-printed-cell", 28, "has 0 published cells", "\"printed\": \"some\"");
    row("many-printed-cells", 28, "has 16 published cells", "Specify more columns");
    row("unknown-part", 17, "\"lower\" is not a valid value of \"part\"", "Did you mean \"low\"?");
    row("ratio-of-nothing", 34, "is computed from \"hosts\", which does not exist", "Did you mean \"host\"?");
    row("ratio-without-over", 34, "The key \"over\"", "");
    row("ratio-of-more-variables", 34, "must vary \"size\", because \"host\" varies it.", "");
    row("circle", 34, "depends on itself: speed-up, best, speed-up", "");
    row("reduce-nothing", 42, "there is nothing to reduce", "");
    row("reduce-unknown-way", 42, "\"great\" is not a valid value of \"by\"", "Available: mean, least");
    row("claim-of-nothing", 50, "refers to the series \"gpus\"", "Did you mean \"gpu\"?");
    row("claim-unknown-is", 50, "\"less then\" is not a valid value of \"is\"", "Did you mean \"less than\"?");
    row("claim-with-itself", 50, "with itself", "use \"series\" and \"between\"");
    row("claim-of-two-units", 50, "compares values in \"ms\" with values in \"x\"", "");
    row("claim-right-and-than", 50, "both \"right\" and \"than\"", "");
    row("claim-unknown-where", 51, "refers to 20000, which is not a value", "Did you mean \"10000\"?");
    row("claim-where-elsewhere", 54, "refers to the variable \"methods\"", "Did you mean \"method\"?");
    row("claim-between-elsewhere", 52, "does not vary \"method\"", "");
    row("claim-between-itself", 53, "compares PCR with itself", "");
    row("claim-unknown-part", 53, "\"few\" is not a valid value of \"part\"", "");
    row("claim-no-factor", 54, "\"factor\" must be greater than 0", "");
    row("claim-alike-with-factor", 54, "A claim with \"alike\" cannot have \"factor\"", "");
    row("claim-less-within", 54, "Only a claim with \"alike\" can have \"within\"", "");
    row("claim-id-twice", 54, "two claims with the ID \"a\"", "");
    row("claim-id-unsafe", 54, "\"A b\" is not a valid claim ID", "lowercase letters");
    row("chart-of-nothing", 46, "shows no series", "");
    row("chart-unknown-series", 46, "refers to the series \"guest\"", "Did you mean \"best\"?");
    row("chart-other-axis", 46, "\"host\" does not vary \"method\"", "");
    row("chart-of-two-units", 46, "on the same axis", "");
    row("chart-log-of-words", 46, "A logarithmic axis requires numbers", "");
    row("chart-unknown-kind", 46, "\"pie\" is not a valid value of \"kind\"", "");
    row("fit-in-words", 17, "\"every fourth\" is not a valid value of \"fit\"", "\"every 4th\"");
    row("fit-of-no-figure", 9, "\"launch\" is not a property of a card", "launch_us");
    row("fit-of-unknown-series", 9, "refers to the series \"gpus\"", "Did you mean \"gpu\"?");
    row("fit-of-nothing-printed", 39, "but no published cells", "");
    row("profile-without-input", 48, "The key \"input\" of a profile is missing", "");
}

void ExperimentReaderTest::a_mistake_is_told_with_its_line() {
    QFETCH(int, line);
    QFETCH(QString, part);
    QFETCH(QString, hint);
    const std::string file = std::string(QTest::currentDataTag()) + ".json";
    const QString told = refusal([&] { experiment_from_json(text_of(file), file); });
    const QString begin = QString("experiment.format|The experiment %1 cannot be used. Line %2: ")
                              .arg(QString::fromStdString(file))
                              .arg(line);
    QVERIFY2(told.startsWith(begin), qPrintable(told));
    QVERIFY2(told.contains(part), qPrintable(told));
    QVERIFY2(told.section('|', 2).contains(hint), qPrintable(told));
    QVERIFY2(!told.contains("..") || told.contains("../"), qPrintable(told)); // one period per sentence
}

void ExperimentReaderTest::a_good_file_has_no_complaints_and_the_bad_ones_are_all_told_of() {
    QVERIFY(refusal([] { good(); }).isEmpty());
    const QStringList files = QDir(folder).entryList({"*.json"}, QDir::Files);
    QVERIFY(files.size() > 50);
    for (const QString& file : files)
        QCOMPARE(refusal([&] { experiment_from_json(text_of(file.toStdString()), "drawn"); }).isEmpty(),
                 file == "good.json");
}

void ExperimentReaderTest::an_id_is_a_file_name_of_at_most_64_letters() {
    const auto is_taken = [](const std::string& id) {
        return refusal([&] {
                   experiment_from_json(with(text_of("good.json"), "\"id\": \"drawn\"", "\"id\": \"" + id + "\""), "");
               })
            .isEmpty();
    };
    QVERIFY(is_taken(std::string(64, 'a')) && is_taken("a-1_b"));
    for (const std::string& id : {std::string(65, 'a'), std::string("-a"), std::string(), std::string("a/b")})
        QVERIFY2(!is_taken(id), id.c_str());
}

void ExperimentReaderTest::a_file_that_is_cut_short_anywhere_is_refused() {
    const std::string whole = text_of("good.json");
    const std::size_t end = whole.find_last_of('}');
    for (std::size_t length = 0; length <= end; length += 7) {
        const QString told = refusal([&] { experiment_from_json(whole.substr(0, length), "cut.json"); });
        QVERIFY2(told.startsWith("experiment.format|") && told.contains("Line "), qPrintable(told));
    }
}

void ExperimentReaderTest::what_is_too_large_is_refused_before_it_is_unfolded() {
    QString values;
    for (int i = 0; i < 1000; ++i) values += (i > 0 ? "," : "") + QString::number(i);
    const auto with = [&](int variables) {
        QString names, all;
        for (int i = 0; i < variables; ++i) {
            names += QString("%1\"v%2\"").arg(i > 0 ? "," : "").arg(i);
            all += QString("%1\"v%2\":{\"values\":[%3]}").arg(i > 0 ? "," : "").arg(i).arg(values);
        }
        return QString("{\"warploom_experiment\":1,\"id\":\"large\",\"title\":\"large\",\"variables\":{%1},\"series\":["
                       "{\"id\":\"a\",\"over\":[%2],\"run\":{\"operation\":\"spmv\",\"input\":\"{v0}\",\"kernel\":"
                       "\"k\"}}]}")
            .arg(all, names)
            .toStdString();
    };
    QCOMPARE(expand(experiment_from_json(with(1), "large.json"), false).size(), std::size_t{1000});
    for (const int variables : {2, 7}) { // a million cells; more than an int can count
        const QString told = refusal([&] { experiment_from_json(with(variables), "large.json"); });
        QVERIFY2(told.contains("more than 100,000 cells"), qPrintable(told));
    }
    const std::string deep = std::string(100000, '[') + std::string(100000, ']');
    QVERIFY(refusal([&] { experiment_from_json(deep, "deep.json"); }).contains("nested too deeply"));
    const std::string long_text = "\"" + std::string(std::size_t{5} << 20, 'x') + "\"";
    QVERIFY(refusal([&] { experiment_from_json(long_text, "long.json"); }).contains("larger than 4 megabytes"));
    std::string keys = "{";
    for (int i = 0; i < 2000; ++i) keys += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
    QVERIFY(refusal([&] { experiment_from_json(keys + "}", "keys.json"); }).contains("more than 1000 keys"));
}

void ExperimentReaderTest::templates_are_filled_in() {
    const Experiment drawn = good();
    const Bindings at{{"size", "100"}, {"method", "PCR"}};
    QCOMPARE(fill_in("n={size},k={method.id}{method}", drawn, at), std::string("n=100,k=pcrPCR"));
    QCOMPARE(fill_in("plain", drawn, at), std::string("plain"));
    QCOMPARE(fill_in("", drawn, at), std::string());
}

void ExperimentReaderTest::a_template_that_cannot_be_filled_in_is_refused_data() {
    QTest::addColumn<QString>("part");
    QTest::newRow("{other}") << "uses {other}, which has no value";
    QTest::newRow("{method}") << "uses {method}, which has no value"; // it exists, but is not bound here
    QTest::newRow("{size.id}") << "uses {size.id}, which 100 does not have";
    QTest::newRow("{size") << "has a { without a matching }";
    QTest::newRow("{size{size}") << "has a { without a matching }";
    QTest::newRow("size}") << "has a } without a matching {";
}

void ExperimentReaderTest::a_template_that_cannot_be_filled_in_is_refused() {
    QFETCH(QString, part);
    const Experiment drawn = good();
    const QString told = refusal([&] { fill_in(QTest::currentDataTag(), drawn, {{"size", "100"}}); });
    QVERIFY2(told.startsWith("experiment.format|The template \"") && told.contains(part), qPrintable(told));
}

void ExperimentReaderTest::numbers_are_words_in_their_shortest_form() {
    const Experiment drawn = experiment_from_json(R"({"warploom_experiment": 1, "id": "numbers", "title": "numbers",
                                 "variables": {"n": {"values": [1e6, 0.10, 2.0, -3, "007", 1e300, 12345678901234567]}},
                                 "series": [{"id": "a", "over": ["n"],
                                             "run": {"operation": "spmv", "input": "m", "kernel": "{n}"}}]})",
                                                  "numbers.json");
    QStringList names;
    for (const auto& value : drawn.variables[0].values) names << QString::fromStdString(value.name);
    QCOMPARE(names, QStringList({"1000000", "0.1", "2", "-3", "007", "1e+300", "12345678901234567"}));
    QVERIFY(drawn.variables[0].is_numeric());
}

void ExperimentReaderTest::the_nearest_word_is_the_one_with_the_fewest_changes() {
    QCOMPARE(edit_distance("kitten", "sitting"), std::size_t{3});
    QCOMPARE(edit_distance("", "abc"), std::size_t{3});
    QCOMPARE(edit_distance("same", "same"), std::size_t{0});
    QCOMPARE(did_you_mean("ordr", {"block", "order"}), std::string("Did you mean \"order\"?"));
    QCOMPARE(did_you_mean("xyzzyx", {"block", "order"}), std::string("Available: block, order."));
}

void ExperimentReaderTest::the_programs_own_files_are_all_read() {
    std::vector<std::string> complaints;
    const auto all = experiments(&complaints);
    QVERIFY2(complaints.empty(), complaints.empty() ? "" : complaints.front().c_str());
    const QStringList files =
        QDir(WARPLOOM_SOURCE_DIR "/datasets/experiments").entryList({"*.json"}, QDir::Files, QDir::Name);
    QCOMPARE(static_cast<int>(all.size()), static_cast<int>(files.size()));
    for (const auto& one : all) {
        QVERIFY2(files.contains(QString::fromStdString(one.id) + ".json"), one.id.c_str()); // named after the id
        QVERIFY2(!one.conclusion.empty() && !one.source.empty() && !one.place.empty(), one.id.c_str());
        QVERIFY2(!expand(one, true).empty() || !one.profiles.empty(), one.id.c_str());
    }
}

void ExperimentReaderTest::they_come_by_source_and_by_place_with_numbers_in_order() {
    const auto all = experiments();
    for (std::size_t i = 0; i + 1 < all.size(); ++i) QVERIFY(all[i].source <= all[i + 1].source);
    const auto number_of = [&](const std::string& id) {
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].id == id) return static_cast<int>(i);
        return -1;
    };
    QVERIFY(number_of("prata2010-table-5") >= 0);
    QVERIFY(number_of("prata2010-tables-1-4") < number_of("prata2010-tables-7-9"));
}

void ExperimentReaderTest::a_users_file_is_found_and_a_broken_one_is_told_of() {
    const QString folder = QString::fromStdString(user_folder());
    QVERIFY(folder.startsWith(home_->path()));
    const auto before = experiments().size();
    write(folder + "/mine.json", text_of("good.json"));
    write(folder + "/broken.json", text_of("circle.json"));
    write(folder + "/same.json", text_of("good.json")); // duplicate id
    write(folder + "/notes.txt", "not an experiment");
    std::vector<std::string> complaints;
    const auto all = experiments(&complaints);
    QCOMPARE(all.size(), before + 1);
    QCOMPARE(all.back().id, std::string("drawn"));
    QCOMPARE(complaints.size(), std::size_t{2});
    QVERIFY(complaints[0].find("broken.json") != std::string::npos &&
            complaints[0].find("Line 34") != std::string::npos);
    QVERIFY(complaints[1].find("another experiment already has the ID \"drawn\".") != std::string::npos);
    QCOMPARE(find_experiment("drawn").text, text_of("good.json"));
    QCOMPARE(find_experiment((folder + "/mine.json").toStdString()).id, std::string("drawn"));
}

void ExperimentReaderTest::an_unknown_experiment_is_answered_with_the_list() {
    const QString told = refusal([] { find_experiment("nothing-like-it"); });
    QVERIFY2(told.startsWith("experiment.unknown|There is no experiment named \"nothing-like-it\"."), qPrintable(told));
    QVERIFY(told.contains("prata2010-table-5"));
    QVERIFY(refusal([] { find_experiment("/nowhere/at-all.json"); }).startsWith("file.missing|"));
    QVERIFY(refusal([] { find_experiment("/"); }).startsWith("file.missing|"));
}

WARPLOOM_TEST(ExperimentReaderTest);
#include "experiment_reader_test.moc"
