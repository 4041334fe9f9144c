// Exercises in a page: graded as by the program, submitted, and graded by the teacher.

#include "app/called_engine.h"
#include "app/page/page_answers.h"
#include "app/page/page_engine.h"
#include "app/page/page_file.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/exercise/made_text.h"
#include "support/runner.h"
#include "ui/browser_threads.h"

#include <zlib.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sstream>

namespace warploom {
const std::vector<EmbeddedFile>& kernel_headers(); // kernels/headers/*.cuh
const std::vector<EmbeddedFile>& problem_files();  // datasets/problems
} // namespace warploom

using namespace warploom;
using namespace warploom::app;
using exercise::Exercise;

namespace {

std::string read_file(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

void write_file(const QString& path, const std::string& text) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(text));
}

QString answers_of(const Exercise& exercise, const char* file) {
    return QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/exercises/%1/%2")
        .arg(QString::fromStdString(exercise.id), QLatin1String(file));
}

std::string reference_of(const Exercise& exercise) {
    const QString path = answers_of(exercise, "reference.cu");
    return exercise::made_text(read_file(path), path.toStdString(), exercise.starter);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// Returns the starter, the reference, and common wrong answers.
std::vector<std::string> texts_of(const Exercise& exercise) {
    std::vector<std::string> texts{exercise.starter, reference_of(exercise), "", "int main() {}"};
    for (const Json& mistake : Json::parse(read_file(answers_of(exercise, "mistakes.json")))) {
        if (texts.size() == 7) break;
        if (mistake.contains("text")) {
            texts.push_back(mistake["text"]);
            continue;
        }
        std::string text = mistake.value("from", "") == "starter" ? exercise.starter : reference_of(exercise);
        text = replaced(text, mistake["replace"], mistake["by"]);
        if (mistake.contains("replace_everywhere"))
            for (const Json& pair : mistake["replace_everywhere"]) text = replaced(text, pair[0], pair[1]);
        texts.push_back(text);
    }
    return texts;
}

std::string judge_line(const Exercise& exercise, const std::string& text, int seed) {
    return Json{{"do", "judge"},
                {"exercise", protocol::write(exercise).dump()},
                {"starter", exercise.starter},
                {"text", text},
                {"seed", seed}}
        .dump();
}

std::string unpacked(const std::string& packed) {
    z_stream stream{};
    constexpr int window_of_gzip = 15 + 16;
    inflateInit2(&stream, window_of_gzip);
    std::string text(std::size_t{16} << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    inflate(&stream, Z_FINISH);
    text.resize(stream.total_out);
    inflateEnd(&stream);
    return text;
}

} // namespace

class PageExerciseTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::use_page_engine(); }

    void an_answer_is_judged_as_grade_judges_it() {
        PageEngine engine;
        const Exercise exercise = exercise::find_exercise("ell-side-by-side");
        const Json right = Json::parse(engine.answer(judge_line(exercise, reference_of(exercise), 7)));
        QCOMPARE(right["points"].get<double>(), exercise.points());
        const Json starter = Json::parse(engine.answer(judge_line(exercise, exercise.starter, 7)));
        QCOMPARE(starter["points"].get<double>(), 0.0);
        QVERIFY(starter["sentence"].get<std::string>().find("it passes no more gates than the starter") !=
                std::string::npos);
    }
    void what_is_handed_in_bears_the_seal_of_the_program() {
        PageEngine engine;
        const Exercise exercise = exercise::find_exercise("warp-a-row");
        const Json sealed = Json::parse(engine.answer(Json{
            {"do", "seal"},
            {"exercise", protocol::write(exercise).dump()},
            {"text", "int a;\n"},
            {"name", "Ada Lovelace"}}.dump()));
        QCOMPARE(sealed["text"].get<std::string>(), exercise::seal_text("int a;\n", "warp-a-row", "Ada Lovelace"));
    }
    void a_hand_in_without_a_name_is_refused_with_a_hint() {
        PageEngine engine;
        const Json error = Json::parse(engine.answer(Json{
            {"do", "seal"},
            {"exercise", protocol::write(exercise::find_exercise("warp-a-row")).dump()},
            {"text", "int a;\n"}}.dump()))["error"];
        QCOMPARE(error["code"].get<std::string>(), std::string("hand-in.name"));
        QVERIFY(!error["hint"].get<std::string>().empty());
    }
    void the_page_shows_task_gates_and_hints_without_scripts() {
        const Exercise exercise = exercise::find_exercise("ell-side-by-side");
        const std::string page = exercise_page({"glue", "packed"}, {{exercise}, 3, false});
        for (const std::string& part :
             {exercise.title, exercise.gates[0].title, std::string("Hint 1 of "), std::string("data-seed=\"3\""),
              std::string("<noscript>"), std::string("id=\"hand-in\"")})
            QVERIFY2(page.find(part) != std::string::npos, part.c_str());
        QCOMPARE(page.find("id=\"kernel-texts\""), std::string::npos);
        QCOMPARE(page.find("data-scorm"), std::string::npos);
    }
    void an_exercise_that_is_named_twice_is_refused() {
        const Exercise exercise = exercise::find_exercise("ell-side-by-side");
        try {
            exercise_page({"glue", "packed"}, {{exercise, exercise}, 1, false});
            QFAIL("it was not refused");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("page.exercises"));
            QVERIFY(!error.hint().empty());
        }
    }
    void no_line_of_a_solution_is_in_the_page() {
        EngineFiles files{"glue", "packed"};
        std::string engine;
        if (test::why_no_engine().empty()) {
            files = find_engine_files();
            engine = unpacked(files.packed);
            QVERIFY(engine.size() > 1'000'000);
            files.packed = "packed";
        }
        ExercisePage all{exercise::own_exercises(), 1, false};
        const std::string page = exercise_page(files, all) + engine;
        int looked_for = 0;
        for (const Exercise& exercise : all.exercises) {
            std::istringstream lines(reference_of(exercise));
            for (std::string line; std::getline(lines, line);) {
                const std::size_t begin = line.find_first_not_of(' ');
                constexpr std::size_t telling = 36; // shorter lines occur in any kernel
                if (begin == std::string::npos || line.size() - begin < telling) continue;
                line = line.substr(begin);
                // Lines in a starter, a hint, a header that any source may include, or the declaration of a problem are
                // public.
                const bool is_given =
                    std::any_of(all.exercises.begin(), all.exercises.end(), [&](const Exercise& other) {
                        const auto said = [&](const std::string& hint) { return hint.find(line) != std::string::npos; };
                        return said(other.starter) || std::any_of(other.hints.begin(), other.hints.end(), said) ||
                               std::any_of(other.gates.begin(), other.gates.end(),
                                           [&](const exercise::Gate& gate) { return said(gate.says); });
                    });
                const auto holds = [&](const EmbeddedFile& part) {
                    return part.text.find(line) != std::string::npos && !part.name.ends_with("/solution.cu");
                };
                const bool is_in_header = std::any_of(kernel_headers().begin(), kernel_headers().end(), holds) ||
                                          std::any_of(problem_files().begin(), problem_files().end(), holds);
                if (line.rfind("//", 0) == 0 || is_given || is_in_header) continue;
                ++looked_for;
                std::string quoted = Json(line).dump();
                quoted = quoted.substr(1, quoted.size() - 2);
                for (const std::string& form :
                     {line, quoted, replaced(quoted, "<", "\\u003c"), replaced(Json(quoted).dump(), "<", "\\u003c")})
                    QVERIFY2(page.find(form) == std::string::npos, (exercise.id + ": " + form).c_str());
            }
        }
        QVERIFY2(looked_for > 20, std::to_string(looked_for).c_str());
    }

    void a_first_word_comes_before_the_judgement_which_is_the_same_in_parts() {
        const Exercise exercise = exercise::find_exercise("warp-a-row");
        const std::string right = reference_of(exercise), sum = "sum += value[k] * x[column[k]];";
        const std::string late = replaced(right, sum, "if (k < row_pointer[row] + 999) " + sum); // one row is longer
        const std::string wrong = replaced(right, "y[row] = sum", "y[row] = sum + 1"), none = "int main() {}";
        PageEngine engine;
        const auto go_on = [&] { return Json::parse(engine.answer(R"({"do": "judge-on"})")); };
        QVERIFY(go_on().contains("error"));
        for (const std::string& text : {right, late, wrong, none}) {
            const Json whole = Json::parse(engine.answer(judge_line(exercise, text, 7)));
            Json asked = Json::parse(judge_line(exercise, text, 7));
            asked["parts"] = true;
            Json part = Json::parse(engine.answer(asked.dump()));
            const auto inputs = part["left"].get<std::size_t>(), all = whole["inputs"].size();
            QCOMPARE(inputs, text == none ? 0 : all);
            const bool is_right = part["judgement"]["gates"][0]["is_met"].get<bool>() &&
                                  part["judgement"]["gates"][1]["is_met"].get<bool>();
            QCOMPARE(is_right, text == right || text == late);
            QCOMPARE(part["judgement"]["points"].get<double>(), 0.0);
            const auto failed_on = whole["failed_on"].get<std::string>();
            std::string told_with; // the input for which the first mistake is reported
            std::size_t parts = 0;
            do {
                part = go_on();
                if (told_with.empty() && part["judgement"]["failed_on"].get<std::string>() == failed_on && text != none)
                    told_with = whole["inputs"][parts].get<std::string>();
                ++parts;
            } while (part["left"].get<std::size_t>() > 0);
            QCOMPARE(parts, std::max<std::size_t>(1, inputs));
            QCOMPARE(part["judgement"].dump(), whole.dump());
            if (!failed_on.empty()) QCOMPARE(told_with, failed_on);
        }
    }

    void WebAssembly_gives_the_points_of_the_program() {
        if (const std::string why = test::why_no_node(); !why.empty()) QSKIP(why.c_str());
        std::vector<std::string> lines;
        for (const Exercise& exercise : exercise::own_exercises())
            for (const std::string& text : texts_of(exercise)) lines.push_back(judge_line(exercise, text, 4711));
        lines.push_back(Json{{"do", "seal"},
                             {"exercise", protocol::write(exercise::find_exercise("warp-a-row")).dump()},
                             {"text", reference_of(exercise::find_exercise("warp-a-row"))},
                             {"name", "Zoë Ångström, 統計"}}
                            .dump());
        const auto answers = test::answers_of_node(lines);
        QCOMPARE(answers.size(), lines.size());
        PageEngine engine;
        int with_points = 0, without = 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(answers[i], engine.answer(lines[i]));
            const Json judgement = Json::parse(answers[i]);
            if (judgement.contains("points")) ++(judgement["points"].get<double>() > 0 ? with_points : without);
        }
        QVERIFY2(with_points > 20 && without > 20,
                 (std::to_string(with_points) + " " + std::to_string(without)).c_str());
    }

    /// With the same seed and the submissions saved by the page, `grade` must give the points that the page showed.
    void grade_gives_the_points_of_the_page() {
        const Exercise exercise = exercise::find_exercise("ell-side-by-side");
        QTemporaryDir folder;
        PageEngine engine;
        std::vector<double> expected;
        const auto texts = texts_of(exercise);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (texts[i].empty()) continue;
            const Json sealed = Json::parse(engine.answer(Json{
                {"do", "seal"},
                {"exercise", protocol::write(exercise).dump()},
                {"text", texts[i]},
                {"name", "Student " + std::to_string(i)}}.dump()));
            write_file(folder.filePath(QString::number(i) + ".cu"), sealed["text"]);
            expected.push_back(Json::parse(engine.answer(judge_line(exercise, sealed["text"], 4711)))["points"]);
        }
        const auto graded =
            test::call_engine({"grade", folder.path(), "--exercise", "ell-side-by-side", "--seed", "4711", "--json"});
        QVERIFY2(graded.status == 0, qPrintable(graded.error));
        const Json hand_ins = Json::parse(graded.out.toStdString())["hand_ins"];
        QCOMPARE(hand_ins.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(hand_ins[i]["judgement"]["points"].get<double>(), expected[i]);
            QVERIFY(hand_ins[i]["name"].get<std::string>().rfind("Student ", 0) == 0);
        }
        QVERIFY(std::count(expected.begin(), expected.end(), 0.0) > 1);
        QVERIFY(std::count(expected.begin(), expected.end(), exercise.points()) == 1);
    }

    /// As in a class: opened from disk without a network, edited, submitted, and graded for Moodle.
    void a_student_opens_the_page_and_the_teacher_gets_the_grade() {
        if (const std::string why = test::why_no_engine(); !why.empty()) QSKIP(why.c_str());
        if (HeadlessBrowser::program().isEmpty()) QSKIP("chromium is not there.");
        QTemporaryDir folder;
        const QString file = folder.filePath("exercises.html");
        const auto called = test::call_engine(
            {"page", "exercise", "--exercise", "ell-side-by-side,warp-a-row", "--seed", "5", "--out", file});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        QVERIFY2(QFileInfo(file).size() <= 1'800'000, qPrintable(QString::number(QFileInfo(file).size())));
        HeadlessBrowser browser;
        const QString why_not = browser.start();
        if (!why_not.isEmpty()) QSKIP(qPrintable("chromium does not start: " + why_not));
        const QString home = "Ada Lovelace_1234_assignsubmission_file_";
        QVERIFY(QDir(folder.path()).mkpath("class/" + home));
        browser.setDownloads(folder.filePath("class/" + home));
        browser.setOffline();
        const auto before = test::page_threads(browser.processId());
        browser.open(file);
        QVERIFY(test::comes_true(browser, "document.documentElement.dataset.firstVerdict !== undefined"));
        const QString used = test::used_between(before, test::page_threads(browser.processId()));
        const auto verdict = [&] {
            return browser.evaluate("document.querySelector('.verdict').textContent").toString();
        };
        QVERIFY(test::comes_true(browser, "document.documentElement.dataset.verdicts === '1'"));
        QVERIFY2(verdict().startsWith("0 of 8 points. The answer is correct, but it passes no more gates"),
                 qPrintable(verdict()));
        qInfo("page %lld bytes, first verdict after %d ms; of a processor: %s",
              static_cast<long long>(QFileInfo(file).size()),
              browser.evaluate("document.documentElement.dataset.firstVerdict").toString().toInt(), qPrintable(used));

        // The next hint is offered once the previous one has been opened.
        const auto hints = [&] {
            return browser
                .evaluate("document.querySelectorAll('article:not([hidden]) details.hints:not([hidden])').length")
                .toInt();
        };
        QCOMPARE(hints(), 1);
        browser.evaluate("document.querySelector('details.hints').open = true");
        QVERIFY(test::comes_true(
            browser, "document.querySelectorAll('article:not([hidden]) details.hints:not([hidden])').length === 2"));

        test::write_text(browser, "int main() {");
        QVERIFY(test::comes_true(browser, "document.documentElement.dataset.verdicts === '2'"));
        QVERIFY2(verdict().startsWith("0 of 8 points. no findings: cannot run."), qPrintable(verdict()));

        const Exercise exercise = exercise::find_exercise("ell-side-by-side");
        test::write_text(browser, QString::fromStdString(reference_of(exercise)));
        QVERIFY(test::comes_true(browser, "document.documentElement.dataset.verdicts === '3'"));
        QCOMPARE(verdict(), QStringLiteral("8 of 8 points. All gates passed."));

        browser.evaluate("document.querySelector('#who').focus()");
        browser.type("Ada Lovelace");
        browser.press("Enter");
        QVERIFY(test::comes_true(browser, "document.documentElement.dataset.handedIn !== undefined"));
        const QString handed_in = folder.filePath("class/" + home + "/ell-side-by-side.cu");
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(handed_in), 20'000);
        QVERIFY(!exercise::read_hand_in(read_file(handed_in)).is_altered);

        // The other exercise has a separate source and separate points.
        browser.evaluate("document.querySelectorAll('nav button')[1].click()");
        QVERIFY(test::comes_true(browser, "document.documentElement.dataset.verdicts === '4'"));
        QVERIFY2(browser.evaluate("document.querySelector('#sum').textContent").toString().startsWith("8 of "),
                 qPrintable(browser.evaluate("document.querySelector('#sum').textContent").toString()));

        QVERIFY2(browser.complaints.isEmpty(), qPrintable(browser.complaints.join('\n')));
        for (const QString& request : browser.requests)
            QVERIFY2(request.startsWith("file://") || request.startsWith("blob:"), qPrintable(request));
        browser.setSize(320, 640);
        QTRY_VERIFY(browser.evaluate("document.documentElement.scrollWidth <= 320").toBool());

        const QString csv = folder.filePath("grades.csv");
        const auto graded = test::call_engine({"grade", folder.filePath("class"), "--exercise", "ell-side-by-side",
                                               "--seed", "4711", "--format", "moodle", "--out", csv});
        QVERIFY2(graded.status == 0, qPrintable(graded.error));
        QVERIFY2(read_file(csv).find("\nParticipant 1234,Ada Lovelace,8,8,-,") != std::string::npos,
                 read_file(csv).c_str());
    }
};

WARPLOOM_TEST(PageExerciseTest);
#include "page_exercise_test.moc"
