// Experiment results as files: round trips, detection of edited files, and errors for inconsistent ones.

#include "engine/experiment/result.h"

#include "experiment_test_tools.h"
#include "support/runner.h"

#include <nlohmann/json.hpp>

#include <random>

using namespace warploom::experiment;
using namespace experiment_test;
using warploom::Json;

namespace {

/// Returns a result with everything that a result can contain, with consistent figures.
Result whole_result() {
    Result result;
    result.experiment = good();
    result.is_complete = true;
    result.date = "2026-11-21T15:30:00Z";
    result.facts = {{"program", "0.1.0"}, {"input tridiagonal:n=100", "sha256:1234"}};
    result.measured_on = "a drawn GPU (cuda:0)";
    result.modelled_on = "GeForce GTX 460";
    result.author = "Ada </script><b>";
    result.words = "PCR wins below 1000 unknowns; \"why\"?\nSee the copies \u2014 \u00fcber all.";
    result.cells = expand(result.experiment, false);
    double number = 0.1;
    for (auto& cell : result.cells) {
        if (cell.series != "gpu" && cell.series != "host") continue;
        number += 0.07;
        cell.measured.samples_ns = {number * 2e6, number * 1e6, number * 3e6};
        cell.measured.number = number * 2e6 / 1e6;
        cell.measured.low = number * 1.5e6 / 1e6;
        cell.measured.high = number * 2.5e6 / 1e6;
        if (cell.series == "host") cell.modelled.why_not = "There is no model of hosts.";
        else cell.modelled.number = number / 3;
    }
    result.cells[0].modelled.is_fitted = true;
    result.cells[0].modelled.note = "1 of 8 blocks traced";
    derive(result.experiment, result.cells);
    result.profiles.push_back({"Figure 2", "random-rows:n=10", "a note", "", {0, 5}, {1, 2}, {3, 4.5}, {2, 3.25}});
    return result;
}

bool are_equal(const CellValue& a, const CellValue& b) {
    return a.number == b.number && a.low == b.low && a.high == b.high && a.text == b.text && a.why_not == b.why_not &&
           a.note == b.note && a.is_fitted == b.is_fitted && a.samples_ns == b.samples_ns;
}

bool are_equal(const Cell& a, const Cell& b) {
    return a.series == b.series && a.at == b.at && are_equal(a.published, b.published) &&
           are_equal(a.modelled, b.modelled) && are_equal(a.measured, b.measured);
}

/// Returns the index of the cell with this series, size and method.
std::size_t number_of(const Json& document, const std::string& series, const std::string& size,
                      const std::string& method) {
    for (std::size_t i = 0; i < document["cells"].size(); ++i) {
        const auto& cell = document["cells"][i];
        if (cell["series"] == series && cell["at"]["size"] == size &&
            (method.empty() || cell["at"]["method"] == method))
            return i;
    }
    qFatal("no such cell");
}

QStringList names(const std::vector<std::string>& all) {
    QStringList list;
    for (const auto& one : all) list << QString::fromStdString(one);
    return list;
}

using Edit = std::function<void(Json&)>;

} // namespace
Q_DECLARE_METATYPE(Edit)

class ExperimentResultTest : public QObject {
    Q_OBJECT

private slots:
    void what_is_written_is_read_back();
    void an_html_report_carries_the_same_result();
    void samples_can_be_left_out();
    void one_cell_is_read_back_as_it_was_sent();
    void an_untouched_result_is_intact_however_it_is_laid_out();
    void an_edit_is_named_data();
    void an_edit_is_named();
    void every_digit_is_covered();
    void a_cell_of_another_result_does_not_fit();
    void an_edited_result_stays_marked_when_it_is_written_again();
    void figures_that_contradict_each_other_are_told_data();
    void figures_that_contradict_each_other_are_told();
    void what_is_no_result_is_refused_data();
    void what_is_no_result_is_refused();
    void a_result_that_is_cut_short_anywhere_is_refused();
    void figures_that_are_not_finite_are_reasons();
    void two_results_stand_side_by_side();
    void results_of_different_experiments_are_not_compared();
};

void ExperimentResultTest::what_is_written_is_read_back() {
    const Result result = whole_result();
    const std::string text = result_to_json(result);
    QVERIFY(text.find("\"warploom_result\": 1") != std::string::npos);
    QVERIFY(text.find("\"holds\"") != std::string::npos); // verdicts are written for readers of the file
    const Result back = result_from_text(text, "drawn.json");
    QCOMPARE(back.cells.size(), result.cells.size());
    for (std::size_t i = 0; i < result.cells.size(); ++i) QVERIFY(are_equal(back.cells[i], result.cells[i]));
    QCOMPARE(back.experiment.id, result.experiment.id);
    QCOMPARE(back.experiment.claims.size(), result.experiment.claims.size());
    QVERIFY(back.is_complete && !back.is_quick);
    QCOMPARE(back.date, result.date);
    QCOMPARE(back.facts, result.facts);
    QCOMPARE(back.measured_on, result.measured_on);
    QCOMPARE(back.modelled_on, result.modelled_on);
    QCOMPARE(back.author, result.author);
    QCOMPARE(back.words, result.words);
    QCOMPARE(back.profiles.size(), std::size_t{1});
    QCOMPARE(back.profiles[0].rows, result.profiles[0].rows);
    QCOMPARE(back.profiles[0].mean, result.profiles[0].mean);
    QVERIFY(back.edited.empty());
    QCOMPARE(result_to_json(back), text); // identical when written again
}

void ExperimentResultTest::an_html_report_carries_the_same_result() {
    const Result result = whole_result();
    const std::string script = result_script(result);
    // The script must end only once, whatever the names contain.
    QCOMPARE(QString::fromStdString(script).count("</script>"), 1);
    QCOMPARE(QString::fromStdString(script).count("<"), 2);
    const std::string html = "<!DOCTYPE html>\n<html><body><p>id=warploom-result</p>" + script + "</body></html>\n";
    const Result back = result_from_text(html, "drawn.html");
    QCOMPARE(result_to_json(back), result_to_json(result));
    QVERIFY(check_seal(html, "drawn.html").is_intact);
}

void ExperimentResultTest::samples_can_be_left_out() {
    const Result result = whole_result();
    const std::string text = result_to_json(result, IncludeSamples::leave_out);
    QVERIFY(text.find("samples_ns") == std::string::npos);
    const SealReport report = check_seal(text, "short.json");
    QVERIFY(report.is_intact && report.contradictions.empty());
    QCOMPARE(result_from_text(text, "short.json").cells[0].measured.number, result.cells[0].measured.number);
}

void ExperimentResultTest::one_cell_is_read_back_as_it_was_sent() {
    const Result result = whole_result();
    for (const auto& cell : result.cells) QVERIFY(are_equal(cell_from_json(cell_to_json(cell)), cell));
    const auto all = cells_from_json(cells_to_json(result.cells));
    QCOMPARE(all.size(), result.cells.size());
    for (std::size_t i = 0; i < all.size(); ++i) QVERIFY(are_equal(all[i], result.cells[i]));
    QVERIFY(cell_from_json(cell_to_json(result.cells[0], IncludeSamples::leave_out)).measured.samples_ns.empty());
    QVERIFY(cell_to_json(result.cells[0]).dump().find('\n') == std::string::npos); // a single line of the protocol
    const Json document = Json::parse(result_to_json(result));                     // as in a result, including the seal
    QVERIFY(are_equal(cell_from_json(document["cells"][0]), result.cells[0]));
    for (const char* bad : {"", "[]", "{}", "{\"series\": 1}", "{\"series\": \"a\", \"at\": []}",
                            "{\"series\": \"a\", \"at\": {\"n\": []}}", "{\"series\": \"a\", \"measured\": 1}",
                            "{\"series\": \"a\", \"measured\": {\"number\": \"1\"}}",
                            "{\"series\": \"a\", \"measured\": {\"samples_ns\": [\"1\"]}}"})
        QVERIFY2(refusal([&] { cell_from_json(Json::parse(bad, nullptr, false)); }).startsWith("result.format|"), bad);
    QVERIFY(refusal([] { cells_from_json(Json::object()); }).startsWith("result.format|"));
}

void ExperimentResultTest::an_untouched_result_is_intact_however_it_is_laid_out() {
    const std::string text = result_to_json(whole_result());
    SealReport report = check_seal(text, "drawn.json");
    QVERIFY(report.is_sealed && report.is_intact);
    QCOMPARE(names(report.edited), QStringList());
    QCOMPARE(names(report.contradictions), QStringList());
    QCOMPARE(report.sentence, std::string("The values have not been changed since Warploom wrote them."));
    QVERIFY(check_seal(Json::parse(text).dump(), "packed.json").is_intact);
    QVERIFY(check_seal(nlohmann::json::parse(text).dump(7), "sorted.json").is_intact); // keys in a different order
}

void ExperimentResultTest::an_edit_is_named_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* name, const Edit& edit, const QStringList& edited) {
        QTest::newRow(name) << edit << edited;
    };
    const auto cell = [](Json& json) -> Json& { return json["cells"][number_of(json, "gpu", "1000", "PCR")]; };
    const QString gpu = "on the GPU, unknowns 1000, PCR";
    row("a measured figure", [=](Json& json) { cell(json)["measured"]["number"] = 0.01; }, {gpu + ": measured"});
    row("a modelled one", [=](Json& json) { cell(json)["modelled"]["number"] = 0.01; }, {gpu + ": modelled"});
    row("a published one", [=](Json& json) { cell(json)["published"]["number"] = 0.01; }, {gpu + ": published"});
    row("a sample", [=](Json& json) { cell(json)["measured"]["samples_ns"][1] = 1; }, {gpu + ": measured"});
    row("a quartile", [=](Json& json) { cell(json)["measured"]["low"] = 0.01; }, {gpu + ": measured"});
    row("a note", [=](Json& json) { cell(json)["modelled"]["note"] = "exact"; }, {gpu + ": modelled"});
    row("a fit that is hidden", [](Json& json) { json["cells"][0]["modelled"].erase("fitted"); },
        {"on the GPU, unknowns 100, CR: modelled"});
    row("two cells",
        [=](Json& json) {
            cell(json)["measured"]["number"] = 0.01;
            json["cells"][number_of(json, "host", "100", "")]["measured"]["number"] = 0.02;
        },
        {gpu + ": measured", "host, unknowns 100: measured"});
    row("a further key of a cell", [=](Json& json) { cell(json)["measurred"] = 1; }, {"\"measurred\" of " + gpu});
    row("a cell's seal", [=](Json& json) { cell(json)["seal"] = "0"; }, {gpu});
    row("no seal of a cell", [=](Json& json) { cell(json).erase("seal"); }, {gpu});
    row("a fact", [](Json& json) { json["facts"]["program"] = "0.2.0"; }, {"the facts"});
    row("the hash of an input", [](Json& json) { json["facts"]["input tridiagonal:n=100"] = "sha256:4321"; },
        {"the facts"});
    row("a fact less", [](Json& json) { json["facts"].erase("program"); }, {"the facts"});
    row("the machine", [](Json& json) { json["measured_on"] = "a better GPU"; },
        {"the settings, the date or the machine"});
    row("the date", [](Json& json) { json["date"] = "2026-11-20T15:30:00Z"; },
        {"the settings, the date or the machine"});
    row("the author", [](Json& json) { json["author"] = "Charles"; }, {"the author or the comment"});
    row("a verdict", [](Json& json) { json["claims"][0]["measured"]["verdict"] = "perhaps"; },
        {"the verdicts of the claims"});
    row("a profile", [](Json& json) { json["profiles"][0]["mean"][1] = 4; }, {"the profiles"});
    row("the experiment", [](Json& json) { json["experiment"]["title"] = "Another"; }, {"the experiment"});
    row("a cell less", [](Json& json) { json["cells"].erase(json["cells"].size() - 1); },
        {"the list of cells: some were removed, added, renamed or moved"});
    row("two cells exchanged", [](Json& json) { std::swap(json["cells"][0]["at"], json["cells"][1]["at"]); },
        {"the list of cells: some were removed, added, renamed or moved", "on the GPU, unknowns 100, PCR",
         "on the GPU, unknowns 100, CR"});
    row("a further key", [](Json& json) { json["bonus"] = 1; }, {"\"bonus\", which Warploom does not write"});
    row("the seal", [](Json& json) { json["seal"] = "sha256:00"; }, {"the seals"});
}

void ExperimentResultTest::an_edit_is_named() {
    QFETCH(Edit, edit);
    Json document = Json::parse(result_to_json(whole_result()));
    edit(document);
    const SealReport report = check_seal(document.dump(2), "edited.json");
    QVERIFY(report.is_sealed && !report.is_intact);
    QTEST(names(report.edited), "names");
    QVERIFY(report.sentence.find(report.edited.front()) != std::string::npos);
}

void ExperimentResultTest::every_digit_is_covered() {
    const std::string text = result_to_json(whole_result());
    std::mt19937 random(7);
    int changed = 0;
    while (changed < 150) {
        std::string edited = text;
        char& c = edited[random() % edited.size()];
        if (c < '0' || c > '9') continue;
        c = static_cast<char>('0' + (c - '0' + 1 + static_cast<int>(random() % 9)) % 10);
        // The last digit of a long number may not change its value.
        if (Json::parse(edited, nullptr, false) == Json::parse(text)) continue;
        ++changed;
        try {
            QVERIFY2(!check_seal(edited, "edited.json").is_intact,
                     edited.substr(static_cast<std::size_t>(&c - edited.data()) - 60, 120).c_str());
        } catch (const warploom::Error& error) { // not a valid result: the version, or a leading 0
            QCOMPARE(error.code(), std::string("result.format"));
        }
    }
}

void ExperimentResultTest::a_cell_of_another_result_does_not_fit() {
    Result other = whole_result();
    other.measured_on = "another GPU";
    Json document = Json::parse(result_to_json(whole_result()));
    const Json faster = Json::parse(result_to_json(other));
    document["cells"][2] = faster["cells"][2];
    QCOMPARE(names(check_seal(document.dump(), "mixed.json").edited), QStringList{"on the GPU, unknowns 1000, CR"});
}

void ExperimentResultTest::an_edited_result_stays_marked_when_it_is_written_again() {
    Json document = Json::parse(result_to_json(whole_result()));
    document["facts"]["program"] = "0.2.0";
    const Result opened = result_from_text(document.dump(), "edited.json");
    QCOMPARE(names(opened.edited), QStringList{"the facts"});
    const std::string again = result_to_json(opened);
    const SealReport report = check_seal(again, "again.json");
    QVERIFY(report.is_sealed && !report.is_intact);
    QCOMPARE(names(report.edited), QStringList{"the facts"});
    Json washed = Json::parse(again);
    washed.erase("edited");
    QCOMPARE(names(check_seal(washed.dump(), "washed.json").edited), QStringList{"the list of earlier edits"});
    document.erase("seal");
    QCOMPARE(check_seal(document.dump(), "bare.json").is_sealed, false);
    QVERIFY(!check_seal(result_to_json(result_from_text(document.dump(), "bare.json")), "bare.json").is_intact);
}

void ExperimentResultTest::figures_that_contradict_each_other_are_told_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const Edit& edit, const QString& told) {
        QTest::newRow(name) << edit << told;
    };
    row(
        "a median", [](Json& json) { json["cells"][0]["measured"]["number"] = 0.3; },
        "on the GPU, unknowns 100, CR: the measured value is not the median of its samples");
    row(
        "a sample", [](Json& json) { json["cells"][0]["measured"]["samples_ns"][1] = 300000; },
        "on the GPU, unknowns 100, CR: the quartiles do not match the samples");
    row(
        "a ratio",
        [](Json& json) { json["cells"][number_of(json, "speed-up", "100", "CR")]["measured"]["number"] = 9; },
        "speed-up, unknowns 100, CR: the measured value does not match the values from which it is computed");
    row(
        "a reduction", [](Json& json) { json["cells"][number_of(json, "best", "100", "")]["measured"]["number"] = 9; },
        "best, unknowns 100: the measured value does not match the values from which it is computed");
    row(
        "a modelled ratio",
        [](Json& json) { json["cells"][number_of(json, "best", "100", "")]["modelled"]["number"] = 9; },
        "best, unknowns 100: the modelled value does not match the values from which it is computed");
    row(
        "what was printed", [](Json& json) { json["cells"][0]["published"]["number"] = 0.9; },
        "on the GPU, unknowns 100, CR: the published value differs from the source");
}

void ExperimentResultTest::figures_that_contradict_each_other_are_told() {
    QFETCH(Edit, edit);
    QFETCH(QString, told);
    Json document = Json::parse(result_to_json(whole_result()));
    edit(document);
    const SealReport report = check_seal(document.dump(), "edited.json");
    const QStringList all = names(report.contradictions);
    QVERIFY2(!all.isEmpty() && all[0].startsWith(told), qPrintable(all.join("; ")));
    QVERIFY(QString::fromStdString(report.sentence).contains(told));
}

void ExperimentResultTest::what_is_no_result_is_refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const std::string& text, const char* told) {
        QTest::newRow(name) << QString::fromStdString(text) << QString(told);
    };
    const auto edited = [](const Edit& edit) {
        Json document = Json::parse(result_to_json(whole_result()));
        edit(document);
        return document.dump();
    };
    row("nothing", "", "The file is empty.");
    row("words", "Dear teacher,", "neither a result nor a report");
    row("html without a result", "<html><body></body></html>", "neither a result nor a report");
    row("html that ends early", "<script type=\"application/json\" id=\"warploom-result\">{", "neither a result");
    row("not JSON", "{\n\n  \"warploom_result\": 1,,\n}", "Line 3: This is not valid JSON.");
    row("other JSON", "{\"warploom_card\": 1}", "It is not the result of an experiment.");
    row("a later version", "{\"warploom_result\": 2}", "Its version is 2");
    row("a version with a name", "{\"warploom_result\": \"one\"}", "Its version is \"one\"");
    row("deep", "{\"a\":" + std::string(200, '[') + std::string(200, ']') + "}", "nested too deeply");
    for (const char* key : {"experiment", "quick", "complete", "facts", "cells"})
        row(key, edited([key](Json& json) { json.erase(key); }), ("'" + std::string(key) + "' is missing").c_str());
    row("facts as a list", edited([](Json& json) { json["facts"] = Json::array(); }), "'facts' must be an object");
    row("a fact as a number", edited([](Json& json) { json["facts"]["program"] = 1; }),
        "'facts.program' must be a string");
    row("cells as an object", edited([](Json& json) { json["cells"] = Json::object(); }), "'cells' must be a list");
    row("a broken experiment", edited([](Json& json) { json["experiment"]["series"][2]["ratio"]["of"] = "best"; }),
        "The experiment in it cannot be used. Line ");
    row("an unknown series", edited([](Json& json) { json["cells"][0]["series"] = "gpus"; }), "the series \"gpus\"");
    row("an unknown value", edited([](Json& json) { json["cells"][0]["at"]["size"] = "7"; }),
        "has no valid value for \"size\"");
    row("a variable less", edited([](Json& json) { json["cells"][0]["at"].erase("size"); }),
        "has no valid value for \"size\"");
    row("a variable more", edited([](Json& json) { json["cells"][0]["at"]["other"] = "7"; }), "does not vary");
    row("a cell twice", edited([](Json& json) { json["cells"].push_back(json["cells"][0]); }), "occurs twice");
    row("a profile's lists", edited([](Json& json) { json["profiles"][0]["mean"].push_back(1); }), "of equal length");
    row("a profile's words", edited([](Json& json) { json["profiles"][0]["mean"][0] = "1"; }), "must be a number");
}

void ExperimentResultTest::what_is_no_result_is_refused() {
    QFETCH(QString, text);
    QFETCH(QString, told);
    const QString answer = refusal([&] { result_from_text(text.toStdString(), "FILE"); });
    QVERIFY2(answer.startsWith("result.format|The result FILE cannot be read") && answer.contains(told),
             qPrintable(answer));
    QCOMPARE(refusal([&] { check_seal(text.toStdString(), "FILE"); }), answer);
}

void ExperimentResultTest::a_result_that_is_cut_short_anywhere_is_refused() {
    const std::string text = result_to_json(whole_result());
    for (std::size_t length = 0; length + 2 < text.size(); length += 97)
        QVERIFY(refusal([&] { result_from_text(text.substr(0, length), "cut.json"); }).startsWith("result.format|"));
}

void ExperimentResultTest::figures_that_are_not_finite_are_reasons() {
    Result result = whole_result();
    result.cells[0].modelled.number = std::numeric_limits<double>::infinity();
    const CellValue value = result_from_text(result_to_json(result), "drawn.json").cells[0].modelled;
    QVERIFY(!value.number && value.why_not == "The value is not finite.");
    result.experiment.text.clear();
    QVERIFY(refusal([&] { result_to_json(result); }).startsWith("result.format|"));
}

void ExperimentResultTest::two_results_stand_side_by_side() {
    const Result a = whole_result();
    Result b = whole_result();
    b.measured_on = "a faster one";
    b.cells[0].measured.number = *a.cells[0].measured.number / 2;
    b.cells[1].measured = {};
    b.cells.erase(b.cells.begin() + 2);
    const warploom::Table table = compare(a, b);
    QCOMPARE(table.rows.size(), a.cells.size());
    const auto column = [&](const char* name) { return table.column(name); };
    QCOMPARE(table.text(0, 0), std::string("gpu"));
    QCOMPARE(table.number(0, column("size")), 100.0);
    QCOMPARE(table.number(0, column("a_measured")), *a.cells[0].measured.number);
    QCOMPARE(table.number(0, column("b_per_a_measured")), 0.5);
    QCOMPARE(table.number(0, column("b_per_a_modelled")), 1.0);
    QCOMPARE(table.text(1, column("b_measured")), std::string());
    QCOMPARE(table.text(2, column("b_modelled")), std::string());
    QVERIFY(!table.text(2, column("a_modelled")).empty());
    QCOMPARE(table.facts.size(), std::size_t{2});
    QCOMPARE(table.facts[1], std::make_pair(std::string("measured on (b)"), std::string("a faster one")));
    QCOMPARE(compare(b, a).rows.size(), a.cells.size()); // cells that occur only in the second result come last
    QCOMPARE(compare(b, a).number(a.cells.size() - 1, column("size")), 1000.0);
}

void ExperimentResultTest::results_of_different_experiments_are_not_compared() {
    const Result a = whole_result();
    Result b = whole_result();
    b.experiment = experiment_from_json(with(text_of("good.json"), "\"id\": \"drawn\"", "\"id\": \"other\""), "b");
    QVERIFY(
        refusal([&] { compare(a, b); }).startsWith("result.compare|The two results are from different experiments: "));
    b.experiment = experiment_from_json(with(text_of("good.json"), "\"block\": 128", "\"block\": 64"), "b");
    QVERIFY(refusal([&] { compare(a, b); }).contains("the series \"gpu\" is defined differently"));
    b.experiment = experiment_from_json(with(text_of("good.json"), "on the GPU", "GPU"), "b");
    QVERIFY(refusal([&] { compare(a, b); }).isEmpty()); // a title does not matter
}

WARPLOOM_TEST(ExperimentResultTest);
#include "experiment_result_test.moc"
