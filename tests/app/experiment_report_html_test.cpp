#include "app/experiment/report/report_html.h"
#include "app/experiment/run_experiment.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::app;
using experiment::Result;

namespace {

Result example() {
    Result result = begin_experiment(
        experiment::find_experiment(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json"), true);
    result.measured_on = "Model T (cuda:0)";
    result.modelled_on = "GTX <295>";
    result.facts = {{"cpu", "\"fast\" & cheap"}};
    result.author = "</script><b>Eve";
    for (experiment::Cell& cell : result.cells) {
        if (cell.series != "ell") continue;
        cell.modelled.number = 2.5;
        cell.modelled.is_fitted = true;
        cell.modelled.note = "From 10% of the blocks.";
        cell.measured.number = 5;
        cell.measured.low = 4.5;
        cell.measured.high = 5.5;
    }
    return result;
}

bool has(const std::string& html, const char* text) { return html.find(text) != std::string::npos; }

} // namespace

class ExperimentReportHtmlTest : public QObject {
    Q_OBJECT
private slots:
    void whatever_a_file_says_stays_text() {
        const std::string html = report_html(example(), {});
        QVERIFY(has(html, "<h1>Two formats &lt;on&gt; a small matrix</h1>"));
        QVERIFY(has(html, "<p>ELL is as good as CSR &amp; better.</p>"));
        QVERIFY(has(html, "&quot;fast&quot; &amp; cheap"));
        QVERIFY(has(html, "&lt;/script&gt;&lt;b&gt;Eve"));
        QVERIFY(!has(html, "<b>Eve"));
    }

    void the_three_kinds_stand_beside_each_other_with_their_ratios() {
        const std::string html = report_html(example(), {});
        QVERIFY(has(html, "<td class=\"published\">-"));
        QVERIFY(has(html, "<td class=\"modelled\">2.5<span class=\"fitted\""));
        QVERIFY(has(html, "<td class=\"measured\">5<small> 4.5 to 5.5</small>"));
        QVERIFY(has(html, "<td class=\"ratio\">-</td><td class=\"ratio\">-</td><td class=\"ratio\">2</td>"));
        QVERIFY(has(html, "<li>From 10% of the blocks.</li>"));
        QVERIFY(has(html, "The run was stopped before it finished"));
    }

    void the_page_needs_nothing_else_and_is_opened_again() {
        const Result result = example();
        const std::string html = report_html(result, {});
        QVERIFY(!has(html, "http://") && !has(html, "https://") && !has(html, "src="));
        std::size_t scripts = 0;
        for (auto at = html.find("<script"); at != std::string::npos; at = html.find("<script", at + 1)) ++scripts;
        QCOMPARE(scripts, std::size_t{1});
        QVERIFY(has(html, "<script type=\"application/json\" id=\"warploom-result\">"));
        const Result again = experiment::result_from_text(html, "the page");
        QCOMPARE(again.author, result.author);
        QCOMPARE(again.cells.size(), result.cells.size());
        QVERIFY(experiment::check_seal(html, "the page").is_intact);
    }

    void names_in_one_drawing_do_not_meet_those_of_another() {
        const std::string svg = "<svg><clipPath id=\"a\"/><g clip-path=\"url(#a)\"/><use href=\"#a\"/></svg>";
        const std::string html = report_html(example(), {{"One", svg, false}, {"Two & three", svg, true}});
        QVERIFY(has(html,
                    "<clipPath id=\"picture-1-a\"/><g clip-path=\"url(#picture-1-a)\"/><use href=\"#picture-1-a\"/>"));
        QVERIFY(has(html, "id=\"picture-2-a\""));
        QVERIFY(has(html, "<figcaption>Two &amp; three</figcaption>"));
        QVERIFY(!has(html, "This page has no images"));
        QVERIFY(has(report_html(example(), {}), "This page has no images"));
    }
};

WARPLOOM_TEST(ExperimentReportHtmlTest);
#include "experiment_report_html_test.moc"
