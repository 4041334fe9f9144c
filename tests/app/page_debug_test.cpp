#include "app/called_engine.h"
#include "app/page/page_answers.h"
#include "app/page/page_engine.h"
#include "support/runner.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::app;

// The debugger of pages, in the engine and in a browser.

namespace {

/// y = A x with one thread per row; line 4 is the first of the body.
constexpr const char* page_kernel = R"(// format: csr
__global__ void product(int rows, const int* row_pointer, const int* column, const double* value, const double* x,
                        double* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        sum += value[k] * x[column[k]];
    }
    y[row] = sum;
}
void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    product<<<(rows + 63) / 64, 64>>>(rows, row_pointer, column, value, x, y);
}
)";

std::string with_change(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

std::string wrong_index() { return with_change(page_kernel, "x[column[k]]", "x[row]"); }

Json answer_of(PageEngine& engine, const Json& request) { return Json::parse(engine.answer(request.dump())); }

Json opening(const std::string& text) { return {{"do", "debug_open"}, {"text", text}, {"matrix", "laplace2d:n=8"}}; }

Json element_y(int element, const Json& position) {
    return {{"name", "y[" + std::to_string(element) + "]"},
            {"is_element", true},
            {"element", element},
            {"position", position}};
}

QString text(const Json& of) { return QString::fromStdString(of.is_string() ? of.get<std::string>() : of.dump()); }

} // namespace

class PageDebugTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::use_page_engine(); }

    void a_block_is_recorded_and_shown_line_by_line() {
        PageEngine engine;
        const Json session = answer_of(engine, opening(page_kernel));
        QCOMPARE(session["warps"].get<int>(), 2);
        QCOMPARE(session["arrays"].size(), std::size_t{5});
        Json state = answer_of(engine, {{"do", "debug_state"}, {"position", 0}});
        QCOMPARE(state["frames"][0]["line"].get<int>(), 4);
        state = answer_of(engine, {{"do", "debug_step"}, {"position", state["position"]}, {"step", "over"}});
        QCOMPARE(state["frames"][0]["line"].get<int>(), 5);
        for (const Json& variable : state["variables"])
            if (variable["name"] == "row") QCOMPARE(text(variable["values"][31]), QString("31"));
        state = answer_of(
            engine, {{"do", "debug_step"}, {"position", state["position"]}, {"step", "over"}, {"is_backward", true}});
        QCOMPARE(state["frames"][0]["line"].get<int>(), 4);
    }

    void breakpoints_stop_in_both_directions() {
        PageEngine engine;
        answer_of(engine, opening(page_kernel));
        const auto line_after = [&](Json& state, bool is_backward) {
            state = answer_of(engine, {{"do", "debug_step"},
                                       {"position", state["position"]},
                                       {"warp", state["warp"]},
                                       {"step", "continue"},
                                       {"is_backward", is_backward},
                                       {"stops_at_findings", true},
                                       {"breakpoints", {{{"line", 6}}, {{"line", 9}}}}});
            const Json frame = state["frames"].empty() ? Json{{"line", 0}} : state["frames"][0];
            return text(state["reason"]) + " " + text(state["warp"]) + " " + text(frame["line"]);
        };
        Json state{{"position", 0}, {"warp", 0}};
        QStringList forward, backward;
        while (forward.size() < 9 && (forward.isEmpty() || !forward.last().startsWith("end")))
            forward << line_after(state, false);
        while (backward.size() < 9 && (backward.isEmpty() || !backward.last().startsWith("start")))
            backward << line_after(state, true);
        QVERIFY(forward.takeLast().startsWith("end"));
        QCOMPARE(backward.takeLast(), QString("start 0 4"));
        std::reverse(backward.begin(), backward.end());
        QCOMPARE(backward, forward);
        // The brace on line 9 has no code, so the second breakpoint is on line 10.
        forward.sort();
        QCOMPARE(forward, (QStringList{"breakpoint 0 10", "breakpoint 0 6", "breakpoint 1 10", "breakpoint 1 6"}));
    }

    void a_wrong_element_has_the_first_wrong_term() {
        PageEngine engine;
        const Json session = answer_of(engine, opening(wrong_index()));
        const Json why = answer_of(engine, {{"do", "debug_why"}, {"value", element_y(1, session["instructions"])}});
        QCOMPARE(why["line"].get<int>(), 10);
        // Row 1 of a 5-point stencil has the columns 0, 1, 2 and 9.
        QVERIFY2(text(why["difference"]["sentence"])
                     .startsWith("Thread 1 multiplied the entry in column 0 by `x[1]`, in line 8"),
                 qPrintable(text(why)));
    }

    void a_check_between_two_requests_does_not_change_the_recording() {
        PageEngine engine;
        const Json session = answer_of(engine, opening(wrong_index()));
        const Json request{{"do", "debug_why"}, {"value", element_y(1, session["instructions"])}};
        const Json before = answer_of(engine, request);
        answer_of(engine, {{"do", "check"}, {"text", page_kernel}, {"matrix", "diagonal:n=64"}, {"drawn", false}});
        QVERIFY(answer_of(engine, request) == before);
    }

    void a_built_in_kernel_is_debugged_too() {
        PageEngine engine;
        const Json session =
            answer_of(engine, {{"do", "debug_open"}, {"kernel", "csr-scalar"}, {"matrix", "laplace2d:n=8"}});
        QVERIFY2(session["instructions"].is_number() && session["instructions"].get<int>() > 0,
                 qPrintable(text(session)));
    }

    void bad_requests_have_a_sentence_and_a_hint_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("is_open");
        QTest::newRow("nothing is recorded") << R"({"do": "debug_state", "position": 0})" << false;
        QTest::newRow("no matrix") << R"({"do": "debug_open", "text": "x"})" << false;
        QTest::newRow("unknown card") << R"({"do": "debug_open", "text": "x", "matrix": "diagonal:n=4", "card": "no"})"
                                      << false;
        QTest::newRow("another request") << R"({"do": "debug_fly"})" << true;
        QTest::newRow("warp that does not exist") << R"({"do": "debug_state", "warp": 9})" << true;
        QTest::newRow("no step") << R"({"do": "debug_step"})" << true;
        QTest::newRow("variable that does not exist")
            << R"({"do": "debug_step", "step": "continue", "watchpoints": [{"variable": "nothing"}]})" << true;
        QTest::newRow("value without a name") << R"({"do": "debug_why", "value": {"position": 3}})" << true;
    }
    void bad_requests_have_a_sentence_and_a_hint() {
        QFETCH(QString, line);
        QFETCH(bool, is_open);
        PageEngine engine;
        if (is_open) answer_of(engine, opening(page_kernel));
        const Json error = Json::parse(engine.answer(line.toStdString()))["error"];
        QVERIFY2(error["sentence"].is_string() && !text(error["sentence"]).isEmpty(), qPrintable(line));
        QVERIFY2(!text(error["hint"]).isEmpty(), qPrintable(text(error)));
    }

    void WebAssembly_answers_as_the_program() {
        if (const std::string why = test::why_no_node(); !why.empty()) QSKIP(why.c_str());
        PageEngine engine;
        std::vector<std::string> lines{test::line_of_texts()};
        for (const std::string& source : {std::string(page_kernel), wrong_index()}) {
            lines.push_back(opening(source).dump());
            const Json session = answer_of(engine, opening(source));
            for (int n = 0; n < 40; ++n)
                lines.push_back(Json{{"do", "debug_step"},
                                     {"position", n * session["instructions"].get<int>() / 40},
                                     {"warp", n % 2},
                                     {"step", n % 3 == 0 ? "into" : "over"},
                                     {"is_backward", n % 5 == 0},
                                     {"watches", {"row * 2", "x[row]"}}}
                                    .dump());
            for (int element = 0; element < 64; element += 7)
                lines.push_back(
                    Json{{"do", "debug_why"}, {"value", element_y(element, session["instructions"])}}.dump());
        }
        const auto answers = test::answers_of_node(lines);
        QCOMPARE(answers.size(), lines.size());
        PageEngine fresh;
        for (std::size_t i = 0; i < lines.size(); ++i)
            QCOMPARE(QString::fromStdString(answers[i]), QString::fromStdString(fresh.answer(lines[i])));
    }

    void from_a_wrong_verdict_to_its_cause_in_a_browser() {
        if (const std::string why = test::why_no_engine(); !why.empty()) QSKIP(why.c_str());
        if (HeadlessBrowser::program().isEmpty()) QSKIP("chromium is not there.");
        QTemporaryDir folder;
        const QString file = folder.filePath("write.html");
        const auto called = test::call_engine({"page", "write", "--out", file});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        QVERIFY2(QFileInfo(file).size() <= 1'800'000, qPrintable(QString::number(QFileInfo(file).size())));
        HeadlessBrowser browser;
        const QString why_not = browser.start();
        if (!why_not.isEmpty()) QSKIP(qPrintable("chromium does not start: " + why_not));
        browser.open(file);
        const auto wait_for = [&](const QString& condition) { return test::comes_true(browser, condition); };
        const auto shown = [&](const QString& expression) { return browser.evaluate(expression).toString(); };
        const auto marks = [&](const char* name) {
            return browser.evaluate(QStringLiteral("Number(document.documentElement.dataset.%1 || 0)").arg(name))
                .toInt();
        };
        int clicks = 0;
        const auto click = [&](const QString& button) {
            ++clicks;
            const int before = marks("debugged");
            browser.evaluate(QStringLiteral("[...document.querySelectorAll('button')].filter((b) => "
                                            "b.getClientRects().length && (b.getAttribute('aria-label') || "
                                            "b.textContent) === '%1')[0].click()")
                                 .arg(button));
            return wait_for(QStringLiteral("Number(document.documentElement.dataset.debugged || 0) > %1").arg(before));
        };
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '1'"));
        QVERIFY(browser.evaluate("document.querySelector('#cause').hidden").toBool());
        test::write_text(browser, QString::fromStdString(wrong_index()));
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '2'"));
        QVERIFY(!browser.evaluate("document.querySelector('#cause').hidden").toBool());

        QVERIFY(click("Why?"));
        QVERIFY(wait_for("document.querySelector('.debug .cause') !== null"));
        const QString cause = shown("document.querySelector('.debug .cause').textContent");
        QVERIFY2(cause.contains("multiplied the entry in column"), qPrintable(cause));
        QVERIFY2(cause.contains("in line 8"), qPrintable(cause));
        const int before = marks("debugged");
        browser.evaluate("document.querySelector('.debug .cause button').click()");
        QVERIFY(wait_for(QStringLiteral("Number(document.documentElement.dataset.debugged) > %1").arg(before)));
        ++clicks;
        QVERIFY(clicks <= 4);
        QCOMPARE(shown("document.querySelector('.lines .now').textContent"), QString("8"));
        const QString reason = shown("document.querySelector('.debug .hint[role=status]').textContent");
        QVERIFY2(reason.contains("is about to execute line 8 of product"), qPrintable(reason));

        // A row per variable, a column per lane.
        QCOMPARE(browser.evaluate("document.querySelectorAll('.debug [role=grid] tr')[1].cells.length").toInt(), 33);
        const auto row_of = [](const QString& name) {
            return QStringLiteral("[...document.querySelectorAll('.debug [role=grid] tr')].find((row) => "
                                  "row.cells[0].textContent.split(' ')[0] === '%1')")
                .arg(name);
        };
        QCOMPARE(shown(row_of("row") + ".cells[6].textContent").toInt() % 32, 5);
        const auto position = [&] {
            return browser.evaluate("Number(document.querySelector('.debug input[type=range]').value)").toInt();
        };
        // Why? leads to an instruction in the middle of a line, so start from the next line.
        QVERIFY(click("Execute the line"));
        const int here = position();
        QVERIFY(click("Execute the line"));
        QVERIFY(position() > here);
        QVERIFY(click("Go to the previous line of this function"));
        QCOMPARE(position(), here);

        // A breakpoint in the gutter and one at the cursor, in both directions.
        browser.evaluate("document.querySelectorAll('.lines span')[9].click()");
        QCOMPARE(shown("document.querySelector('.lines .stop').textContent"), QString("10"));
        const QString status = "document.querySelector('.debug .hint[role=status]').textContent";
        QVERIFY(click("Run to the next breakpoint or finding, or to the end of the block"));
        QVERIFY2(shown(status).contains("stopped at the breakpoint on line 10"), qPrintable(shown(status)));
        browser.evaluate("const area = document.querySelector('textarea'); area.setSelectionRange(0, 0);");
        QVERIFY(click("Breakpoint"));
        QCOMPARE(shown(status), QString("Breakpoint added on line 1."));
        QVERIFY(click("Breakpoint"));
        QCOMPARE(shown(status), QString("Breakpoint removed from line 1."));
        QVERIFY(click("Run backward to the previous breakpoint or finding, or to the start"));
        QVERIFY2(shown(status).contains("starts at line"), qPrintable(shown(status)));
        // Go to line 8, where `sum` is in scope and has been written once.
        for (int lines = 0; lines < 4; ++lines) QVERIFY(click("Execute the line"));
        QCOMPARE(shown("document.querySelector('.lines .now').textContent"), QString("8"));
        browser.evaluate("document.querySelectorAll('.lines span')[9].click()");
        QVERIFY(browser.evaluate("document.querySelector('.lines .stop') === null").toBool());

        // The next write of a cell and back.
        const int stopped = position();
        browser.evaluate(row_of("sum") + ".cells[4].click()");
        QVERIFY(click("Go to the next write of the selected value"));
        const int written = position();
        QVERIFY(written > stopped);
        QCOMPARE(shown(status), QString("Stopped at a write to sum."));
        QVERIFY(click("Go to the next write of the selected value"));
        QVERIFY(position() > written);
        QVERIFY(click("Go to the previous write of the selected value"));
        QVERIFY(click("Go to the previous write of the selected value"));
        QCOMPARE(position(), written - 1);

        // A watch, a wrong watch, and an edit, which discards the recording.
        const auto watch = [&](const char* expression) {
            browser.evaluate(
                QStringLiteral("document.querySelector('.debug form input').value = '%1'").arg(expression));
            return click("Watch");
        };
        QVERIFY(watch("row * 2"));
        QCOMPARE(shown(row_of("row") + ".cells[3].textContent").toInt() * 2,
                 shown("[...document.querySelectorAll('.debug [role=grid] tr')].find((row) => "
                       "row.cells[0].textContent.startsWith('row * 2')).cells[3].textContent")
                     .toInt());
        QVERIFY(watch("nothing"));
        QVERIFY(shown("document.querySelector('.debug [role=grid]').textContent").contains("nothing"));
        test::write_text(browser, QString::fromLatin1(page_kernel));
        QVERIFY(browser
                    .evaluate("!document.querySelector('.debug').open && "
                              "document.querySelector('.debug [role=grid]') === null")
                    .toBool());
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '3'"));
        QVERIFY(browser.evaluate("document.querySelector('#cause').hidden").toBool());
        QVERIFY2(browser.complaints.isEmpty(), qPrintable(browser.complaints.join('\n')));
    }
};

WARPLOOM_TEST(PageDebugTest);
#include "page_debug_test.moc"
