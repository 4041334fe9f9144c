// When a claim holds, fails, or cannot be decided, per column, on examples evaluated by hand.

#include "engine/error.h"
#include "engine/experiment/claims.h"

#include "experiment_test_tools.h"
#include "support/runner.h"

using namespace warploom::experiment;
using namespace experiment_test;

namespace {

using Cells = std::vector<Cell>;

/// Returns an experiment with series left and right over n = 1, 2, 3, `wide` over n and kind, `ratio` of left and
/// right, and one claim.
Experiment with_claim(const QString& claim) {
    return experiment_from_json(
        QString(R"({"warploom_experiment": 1, "id": "claims", "title": "Claims", "card": "gtx295",
        "variables": {"n": {"values": [1, 2, 3]}, "kind": {"values": ["x", "y"]}},
        "series": [
          {"id": "left", "title": "Left", "over": ["n"], "run": {"operation": "spmv", "input": "m", "kernel": "k"}},
          {"id": "right", "over": ["n"], "run": {"operation": "spmv", "input": "m", "kernel": "k"}},
          {"id": "wide", "over": ["n", "kind"], "run": {"operation": "spmv", "input": "m", "kernel": "k"}},
          {"id": "host", "over": ["n"], "run": {"operation": "spmv", "input": "m", "kernel": "k", "on": "cpu"}},
          {"id": "count", "over": ["n"], "unit": "ms", "run": {"operation": "spmv", "input": "m", "kernel": "k"},
           "figure": "transactions"},
          {"id": "ratio", "over": ["n"], "ratio": {"of": "left", "over": "right"}},
          {"id": "printed", "title": "Printed", "over": ["n"],
           "run": {"operation": "spmv", "input": "m", "kernel": "k", "modelled_kernel": "paper:p.cu"}},
          {"id": "of-host", "over": ["n"], "ratio": {"of": "left", "over": "host"}}],
        "claims": [{"text": "Something.", %1}]})")
            .arg(claim)
            .toStdString(),
        "claims.json");
}

void set(Cells& cells, const std::string& series, const QList<double>& numbers, CellColumn column) {
    int i = 0;
    for (auto& cell : cells)
        if (cell.series == series && i < numbers.size()) {
            const double number = numbers[i++];
            if (number >= 0) cell.value(column).number = number; // a negative number means none
        }
}

} // namespace

class ExperimentClaimsTest : public QObject {
    Q_OBJECT

private slots:
    void a_claim_is_judged_as_by_hand_data();
    void a_claim_is_judged_as_by_hand();
    void printed_figures_within_scatter_cannot_be_told_apart();
    void a_threshold_has_no_scatter();
    void measured_figures_are_told_apart_by_their_quartiles_data();
    void measured_figures_are_told_apart_by_their_quartiles();
    void a_measured_verdict_says_where_another_kernel_was_modelled();
    void columns_are_judged_each_on_its_own();
    void two_values_of_a_variable_are_compared_at_all_others();
    void series_over_different_variables_are_compared_where_they_meet();
    void where_leaves_out_the_rest();
    void the_sentence_names_the_closest_or_the_furthest_off();
    void a_ratio_that_was_not_printed_is_judged_by_its_printed_parts();
    void what_is_said_in_words_holds_where_figures_cannot_tell();
    void what_a_column_can_never_tell_is_outside_of_it();
    void a_claim_says_whose_its_bound_is();
    void whose_a_bound_is_needs_a_reason_and_a_known_word();
    void the_drawn_experiments_print_bears_its_claims_out();
};

void ExperimentClaimsTest::a_claim_is_judged_as_by_hand_data() {
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QList<double>>("left");
    QTest::addColumn<QList<double>>("right");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QList<int>>("counts"); // right, wrong, unknown
    using Numbers = QList<double>;
    using Counts = QList<int>;
    const QString less = R"("left": "left", "is": "less than", "right": "right")";
    const QString more = R"("left": "left", "is": "more than", "right": "right")";
    const QString alike = R"("left": "left", "is": "alike", "right": "right")";
    const auto row = [](const char* name, const QString& claim, const Numbers& left, const Numbers& right,
                        const char* verdict, const Counts& counts) {
        QTest::newRow(name) << claim << left << right << QString(verdict) << counts;
    };
    row("all less", less, {1, 2, 3}, {2, 3, 4}, "holds", {3, 0, 0});
    row("one not less", less, {1, 2, 5}, {2, 3, 4}, "fails", {2, 1, 0});
    row("equal is not less", less, {2, 2, 3}, {2, 3, 4}, "fails", {2, 1, 0});
    row("a model is exact", less, {1.999, 2, 3}, {2, 3, 4}, "holds", {3, 0, 0});
    row("one missing", less, {1, -1, 3}, {2, 3, 4}, "cannot tell", {2, 0, 1});
    row("one missing and one wrong", less, {1, -1, 5}, {2, 3, 4}, "fails", {1, 1, 1});
    row("all missing", less, {}, {2, 3, 4}, "cannot tell", {0, 0, 3});
    row("twice as much", more + R"(, "factor": 2)", {5, 7, 9}, {2, 3, 4}, "holds", {3, 0, 0});
    row("not twice as much", more + R"(, "factor": 2)", {5, 6, 9}, {2, 3, 4}, "fails", {2, 1, 0});
    row("a fifth of it", less + R"(, "factor": 5)", {1, 1, 1}, {6, 6, 4}, "fails", {2, 1, 0});
    row("alike", alike, {10, 10, 10}, {10, 9.5, 10.9}, "holds", {3, 0, 0});
    row("not alike", alike, {10, 10, 10}, {10, 9, 12}, "fails", {1, 2, 0});
    row("alike within half", alike + R"(, "within": 0.5)", {10, 10, 10}, {10, 9, 12}, "holds", {3, 0, 0});
    row("most", less + R"(, "part": "most")", {1, 2, 5}, {2, 3, 4}, "holds", {2, 1, 0});
    row("not most", less + R"(, "part": "most")", {1, 4, 5}, {2, 3, 4}, "fails", {1, 2, 0});
    row("most cannot be told", less + R"(, "part": "most")", {1, -1, 5}, {2, 3, 4}, "cannot tell", {1, 1, 1});
    row("some", less + R"(, "part": "some")", {1, 4, 5}, {2, 3, 4}, "holds", {1, 2, 0});
    row("not even some", less + R"(, "part": "some")", {3, 4, 5}, {2, 3, 4}, "fails", {0, 3, 0});
    row("some cannot be told", less + R"(, "part": "some")", {3, -1, 5}, {2, 3, 4}, "cannot tell", {0, 2, 1});
    const QString than = R"("left": "left", "is": "less than", "than": 3)";
    row("less than a number", than, {1, 2, 2.9}, {}, "holds", {3, 0, 0});
    row("not less than a number", than, {1, 2, 3}, {}, "fails", {2, 1, 0});
    row("alike to a number", R"("left": "left", "is": "alike", "than": 3)", {3, 3.2, 2.8}, {}, "holds", {3, 0, 0});
    row("nothing is more than nothing", more, {0, 1, 1}, {0, 0, 0}, "fails", {2, 1, 0});
    row("only one of them", less + R"(, "where": {"n": 2})", {5, 1, 5}, {2, 3, 4}, "holds", {1, 0, 0});
}

void ExperimentClaimsTest::a_claim_is_judged_as_by_hand() {
    QFETCH(QString, claim);
    QFETCH(QList<double>, left);
    QFETCH(QList<double>, right);
    const Experiment experiment = with_claim(claim);
    Cells cells = expand(experiment, false);
    set(cells, "left", left, CellColumn::modelled);
    set(cells, "right", right, CellColumn::modelled);
    const ClaimJudgment judgement = verdicts_of(experiment, cells).at(0)[CellColumn::modelled];
    QTEST(QString(to_string(judgement.verdict)), "verdict");
    QTEST((QList<int>{judgement.right, judgement.wrong, judgement.unknown}), "counts");
}

void ExperimentClaimsTest::printed_figures_within_scatter_cannot_be_told_apart() {
    const Experiment experiment = with_claim(R"("left": "left", "is": "less than", "right": "right")");
    Cells cells = expand(experiment, false);
    for (const CellColumn column : {CellColumn::published, CellColumn::modelled}) {
        set(cells, "left", {100, 100, 100}, column);
        set(cells, "right", {102.9, 103.1, 97.2}, column); // within, outside, within on the other side
    }
    const auto result = verdicts_of(experiment, cells).at(0);
    QCOMPARE(result[CellColumn::published].right, 1);
    QCOMPARE(result[CellColumn::published].unknown, 2);
    QCOMPARE(result[CellColumn::published].verdict, Verdict::cannot_tell);
    QCOMPARE(result[CellColumn::modelled].right, 2);
    QCOMPARE(result[CellColumn::modelled].wrong, 1);
}

void ExperimentClaimsTest::a_threshold_has_no_scatter() {
    const Experiment experiment = with_claim(R"("left": "left", "is": "less than", "than": 5)");
    Cells cells = expand(experiment, false);
    set(cells, "left", {4.99, 4.9, 1}, CellColumn::published);
    QCOMPARE(verdicts_of(experiment, cells).at(0)[CellColumn::published].verdict, Verdict::holds);
}

void ExperimentClaimsTest::measured_figures_are_told_apart_by_their_quartiles_data() {
    QTest::addColumn<QString>("is");
    QTest::addColumn<QList<double>>("left"); // low, median, high
    QTest::addColumn<QList<double>>("right");
    QTest::addColumn<QString>("verdict");
    using Span = QList<double>;
    QTest::newRow("apart") << "less than" << Span{9, 10, 11} << Span{12, 13, 14} << "holds";
    QTest::newRow("apart, the other way") << "less than" << Span{12, 13, 14} << Span{9, 10, 11} << "fails";
    QTest::newRow("overlapping") << "less than" << Span{9, 10, 12.5} << Span{12, 13, 14} << "cannot tell";
    QTest::newRow("touching") << "less than" << Span{9, 10, 12} << Span{12, 13, 14} << "cannot tell";
    QTest::newRow("more, overlapping") << "more than" << Span{9, 14, 15} << Span{8, 10, 10} << "cannot tell";
    QTest::newRow("alike") << "alike" << Span{9, 10, 11} << Span{9, 10.5, 12} << "holds";
    QTest::newRow("alike, perhaps") << "alike" << Span{8, 10, 13} << Span{12, 13, 14} << "cannot tell";
    QTest::newRow("not alike") << "alike" << Span{9, 10, 11} << Span{12, 13, 14} << "fails";
}

void ExperimentClaimsTest::measured_figures_are_told_apart_by_their_quartiles() {
    QFETCH(QString, is);
    QFETCH(QList<double>, left);
    QFETCH(QList<double>, right);
    const Experiment experiment =
        with_claim(QString(R"("left": "left", "is": "%1", "right": "right", "where": {"n": 1})").arg(is));
    Cells cells = expand(experiment, false);
    for (auto& cell : cells)
        if (cell.series == "left" || cell.series == "right") {
            const auto& span = cell.series == "left" ? left : right;
            cell.measured.low = span[0];
            cell.measured.number = span[1];
            cell.measured.high = span[2];
        }
    QTEST(QString(to_string(verdicts_of(experiment, cells).at(0)[CellColumn::measured].verdict)), "verdict");
}

void ExperimentClaimsTest::a_measured_verdict_says_where_another_kernel_was_modelled() {
    const auto sentence_of = [](const char* claim, CellColumn column) {
        const Experiment experiment = with_claim(claim);
        Cells cells = expand(experiment, false);
        set(cells, "left", {1, 1, 1}, column);
        set(cells, "right", {2, 2, 2}, column);
        set(cells, "printed", {2, 2, 2}, column);
        return QString::fromStdString(verdicts_of(experiment, cells).at(0)[column].sentence);
    };
    const char* const with_it = R"("left": "left", "is": "less than", "right": "printed")";
    const char* const without = R"("left": "left", "is": "less than", "right": "right")";
    const QString words = " Measured with Warploom's kernels instead of those of the source: Printed.";
    QVERIFY(sentence_of(with_it, CellColumn::measured).endsWith(words));
    QVERIFY(!sentence_of(with_it, CellColumn::modelled).contains(words));
    QVERIFY(!sentence_of(without, CellColumn::measured).contains("Measured with"));
}

void ExperimentClaimsTest::columns_are_judged_each_on_its_own() {
    const Experiment experiment = with_claim(R"("left": "left", "is": "less than", "right": "right")");
    Cells cells = expand(experiment, false);
    set(cells, "left", {1, 1, 1}, CellColumn::published);
    set(cells, "right", {2, 2, 2}, CellColumn::published);
    set(cells, "left", {3, 3, 3}, CellColumn::modelled);
    set(cells, "right", {2, 2, 2}, CellColumn::modelled);
    set(cells, "left", {1, 1, 1}, CellColumn::measured); // values of `right` in other columns must not be used
    const auto result = verdicts_of(experiment, cells).at(0);
    QCOMPARE(result[CellColumn::published].verdict, Verdict::holds);
    QCOMPARE(result[CellColumn::modelled].verdict, Verdict::fails);
    QCOMPARE(result[CellColumn::measured].verdict, Verdict::cannot_tell);
}

void ExperimentClaimsTest::two_values_of_a_variable_are_compared_at_all_others() {
    const Experiment experiment =
        with_claim(R"("series": "wide", "between": "kind", "left_value": "y", "is": "less than", "right_value": "x")");
    Cells cells = expand(experiment, false);
    set(cells, "wide", {2, 1, 2, 1, 2, 3}, CellColumn::modelled); // x and y for each n = 1, 2, 3
    const ClaimJudgment judgement = verdicts_of(experiment, cells).at(0)[CellColumn::modelled];
    QCOMPARE(judgement.right, 2);
    QCOMPARE(judgement.wrong, 1);
    QVERIFY2(judgement.sentence.find("wide, n 3, y: 1.5") != std::string::npos, judgement.sentence.c_str());
}

void ExperimentClaimsTest::series_over_different_variables_are_compared_where_they_meet() {
    for (const bool turned : {false, true}) {
        const Experiment experiment = with_claim(turned ? R"("left": "left", "is": "more than", "right": "wide")"
                                                        : R"("left": "wide", "is": "less than", "right": "left")");
        Cells cells = expand(experiment, false);
        set(cells, "wide", {1, 2, 3, 4, 5, 6}, CellColumn::modelled);
        set(cells, "left", {2.5, 3.5, 9}, CellColumn::modelled);
        const ClaimJudgment judgement = verdicts_of(experiment, cells).at(0)[CellColumn::modelled];
        QCOMPARE(judgement.right, 5);
        QCOMPARE(judgement.wrong, 1); // 4 versus 3.5
        set(cells, "wide", {1, 9, 3, 9, 5, 9}, CellColumn::modelled);
        const Experiment most = with_claim(R"("left": "wide", "is": "less than", "right": "left", "part": "most")");
        QCOMPARE(verdicts_of(most, cells).at(0)[CellColumn::modelled].verdict,
                 Verdict::fails); // half is not more than half
    }
}

void ExperimentClaimsTest::where_leaves_out_the_rest() {
    const Experiment experiment =
        with_claim(R"("left": "wide", "is": "less than", "right": "left", "where": {"kind": "y", "n": 3})");
    Cells cells = expand(experiment, false);
    set(cells, "wide", {9, 9, 9, 9, 9, 1}, CellColumn::modelled);
    set(cells, "left", {2, 2, 2}, CellColumn::modelled);
    const ClaimJudgment judgement = verdicts_of(experiment, cells).at(0)[CellColumn::modelled];
    QCOMPARE(judgement.right, 1);
    QCOMPARE(judgement.wrong + judgement.unknown, 0);
}

void ExperimentClaimsTest::the_sentence_names_the_closest_or_the_furthest_off() {
    const Experiment experiment = with_claim(R"("left": "left", "is": "less than", "right": "right")");
    Cells cells = expand(experiment, false);
    const auto sentence = [&] { return verdicts_of(experiment, cells).at(0)[CellColumn::modelled].sentence; };
    QCOMPARE(sentence(), std::string("None of the comparisons can be decided."));
    set(cells, "right", {10, 10, 10}, CellColumn::modelled);
    set(cells, "left", {5, 9.5, -1}, CellColumn::modelled);
    QCOMPARE(sentence(),
             std::string("2 of 3 comparisons hold, 1 cannot be decided. Closest to the threshold: Left, n 2: 0.95."));
    set(cells, "left", {5, 12, 11}, CellColumn::modelled);
    QCOMPARE(sentence(), std::string("1 of 3 comparisons hold. Farthest from the claim: Left, n 2: 1.2."));
    QCOMPARE(verdicts_of(experiment, {}).at(0)[CellColumn::modelled].sentence,
             std::string("There is nothing to compare."));
    const Experiment one = with_claim(R"("left": "left", "is": "less than", "than": 4000, "where": {"n": 1})");
    set(cells, "left", {1000}, CellColumn::modelled);
    QCOMPARE(verdicts_of(one, cells).at(0)[CellColumn::modelled].sentence,
             std::string("1 of 1 comparison holds. Result: Left, n 1: 1000."));
}

void ExperimentClaimsTest::a_ratio_that_was_not_printed_is_judged_by_its_printed_parts() {
    const Experiment experiment = with_claim(R"("left": "ratio", "is": "less than", "than": 1)");
    Cells cells = expand(experiment, false);
    set(cells, "left", {1, 2, 3}, CellColumn::published);
    set(cells, "right", {2, 4, 4}, CellColumn::published);
    QCOMPARE(verdicts_of(experiment, cells).at(0)[CellColumn::published].verdict, Verdict::holds);
    for (const auto& cell : cells)
        QVERIFY(cell.series != "ratio" || !cell.published.number); // the cells must not be modified
    set(cells, "ratio", {2, 0.5, 0.5}, CellColumn::published);     // a published value takes precedence
    QCOMPARE(verdicts_of(experiment, cells).at(0)[CellColumn::published].wrong, 1);
}

void ExperimentClaimsTest::what_is_said_in_words_holds_where_figures_cannot_tell() {
    const Experiment experiment =
        with_claim(R"("left": "left", "is": "less than", "right": "right", "said": "section 3")");
    Cells cells = expand(experiment, false);
    const auto said = [&](CellColumn column) { return verdicts_of(experiment, cells).at(0)[column]; };
    QCOMPARE(said(CellColumn::published).verdict, Verdict::holds);
    QCOMPARE(said(CellColumn::published).sentence,
             std::string("The source states this without giving numbers: section 3."));
    QCOMPARE(said(CellColumn::modelled).verdict, Verdict::cannot_tell); // no other caller has reported this
    set(cells, "left", {5, 5, 5}, CellColumn::published);
    set(cells, "right", {1, 1, 1}, CellColumn::published);
    QCOMPARE(said(CellColumn::published).verdict, Verdict::fails); // numbers take precedence over words
}

void ExperimentClaimsTest::what_a_column_can_never_tell_is_outside_of_it() {
    const auto judged = [](const QString& claim, CellColumn column) {
        const Experiment experiment = with_claim(claim);
        return verdicts_of(experiment, expand(experiment, false)).at(0)[column];
    };
    const QString host = R"("left": "of-host", "is": "more than", "than": 2)";
    QCOMPARE(judged(host, CellColumn::modelled).verdict, Verdict::outside);
    QCOMPARE(judged(host, CellColumn::modelled).sentence, std::string("CPUs are not modeled."));
    QCOMPARE(judged(host, CellColumn::measured).verdict, Verdict::cannot_tell);
    const QString count = R"("left": "left", "is": "less than", "right": "count")";
    QCOMPARE(judged(count, CellColumn::modelled).verdict, Verdict::cannot_tell);
    QCOMPARE(judged(count, CellColumn::measured).verdict, Verdict::outside);
    const QString said = R"("left": "left", "is": "less than", "right": "right", "outside": {"measured": "No clock."})";
    QCOMPARE(judged(said, CellColumn::measured).sentence, std::string("No clock."));
    QCOMPARE(judged(said, CellColumn::modelled).verdict, Verdict::cannot_tell);
    const QString ours =
        R"("left": "left", "is": "less than", "right": "right", "threshold": "ours", "because": "So.")";
    QCOMPARE(judged(ours, CellColumn::published).verdict, Verdict::outside); // nothing was published
}

void ExperimentClaimsTest::a_claim_says_whose_its_bound_is() {
    const auto text = [](const QString& claim) { return threshold_text(with_claim(claim).claims.at(0)); };
    const QString less = R"("left": "left", "is": "less than", "right": "right")";
    QCOMPARE(text(less), std::string());
    QCOMPARE(text(less + R"(, "threshold": "source", "because": "Table 1.")"),
             std::string("Comparison from the source: Table 1."));
    QCOMPARE(text(less + R"(, "factor": 2, "threshold": "ours", "because": "twice.")"),
             std::string("Threshold chosen by Warploom: twice."));
}

void ExperimentClaimsTest::whose_a_bound_is_needs_a_reason_and_a_known_word() {
    const QString less = R"("left": "left", "is": "less than", "right": "right")";
    const auto refused = [&](const QString& more) {
        try {
            (void)with_claim(less + more);
        } catch (const warploom::Error& error) {
            return QString::fromStdString(std::string(error.what()) + " " + error.hint());
        }
        return QString();
    };
    QVERIFY(refused(R"(, "threshold": "sources", "because": "So.")").contains("Did you mean \"source\"?"));
    QVERIFY(refused(R"(, "threshold": "ours")").contains("or neither"));
    QVERIFY(refused(R"(, "because": "So.")").contains("or neither"));
    QVERIFY(refused(R"(, "outside": {"modeled": "So."})").contains("Did you mean \"modelled\"?"));
}

void ExperimentClaimsTest::the_drawn_experiments_print_bears_its_claims_out() {
    const Experiment drawn = good();
    const auto results = verdicts_of(drawn, expand(drawn, false));
    QCOMPARE(results.size(), std::size_t{3});
    for (const auto& result : results) {
        QCOMPARE(result[CellColumn::published].verdict, Verdict::holds);
        QCOMPARE(result[CellColumn::measured].verdict, Verdict::cannot_tell);
    }
}

WARPLOOM_TEST(ExperimentClaimsTest);
#include "experiment_claims_test.moc"
