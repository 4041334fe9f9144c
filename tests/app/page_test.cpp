#include "app/called_engine.h"
#include "app/page/matrix_picture.h"
#include "app/page/page_answers.h"
#include "app/page/page_engine.h"
#include "app/page/page_file.h"
#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/generators/matrix_source.h"
#include "engine/portable.h"
#include "engine/protocol/serialization/json.h"
#include "support/runner.h"
#include "ui/browser_threads.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::app;

namespace {

Json answer(PageEngine& engine, const Json& request) { return Json::parse(engine.answer(request.dump())); }

/// Returns the text that a failed comparison prints.
std::string shown(const Json& value) { return value.dump(); }

/// y = A x with one thread per row.
constexpr const char* by_rows = R"(
template <class T>
__global__ void product(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <class T>
void run(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows, int block) {
    product<<<(rows + block - 1) / block, block>>>(row_pointer, column, value, x, y, rows);
}
)";

std::string changed(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

/// Six small inputs per operation, as in the golden counts.
const std::map<std::string, std::vector<std::string>>& inputs() {
    static const std::map<std::string, std::vector<std::string>> lists{
        {"spmv",
         {"laplace2d:n=17", "banded:n=300,lower=3,upper=2", "power-law:n=500,mean=7,seed=5",
          "random-rows:n=200,fraction=0.1,seed=3", "empty-rows:n=130", "one-long-row:n=400"}},
        {"tridiagonal",
         {"tridiagonal:n=1,kind=1", "tridiagonal:n=7,kind=1", "tridiagonal:n=64,kind=1", "tridiagonal:n=1000,kind=1",
          "tridiagonal:n=2049,kind=1", "tridiagonal:n=5000,kind=1"}},
        {"ata",
         {"dense:rows=1,cols=1", "dense:rows=5,cols=3", "dense:rows=40,cols=33", "dense:rows=7,cols=64",
          "dense:rows=100,cols=70", "dense:rows=33,cols=130"}},
        {"trsv",
         {"laplace2d:n=17", "banded:n=300,lower=3,upper=2", "tridiagonal:n=100", "diagonal:n=200", "arrow:n=90",
          "laplace3d:n=6"}},
        {"ilu",
         {"laplace2d:n=17", "banded:n=300,lower=3,upper=2", "tridiagonal:n=100", "diagonal:n=200", "arrow:n=90",
          "laplace3d:n=6"}}};
    return lists;
}

} // namespace

class PageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::use_page_engine(); }

    void a_kernel_that_is_right_is_counted() {
        PageEngine engine;
        const Json check = answer(engine, {{"do", "check"}, {"text", by_rows}, {"matrix", "diagonal:n=64"}});
        QCOMPARE(shown(check["verdict"]), shown("right"));
        QCOMPARE(shown(check["twin"]["kernel"]), shown("csr-scalar"));
        QCOMPARE(shown(check["inputs"][0]), shown("diagonal:n=64"));
        const Json count =
            answer(engine, {{"do", "count"}, {"text", by_rows}, {"matrix", "diagonal:n=64"}, {"block", 32}});
        QCOMPARE(count["values"].size(), std::size_t{64});
        for (const Json& access : count["trace"]["accesses"])
            if (access["kind"] == "store") {
                QCOMPARE(shown(access["lane_accesses"]), shown(64));    // one store per row
                QCOMPARE(shown(access["transactions"]), shown(16));     // 64 doubles of 8 bytes in sectors of 32 bytes
                QCOMPARE(shown(access["warp_instructions"]), shown(2)); // two warps
            }
    }
    void a_kernel_that_leaves_a_row_out_is_wrong_with_its_row() {
        PageEngine engine;
        const Json check = answer(engine, {{"do", "check"},
                                           {"text", changed(by_rows, "row >= rows", "row >= rows - 1")},
                                           {"matrix", "diagonal:n=64"}});
        QCOMPARE(shown(check["verdict"]), shown("wrong"));
        QCOMPARE(shown(check["entry"]["row"]), shown(63));
        QVERIFY(check["costs"].is_null());
    }
    void a_mistake_of_writing_has_its_line() {
        PageEngine engine;
        const Json check = answer(
            engine,
            {{"do", "check"}, {"text", changed(by_rows, "T sum = 0", "T sum = nought")}, {"matrix", "diagonal:n=64"}});
        QCOMPARE(shown(check["verdict"]), shown("refused"));
        QCOMPARE(shown(check["notes"][0]["line"]), shown(6));
    }
    void the_chosen_matrix_can_be_judged_alone() {
        PageEngine engine;
        const Json check =
            answer(engine, {{"do", "check"}, {"text", by_rows}, {"matrix", "diagonal:n=64"}, {"drawn", false}});
        QCOMPARE(shown(check["sentence"]), shown("Correct on diagonal:n=64."));
        QCOMPARE(shown(check["drawn"]), shown(0));
    }
    void a_warp_is_drawn_step_by_step() {
        PageEngine engine;
        Json request{{"do", "warp"}, {"text", by_rows}, {"matrix", "diagonal:n=64"}, {"block", 32}};
        const Json first = answer(engine, request);
        QCOMPARE(shown(first["launches"][0]["blocks"]), shown(2)); // 64 rows, 32 threads per block
        const int steps = first["steps"];
        request["step"] = steps - 1;
        const Json last = answer(engine, request);
        QCOMPARE(
            shown(last["sentence"]), // 32 doubles of 8 bytes fill 8 sectors
            shown("Step " + std::to_string(steps) + " of " + std::to_string(steps) +
                  ", line 8: 32 lanes, store y. This step accesses 8 32-byte sectors and uses 100% of their bytes."));
        QCOMPARE(shown(last["line"]), shown(8));
        for (const char* const name : {"lanes", "addresses"}) {
            QXmlStreamReader reader(QByteArray::fromStdString(last[name].get<std::string>()));
            int columns = 0, rectangles = 0;
            while (!reader.atEnd())
                if (reader.readNext() == QXmlStreamReader::StartElement) {
                    columns += reader.attributes().value("class") == QLatin1String("step");
                    rectangles += reader.name() == QLatin1String("rect");
                }
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            if (name[0] == 'l') QCOMPARE(columns, steps);
            else QCOMPARE(rectangles, 8 * 32 + 8); // one per byte, plus the frames
        }
        request["block_index"] = 2;
        QVERIFY(!answer(engine, request)["error"]["hint"].get<std::string>().empty());
    }
    void the_picture_of_lanes_has_its_colours_its_choice_and_those_who_wait() {
        PageEngine engine;
        Json request{{"do", "warp"},
                     {"text", by_rows},
                     {"matrix", "one-long-row:n=64,row=3,seed=4"},
                     {"block", 32},
                     {"step", 3}};
        const Json found = answer(engine, request);
        const auto lanes = found["lanes"].get<std::string>();
        QVERIFY(lanes.find("fill-opacity=\"0.2\"") != std::string::npos); // rows of unequal length
        const std::size_t chosen = lanes.find("stroke-width=\"2\"");
        QVERIFY(lanes.find("data-step=\"3\"") < chosen && chosen < lanes.find("data-step=\"4\""));
        QVERIFY(lanes.find("stroke-width=\"2\"", chosen + 1) == std::string::npos);
        std::set<std::string> lines; // lines with array names: five arrays side by side
        const std::string square = "width=\"12\" height=\"12\"";
        int squares = 0;
        for (std::size_t at = lanes.find(square); at != std::string::npos; at = lanes.find(square, at + 1)) {
            const std::size_t y = lanes.rfind(" y=", at);
            lines.insert(lanes.substr(y, at - y));
            ++squares;
        }
        QCOMPARE(squares, 5);
        QCOMPARE(lines.size(), std::size_t{1});
        request["first"] = 1'000'000;
        request["step"] = 1'000'000;
        const Json last = answer(engine, request);
        const std::string steps = std::to_string(last["steps"].get<int>());
        QVERIFY(last["sentence"].get<std::string>().rfind("Step " + steps + " of " + steps, 0) == 0);
        QVERIFY(last["lanes"].get<std::string>().find("steps " + steps + " to " + steps) != std::string::npos);
    }
    void the_banks_of_shared_memory_are_drawn() {
        PageEngine engine;
        // Lane l writes words 4 l and 4 l + 1: four words in each of 16 banks.
        const std::string text = "__global__ void k(int rows, double* y) {\n    __shared__ double s[64];\n"
                                 "    s[2 * threadIdx.x] = 1;\n    y[threadIdx.x] = s[2 * threadIdx.x];\n}\n"
                                 "void run(int rows, double* y) { k<<<1, 32>>>(rows, y); }\n";
        const Json found = answer(engine, {{"do", "warp"}, {"text", text}, {"matrix", "diagonal:n=32"}, {"block", 32}});
        QCOMPARE(shown(found["sentence"]),
                 shown("Step 1 of 3, line 3: 32 lanes, store s. The busiest of 32 banks serves "
                       "4 words."));
        const auto banks = found["addresses"].get<std::string>();
        const auto count = [&](const std::string& part) {
            int times = 0;
            for (std::size_t at = banks.find(part); at != std::string::npos; at = banks.find(part, at + 1)) ++times;
            return times;
        };
        QCOMPARE(count("height=\"24\" fill"), 16); // six pixels per word
        QCOMPARE(count("<text"), 8);               // every fourth bank is labeled
    }
    void cards_say_whether_they_were_checked_and_results_have_all_their_bits() {
        PageEngine engine;
        const Json lists = answer(engine, {{"do", "lists"}});
        std::map<std::string, bool> is_checked;
        for (const Json& card : lists["cards"]) is_checked[card["id"]] = card["checked"];
        QVERIFY(is_checked.at("h200") && !is_checked.at("t4"));
        const Json counted =
            answer(engine, {{"do", "count"}, {"kernel", "csr-scalar"}, {"matrix", "dense:rows=1,cols=3,seed=1"}});
        std::string ones = counted["values"][0];
        const auto y = portable::bit_cast<double>(static_cast<std::uint64_t>(std::stoull(ones, nullptr, 16)));
        QCOMPARE(ones.size(), std::size_t{16});
        const Matrix a = load_matrix("dense:rows=1,cols=3,seed=1");
        QCOMPARE(y, a.csr.value[0] + a.csr.value[1] + a.csr.value[2]);
    }
    void a_question_of_a_lesson_is_answered() {
        PageEngine engine;
        const std::string question = Json{
            {"text", "How many stores?"},
            {"ask", "count"},
            {"count", "warp_instructions"},
            {"array", "y"},
            {"kernels", Json::array({"csr-scalar"})},
            {"operation", "spmv"},
            {"matrix", "diagonal:n=64"},
            {"card", "h200"},
            {"block", 64}}.dump();
        const Json right = answer(engine, {{"do", "answer"}, {"question", question}, {"said", "2"}});
        QCOMPARE(shown(right["fits"]), shown(true)); // two warps with one store each
        QCOMPARE(shown(answer(engine, {{"do", "answer"}, {"question", question}, {"said", "3"}})["fits"]),
                 shown(false));
    }
    void a_matrix_is_explored() {
        PageEngine engine;
        const Json found = answer(engine, {{"do", "explore"}, {"matrix", "diagonal:n=64"}});
        QCOMPARE(shown(found["info"]["nonzeros"]), shown(64));
        const auto dots = [](const Json& picture) {
            return QString::fromStdString(picture.get<std::string>()).count("class=\"dot\"");
        };
        QCOMPARE(dots(found["spy"]), 64);
        QCOMPARE(dots(found["rows"]), static_cast<qsizetype>(found["info"]["histogram"].size()));
        const auto one = app::spy(generate_matrix("diagonal:n=64").csr),
                   many = app::spy(generate_matrix("diagonal:n=1000").csr);
        QCOMPARE(one.side, 64);
        for (std::size_t i = 0; i < one.counts.size(); ++i) QCOMPARE(one.counts[i], i % 65 == 0 ? 1 : 0);
        QCOMPARE(many.side, 96);
        QCOMPARE(std::accumulate(many.counts.begin(), many.counts.end(), std::int64_t{0}), 1000);
        QCOMPARE(dots(answer(engine, {{"do", "explore"}, {"matrix", "diagonal:n=1000"}})["spy"]), 96);
    }
    void pictures_of_a_matrix_say_what_they_show() {
        const app::Spied spied{2, {4, 0, 0, 1}};
        const std::string spy = app::spy_picture(spied, 2000, 1000);
        QVERIFY(spy.find("2,000 rows from top to bottom, 1,000 columns from left to right") != std::string::npos);
        const auto has = [](const std::string& picture, const char* part) {
            return picture.find(part) != std::string::npos;
        };
        QVERIFY(has(spy, "<rect x=\"0.00\" y=\"0.00\" width=\"144.00\" height=\"288.00\" class=\"ground\"/>"));
        QVERIFY(has(spy, "<rect x=\"0.00\" y=\"0.00\" width=\"144.00\" height=\"144.00\" class=\"dot\" "
                         "fill-opacity=\"1.00\"/>"));
        QVERIFY(has(spy, "<rect x=\"144.00\" y=\"144.00\" width=\"144.00\" height=\"144.00\" class=\"dot\" "
                         "fill-opacity=\"0.68\"/>"));
        const std::string rows = app::row_lengths_picture({{0, 0, 10}, {1, 1, 5}, {2, 2, 0}});
        QVERIFY(has(rows, "<rect x=\"20.00\" y=\"8.00\" width=\"18.00\" height=\"120.00\""));
        QVERIFY(has(rows, "<rect x=\"42.00\" y=\"68.00\" width=\"18.00\" height=\"60.00\""));
        QVERIFY(has(rows, "<rect x=\"64.00\" y=\"128.00\" width=\"18.00\" height=\"0.00\""));
        QVERIFY(has(rows, ">10</text>")); // the largest number of rows, on the left
        QVERIFY(has(rows, ">1</text>") && has(rows, ">2</text>"));
        // A long label takes the space of the next one.
        const std::string long_rows = app::row_lengths_picture({{65536, 131071, 1}, {131072, 262143, 1}});
        QVERIFY(has(long_rows, ">65,536</text>") && !has(long_rows, ">131,072</text>"));
    }
    void a_matrix_is_advised_on_as_quick_advice_does() {
        PageEngine engine;
        for (const char* const matrix : {"power-law:n=500", "diagonal:n=3000", "one-long-row:n=400,row=3,seed=4"}) {
            const Json here = answer(engine, {{"do", "advise"}, {"matrix", matrix}, {"card", "gtx295"}});
            const auto called =
                test::call_engine({"advise", matrix, "--quick", "--machine", "simulated:gtx295", "--json"});
            QVERIFY2(called.status == 0, qPrintable(called.error));
            Json there = Json::parse(called.out.toStdString());
            // A page measures nothing, so it cannot compare with the processor of this computer.
            Json notes = Json::array();
            for (const Json& note : there["notes"])
                if (note.get<std::string>().find("One core of this computer") == std::string::npos)
                    notes.push_back(note);
            there["notes"] = notes;
            for (const char* const part : {"take", "sentence", "kernels", "others", "notes", "error_from"})
                QCOMPARE(shown(here[part]), shown(there[part]));
            QVERIFY(here["kernels"].size() > 5);
        }
        QVERIFY(answer(engine, {{"do", "advise"}, {"matrix", "diagonal:n=3"}, {"card", "none"}}).contains("error"));
    }
    void recording_alone_counts_lanes() {
        PageEngine engine;
        const Json found =
            answer(engine, {{"do", "record"}, {"text", by_rows}, {"matrix", "diagonal:n=64"}, {"block", 32}});
        // Per row: row_pointer[row], row_pointer[row + 1] twice, value, column, x, y.
        QCOMPARE(shown(found["lane_accesses"]), shown(64 * 7));
    }
    void check_judges_a_file_and_draws_a_warp() {
        QTemporaryDir folder;
        QFile file(folder.filePath("mine.cu"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(by_rows);
        file.close();
        const auto called = test::call_engine(
            {"check", file.fileName(), "--matrix", "diagonal:n=64", "--picture", folder.filePath("warp.svg")});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        QVERIFY2(called.out.startsWith("Correct on diagonal:n=64 and "), qPrintable(called.out));
        QFile picture(folder.filePath("warp.svg"));
        QVERIFY(picture.open(QIODevice::ReadOnly));
        QVERIFY(picture.readAll().startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(changed(by_rows, "row >= rows", "row >= rows - 1").c_str());
        file.close();
        QCOMPARE(test::call_engine({"check", file.fileName()}).status, 1);
    }
    void what_a_page_cannot_ask_for_is_refused_with_a_hint() {
        PageEngine engine;
        for (const char* const line :
             {"", "[]", "{}", R"({"do": "fly"})", R"({"do": "check", "card": "none", "text": "x"})",
              R"({"do": "count", "kernel": "csr-scalar", "matrix": "/nowhere.mtx"})"}) {
            const Json error = Json::parse(engine.answer(line))["error"];
            QVERIFY2(error["sentence"].is_string() && !error["sentence"].get<std::string>().empty(), line);
            QVERIFY2(!error["hint"].get<std::string>().empty(), line);
        }
    }
    void the_page_carries_the_engine_and_a_policy_for_its_own_script_alone() {
        const std::string page = write_page({"glue", "packed"});
        QVERIFY(page.find(">cGFja2Vk</script>") != std::string::npos); // "packed" in base64
        QVERIFY(page.find(">H4sI") != std::string::npos);              // gzip header of the kernels
        QVERIFY(page.find("default-src 'none'") != std::string::npos);
        QVERIFY(page.find("script-src 'wasm-unsafe-eval' 'sha256-") != std::string::npos);
        QCOMPARE(page.find("http"), page.find("http-equiv")); // there is no other URL
    }
    void without_its_engine_the_command_says_how_to_get_it() {
        const QByteArray before = qgetenv("WARPLOOM_PAGE_ENGINE");
        QTemporaryDir empty;
        qputenv("WARPLOOM_PAGE_ENGINE", empty.path().toUtf8());
        const auto called = test::call_engine({"page", "write", "--out", empty.filePath("page.html")});
        qputenv("WARPLOOM_PAGE_ENGINE", before);
        QCOMPARE(called.status, 1);
        QVERIFY2(called.error.contains("tools/make-page-engine"), qPrintable(called.error));
        QVERIFY(!QFile::exists(empty.filePath("page.html")));
    }

    void WebAssembly_gives_the_numbers_of_the_program_to_the_last_bit() {
        if (const std::string why = test::why_no_node(); !why.empty()) QSKIP(why.c_str());
        PageEngine engine;
        std::vector<std::string> lines{
            Json{{"do", "check"}, {"text", by_rows}, {"matrix", "diagonal:n=64"}, {"drawn", false}}
                .dump(), // before the sources are sent
            test::line_of_texts()};
        const Json lists = answer(engine, {{"do", "lists"}});
        for (const Json& kernel : lists["kernels"]) {
            const auto operation = kernel["operation"].get<std::string>();
            const auto of_operation = inputs().find(operation);
            if (of_operation == inputs().end()) continue; // launches of a method cannot be selected
            for (const std::string& input : of_operation->second)
                for (const char* const precision : {"double", "float"})
                    lines.push_back(Json{
                        {"do", "count"},
                        {"operation", operation},
                        {"kernel", kernel["id"]},
                        {"matrix", input},
                        {"precision",
                         precision}}.dump());
            lines.push_back(Json{
                {"do", "check"},
                {"text", kernel["text"]},
                {"matrix", of_operation->second[0]},
                {"from", kernel["id"]},
                {"card",
                 "gtx295"}}.dump());
        }
        lines.push_back(Json{{"do", "lists"}}.dump());
        for (const char* const card : {"h200", "gtx295"})
            lines.push_back(Json{{"do", "advise"}, {"matrix", "power-law:n=500"}, {"card", card}}.dump());
        for (const auto& [from, to] : {std::pair{"row >= rows", "row > rows"},
                                       {"y[row] = sum", "y[0] = sum"},
                                       {"T sum = 0", "T sum"},
                                       {"++k", "k"}})
            lines.push_back(
                Json{{"do", "check"}, {"text", changed(by_rows, from, to)}, {"matrix", "laplace2d:n=17"}}.dump());
        QVERIFY(lines.size() > 300);

        const auto answers = test::answers_of_node(lines);
        QCOMPARE(answers.size(), lines.size());
        int counted = 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string here = engine.answer(lines[i]), there = answers[i];
            if (here != there) {
                std::size_t at = 0;
                while (at < here.size() && at < there.size() && here[at] == there[at]) ++at;
                at -= std::min<std::size_t>(at, 80);
                QFAIL(
                    (lines[i].substr(0, 300) + "\nhere:  " + here.substr(at, 200) + "\nthere: " + there.substr(at, 200))
                        .c_str());
            }
            counted += here.find("\"accesses\"") != std::string::npos;
        }
        QVERIFY2(counted > 200, std::to_string(counted).c_str());
    }

    void a_page_from_disk_gives_its_verdict_in_a_browser() {
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
        const auto before = test::page_threads(browser.processId());
        browser.open(file);
        const auto wait_for = [&](const QString& condition) { return test::comes_true(browser, condition); };
        QVERIFY(wait_for("document.documentElement.dataset.firstVerdict !== undefined"));
        const QString used = test::used_between(before, test::page_threads(browser.processId()));
        const auto verdict = [&] {
            return browser.evaluate("document.querySelector('.verdict').textContent").toString();
        };
        const auto write = [&](const QString& from, const QString& to) {
            browser.evaluate(
                QStringLiteral(
                    "(() => { const t = document.querySelector('textarea'); t.value = t.value.replace('%1', '%2'); "
                    "t.dispatchEvent(new Event('input')); })()")
                    .arg(from, to));
        };
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '1'"));
        QVERIFY2(verdict().startsWith("Correct on laplace2d:n=20"), qPrintable(verdict()));
        const int first = browser.evaluate("document.documentElement.dataset.firstVerdict").toString().toInt();
        qInfo("page %lld bytes, first verdict after %d ms; of a processor: %s",
              static_cast<long long>(QFileInfo(file).size()), first, qPrintable(used));
        QVERIFY(first > 0);
        QVERIFY(browser.evaluate("document.querySelectorAll('#costs tr').length").toInt() > 5);
        QVERIFY(browser.evaluate("document.querySelectorAll('#accesses tr').length").toInt() > 4);
        QVERIFY(browser.evaluate("document.querySelector('#from').length").toInt() > 30);

        // A different source whose loop rereads its end in each iteration. Arrows show the change in counts from the
        // previous version.
        const auto cell = [&](int row, int column) {
            return browser
                .evaluate(QStringLiteral("document.querySelector('#costs').querySelectorAll('tr')[%1]"
                                         ".children[%2].textContent")
                              .arg(row)
                              .arg(column))
                .toString();
        };
        // There is no previous version yet, and no column for it.
        const auto columns = [&] {
            return browser.evaluate("document.querySelectorAll('#costs th[scope=col]').length");
        };
        QCOMPARE(columns().toInt(), 4);
        test::write_text(browser, QString::fromLatin1(by_rows));
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '2'"));
        QCOMPARE(columns().toInt(), 5);
        QVERIFY2(cell(3, 2).startsWith(QStringLiteral("▲ ")), qPrintable(cell(3, 2)));
        QVERIFY2(cell(3, 4).startsWith(QStringLiteral("▲ ")), qPrintable(cell(3, 4))); // compared with csr-scalar

        // Selecting another GPU or matrix recomputes the counts.
        const QString transactions = cell(1, 1);
        const auto choose = [&](const char* box, const char* value) {
            browser.evaluate(QStringLiteral("(() => { const box = document.querySelector('%1'); box.value = '%2'; "
                                            "box.dispatchEvent(new Event('change')); })()")
                                 .arg(QLatin1String(box), QLatin1String(value)));
        };
        choose("#card", "gtx295");
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '3'"));
        QVERIFY2(verdict().startsWith("Correct on laplace2d:n=20") && cell(1, 1) != transactions,
                 qPrintable(verdict()));
        choose("#matrix", "diagonal:n=100");
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '4'"));
        QVERIFY2(verdict().startsWith("Correct on diagonal:n=100"), qPrintable(verdict()));

        // A missing semicolon: the message gives the line, and the line is highlighted.
        write("= 0;", "= 0");
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '5'"));
        QVERIFY2(verdict().startsWith("Line "), qPrintable(verdict()));
        QVERIFY(browser.evaluate("document.querySelectorAll('.lines .wrong').length").toInt() > 0);
        QVERIFY(browser.evaluate("document.querySelectorAll('.paint .wrong').length").toInt() > 0);

        // The colored text is the text of the editor, in the same place, and no part of it gets its own line height.
        QCOMPARE(browser.evaluate("document.querySelector('.paint').textContent").toString(),
                 browser.evaluate("document.querySelector('textarea').value").toString());
        QCOMPARE(browser
                     .evaluate("(() => { const of = (name) => getComputedStyle(document.querySelector(name)), one = "
                               "of('textarea'), other = of('.paint'); return ['font', 'padding', 'tabSize', "
                               "'whiteSpace'].filter((each) => one[each] !== other[each]).join(); })()")
                     .toString(),
                 QString());
        QVERIFY(browser.evaluate("document.querySelector('.paint .keyword').textContent").toString() == "template");

        // Stop terminates the worker during a loop that takes seconds; the next source is still checked.
        // The loop has too few iterations to be called endless.
        std::string terms = "0";
        for (int k = 0; k < 40; ++k) terms += " + exp(sin(T(i + " + std::to_string(k) + ")))";
        const std::string slow =
            changed(by_rows, "y[row] = sum",
                    "for (int i = 0; i < 20000; ++i) sum += T(0) * (" + terms + ");\n    y[row] = sum");
        test::write_text(browser, QString::fromStdString(slow));
        QVERIFY(wait_for("document.querySelector('.verdict').textContent === 'Running the kernel.'"));
        browser.evaluate("document.querySelector('#stop').click()");
        QCOMPARE(verdict(), QStringLiteral("Stopped. Change the kernel to check it again."));
        QCOMPARE(browser.evaluate("document.documentElement.dataset.verdicts").toString(), QStringLiteral("5"));
        choose("#from", "spmv/ell");
        QVERIFY(wait_for("document.documentElement.dataset.verdicts === '6'"));
        QVERIFY2(verdict().startsWith("Correct on"), qPrintable(verdict()));

        QVERIFY2(browser.complaints.isEmpty(), qPrintable(browser.complaints.join('\n')));
        for (const QString& request : browser.requests)
            QVERIFY2(request.startsWith("file://") || request.startsWith("blob:"), qPrintable(request));
        browser.setSize(320, 640);
        QVERIFY(browser.evaluate("document.documentElement.scrollWidth <= 320").toBool());
    }
};

WARPLOOM_TEST(PageTest);
#include "page_test.moc"
