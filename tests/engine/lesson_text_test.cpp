// Lesson files: what is read, and the errors with their lines.

#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/lesson/lesson.h"
#include "engine/time_text.h"
#include "support/runner.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace warploom;
using lesson::Ask;
using lesson::Lesson;

namespace {

const std::string two_steps = "# Two kernels\n"
                              "id: two-kernels\n"
                              "minutes: 3\n"
                              "\n"
                              "Words before.\n"
                              "\n"
                              "## Watch it\n"
                              "page: Warp\n"
                              "matrix: laplace2d:n=8\n"
                              "set: kernel = csr-scalar\n"
                              "set: block = 64\n"
                              "warp: 1\n"
                              "nonzero: 3, 4\n"
                              "look: Pale lanes.\n"
                              "\n"
                              "One paragraph\n"
                              "in two lines.\n"
                              "\n"
                              "Another one.\n"
                              "\n"
                              "? How many lanes?\n"
                              "ask: count active_lanes\n"
                              "array: value\n"
                              "kernels: csr-scalar\n"
                              "within: 0.1\n"
                              "because: Edges.\n"
                              "\n"
                              "## The end\n"
                              "\n"
                              "No question.\n";

} // namespace

class LessonTextTest : public QObject {
    Q_OBJECT

private slots:
    void steps_words_state_and_question_are_read() {
        const Lesson lesson = lesson::lesson_from_text(two_steps, "two.md");

        QCOMPARE(lesson.id, std::string("two-kernels"));
        QCOMPARE(lesson.minutes, 3);
        QCOMPARE(lesson.words, std::string("Words before."));
        QCOMPARE(lesson.steps.size(), std::size_t{2});
        const lesson::LessonStep& step = lesson.steps[0];
        QCOMPARE(step.words, std::string("One paragraph in two lines.\n\nAnother one."));
        QCOMPARE(step.look, std::string("Pale lanes."));
        QCOMPARE(step.state.page, std::string("Warp"));
        QCOMPARE(step.state.warp, 1);
        QCOMPARE(step.state.launch, -1);
        QCOMPARE(step.state.nonzero->second, std::int64_t{4});
        QCOMPARE(step.state.choices[0].second, std::string("\"csr-scalar\""));
        QCOMPARE(step.state.choices[1].second, std::string("64"));
        QVERIFY(step.question.has_value());
        QVERIFY(step.question->ask == Ask::count && step.question->count == exercise::Count::active_lanes);
        QCOMPARE(step.question->matrix, std::string("laplace2d:n=8")); // defaults to that of the step
        QCOMPARE(step.question->card, std::string("h200"));
        QVERIFY(!lesson.steps[1].question.has_value());
    }

    void every_folder_of_a_page_is_a_page_that_lessons_can_name() {
        QStringList folders =
            QDir(QStringLiteral(WARPLOOM_SOURCE_DIR "/ui/pages")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QStringList names;
        for (const std::string& name : lesson::page_names()) names << QString::fromStdString(name).toLower();
        names.sort();
        QCOMPARE(names, folders);
    }

    void a_step_that_is_written_is_read_back() {
        const Lesson first = lesson::lesson_from_text(two_steps, "two.md");
        const Lesson again = lesson::lesson_from_text(lesson::text_of(first), "again.md");
        QCOMPARE(again.steps[0].state.choices, first.steps[0].state.choices);
        QCOMPARE(again.steps[0].state.warp, 1);
        QCOMPARE(again.steps[0].words, first.steps[0].words);
    }

    void a_step_names_a_source_that_is_kept_in_the_text() {
        const std::string text = QByteArray::fromStdString(two_steps)
                                     .replace("look: Pale lanes.", "source: wrong/coo_race.cu")
                                     .toStdString();
        const Lesson lesson = lesson::lesson_from_text(text, "two.md");
        QCOMPARE(lesson.steps[0].state.source, std::string("wrong/coo_race.cu"));
        QVERIFY(lesson.steps[1].state.source.empty());
        QCOMPARE(lesson::lesson_from_text(lesson::text_of(lesson), "again.md").steps[0].state.source,
                 std::string("wrong/coo_race.cu"));
    }

    void a_slip_is_refused_with_its_line_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("says");
        QTest::newRow("no title") << QByteArray("# Two kernels\n") << QByteArray("Two kernels\n") << "Line 1:";
        QTest::newRow("unknown key") << QByteArray("look: Pale") << QByteArray("lok: Pale")
                                     << "Line 14: The key \"lok\" is not valid here.";
        QTest::newRow("no key") << QByteArray("page: Warp") << QByteArray("page Warp")
                                << "Line 8: Expected `key: value`";
        QTest::newRow("unknown count") << QByteArray("active_lanes") << QByteArray("active_lane")
                                       << "Line 22: \"active_lane\" is unknown.";
        QTest::newRow("no number") << QByteArray("within: 0.1") << QByteArray("within: much")
                                   << "Line 25: \"much\" is not a number.";
        QTest::newRow("two questions") << QByteArray("because: Edges.\n") << QByteArray("because: Edges.\n\n? Again?\n")
                                       << "two questions";
        QTest::newRow("no kernel") << QByteArray("kernels: csr-scalar\n") << QByteArray()
                                   << "specifies too few kernels";
        QTest::newRow("no choice of a page") << QByteArray("set: block = 64") << QByteArray("set: blok = 64")
                                             << "Line 11: There is no setting named \"blok\".";
        QTest::newRow("a command") << QByteArray("set: block = 64") << QByteArray("set: worker/command = [\"sh\"]")
                                   << "Line 11: There is no setting named \"worker/command\".";
        QTest::newRow("a block of letters") << QByteArray("set: block = 64") << QByteArray("set: block = many")
                                            << "Line 11: \"block\" must be an integer from 1 to 1024";
        QTest::newRow("unknown source") << QByteArray("look: Pale lanes.") << QByteArray("source: wrong/coo_rac.cu")
                                        << "Line 14: There is no built-in source \"wrong/coo_rac.cu\".";
        QTest::newRow("unknown page") << QByteArray("page: Warp") << QByteArray("page: Wrap")
                                      << "Line 8: There is no page \"Wrap\".";
        QTest::newRow("unknown page of a lesson")
            << QByteArray("minutes: 3") << QByteArray("page: Nope") << "Line 3: There is no page \"Nope\".";
        QTest::newRow("no id") << QByteArray("id: two-kernels\n") << QByteArray() << "It has no ID.";
    }
    void a_slip_is_refused_with_its_line() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, says);
        const QByteArray text = QByteArray::fromStdString(two_steps).replace(from, to);
        try {
            lesson::lesson_from_text(text.toStdString(), "two.md");
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("lesson.format"));
            QVERIFY2(QString::fromUtf8(error.what()).contains(says), error.what());
        }
    }

    void ten_lessons_have_a_question_a_minute_and_lead_to_exercises_that_there_are() {
        const auto& all = lesson::own_lessons();
        QVERIFY(all.size() >= 10);
        for (const Lesson& each : all) {
            if (each.id == "tour") continue; // it introduces the window, without questions
            const auto questions =
                std::count_if(each.steps.begin(), each.steps.end(),
                              [](const lesson::LessonStep& step) { return step.question.has_value(); });
            QVERIFY2(each.minutes >= 5 && each.minutes <= 10 && questions >= 5, each.id.c_str());
            if (!each.exercise.empty()) exercise::find_exercise(each.exercise);
        }
        for (const exercise::Exercise& each : exercise::own_exercises()) lesson::find_lesson(each.lesson);
    }

    void an_answer_fits_when_it_is_near_enough() {
        lesson::Question question;
        question.within = 0.1;
        const lesson::Answer number{28.8, "", {}}, word{{}, "ell", {}};
        QVERIFY(number.fits(question, "28.8") && number.fits(question, "30"));
        QVERIFY(!number.fits(question, "20") && !number.fits(question, "many"));
        question.within = 0; // must be exact
        QVERIFY(number.fits(question, "144/5") && number.fits(question, " 288 / 10 "));
        for (const char* none : {"144/4", "144/0", "144/", "/5", "1/2/3", "", "/"})
            QVERIFY(!number.fits(question, none));
        QVERIFY(word.fits(question, "ell") && !word.fits(question, "csr-scalar"));
    }

    void a_question_is_about_the_card_that_the_window_shows() {
        const lesson::Lesson two =
            lesson::lesson_from_text("# Cards\nid: cards\n\n## One\ncard: gtx295\n\nWords.\n\n## Two\n"
                                     "matrix: laplace2d:n=8\n\nWords.\n\n? How many?\n"
                                     "ask: count launches\nkernels: ell\nbecause: One.\n",
                                     "cards.md");
        QCOMPARE(two.steps.back().question->card, std::string("gtx295"));
        for (const lesson::Lesson& each : lesson::own_lessons()) {
            std::string shown;
            for (const lesson::LessonStep& step : each.steps) {
                if (!step.state.card.empty()) shown = step.state.card;
                if (!step.question || step.question->kernels.empty() || step.question->kernels.front() == "cg:cpu-csr")
                    continue;
                const bool is_named =
                    step.question->card == "c2075" && step.question->text.find("C2075") != std::string::npos;
                QVERIFY2(is_named || step.question->card == shown, (each.id + ": " + step.title).c_str());
            }
        }
    }

    void every_step_has_words_and_every_picture_with_a_question_something_to_look_at() {
        for (const lesson::Lesson& each : lesson::own_lessons())
            for (const lesson::LessonStep& step : each.steps) {
                QVERIFY2(!step.words.empty(), (each.id + ": " + step.title).c_str());
                const bool steps = step.state.page == "Warp" || step.state.page == "Step" || step.state.page == "Solve";
                QVERIFY2(!steps || !step.question || !step.look.empty(), (each.id + ": " + step.title).c_str());
            }
    }

    void a_comma_is_that_of_a_fraction_or_of_thousands() {
        lesson::Question question;
        const lesson::Answer fraction{28.8, "", {}}, bytes{32768.0, "", {}}, flops{1769472.0, "", {}};
        QVERIFY(fraction.fits(question, "28,8") && fraction.fits(question, "28.8"));
        QVERIFY(bytes.fits(question, "32,768") && bytes.fits(question, "32768"));
        QVERIFY(flops.fits(question, "1,769,472"));
        for (const char* wrong : {"32,76,8", "3,2768", "32,,768", ",32768", "32,768,"})
            QVERIFY2(!bytes.fits(question, wrong), wrong);
        const lesson::Answer small{768.0, "", {}};
        QVERIFY(!small.fits(question, ",768"));
    }

    void numbers_of_answers_are_written_as_a_person_would() {
        QCOMPARE(lesson::number_text(3906), std::string("3906"));
        QCOMPARE(lesson::number_text(1769472), std::string("1,769,472"));
        QCOMPARE(lesson::number_text(80 / 3.0), std::string("26.67"));
        QCOMPARE(lesson::number_text(0.03125), std::string("0.03125"));
        QCOMPARE(lesson::number_text(12345.6), std::string("12,346"));
        lesson::Question question; // the displayed answer must be accepted when entered
        const lesson::Answer third{80 / 3.0, "", {}};
        QVERIFY(third.fits(question, third.text()) && !third.fits(question, "26.7"));
    }

    void a_time_has_three_digits_and_the_unit_that_a_person_takes() {
        for (const auto& [ns, text] : std::vector<std::pair<double, std::string>>{{35641, "35.6 µs"},
                                                                                  {4511.57, "4.51 µs"},
                                                                                  {999.4, "999 ns"},
                                                                                  {999.7, "1 µs"},
                                                                                  {999'700, "1 ms"},
                                                                                  {2.5e9, "2.5 s"},
                                                                                  {0, "0 ns"}})
            QCOMPARE(time_text(ns), text);
        QCOMPARE(time_text(std::nan("")), std::string("-"));
    }

    void one_of_a_thing_is_not_several() {
        exercise::Measure measure;
        measure.count = exercise::Count::launches;
        QCOMPARE(measure.words(1), std::string("launch"));
        QCOMPARE(measure.words(2), std::string("launches"));
        measure.count = exercise::Count::accesses;
        QCOMPARE(measure.words(1), std::string("access"));
        measure.count = exercise::Count::transactions;
        measure.per = exercise::Per::nonzero;
        QCOMPARE(measure.words(1), std::string("transaction per nonzero"));
    }

    void an_exercise_refuses_a_key_that_nothing_reads() {
        const std::string text =
            R"({"warploom_exercise": 1, "id": "a", "title": "A", "operation": "spmv", "task": [], "inputs": ["arrow:n=3"],
            "gates": [{"id": "g", "title": "G", "count": "launches", "at_mots": 1, "says": "S"}]})";
        try {
            exercise::exercise_from_json(text, "a.json");
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("exercise.format"));
            QVERIFY2(std::string(error.what()).find("at_mots") != std::string::npos, error.what());
        }
    }

    void a_sealed_text_tells_who_wrote_it_and_whether_it_was_altered() {
        const std::string sealed = exercise::seal_text("int a;\n", "warp-a-row", "Ada, L. by herself");
        const exercise::HandIn found = exercise::read_hand_in(sealed);
        QCOMPARE(found.name, std::string("Ada, L. by herself"));
        QCOMPARE(found.exercise, std::string("warp-a-row"));
        QVERIFY(found.is_sealed && !found.is_altered);
        QVERIFY(exercise::read_hand_in(sealed + "//").is_altered);
        QVERIFY(!exercise::read_hand_in("int a;\n").is_sealed);
        std::string with_other_ends = sealed;
        for (std::size_t at = 0; (at = with_other_ends.find('\n', at)) != std::string::npos; at += 2)
            with_other_ends.replace(at, 1, "\r\n");
        QVERIFY(!exercise::read_hand_in(with_other_ends).is_altered);
        QCOMPARE(exercise::fingerprint(sealed), exercise::fingerprint("int   a; // mine"));
        QVERIFY(exercise::fingerprint("int a;") != exercise::fingerprint("int b;"));
    }

    void a_link_says_what_a_state_says() {
        lesson::State state;
        state.page = "Warp";
        state.matrix = "random-rows:n=128,fraction=0.3,seed=7";
        state.card = "gtx295";
        state.launch = 2;
        state.block_index = 0;
        state.warp = 1;
        state.nonzero = {3, 40};
        state.choices = {{"kernel", "\"csr-vector\""}, {"block", "64"}, {"run/kernels", "[\"ell\",\"csr & co\"]"}};
        state.layout = "not in a link";
        const std::string link = lesson::link_of(state);
        QVERIFY2(link.starts_with("warploom:state?page=Warp&matrix=random-rows%3An%3D128"), link.c_str());
        QVERIFY(link.find(' ') == std::string::npos && link.find('"') == std::string::npos);
        const Lesson lesson = lesson::find_lesson(link);
        QCOMPARE(lesson.steps.size(), std::size_t{1});
        const lesson::State& again = lesson.steps[0].state;
        QCOMPARE(again.page, state.page);
        QCOMPARE(again.matrix, state.matrix);
        QCOMPARE(again.card, state.card);
        QCOMPARE(again.launch, 2);
        QCOMPARE(again.block_index, 0);
        QCOMPARE(again.warp, 1);
        QVERIFY(again.nonzero == state.nonzero);
        QCOMPARE(again.choices, state.choices);
        QVERIFY(again.layout.empty() && again.runs.empty());
        QVERIFY(!lesson::is_link("lesson.md") && lesson::is_link("warploom:x"));
    }

    void a_hostile_link_is_refused_with_a_sentence_data() {
        QTest::addColumn<QByteArray>("link");
        QTest::addColumn<QString>("says");
        const QByteArray head = "warploom:state?";
        QTest::newRow("a file as matrix") << head + "matrix=%2Fetc%2Fpasswd"
                                          << "refers to a file";
        QTest::newRow("a device") << head + "matrix=/dev/zero"
                                  << "refers to a file";
        QTest::newRow("a file of the folder") << head + "matrix=secret.mtx"
                                              << "no generator";
        QTest::newRow("up the tree") << head + "matrix=..%5Csecret.mtx"
                                     << "refers to a file";
        QTest::newRow("an address") << head + "matrix=http%3A%2F%2Fexample.org%2Fa.mtx"
                                    << "refers to a file";
        QTest::newRow("a kernel of this computer") << head + "set=kernel%20%3D%20.%2Fmine.cu"
                                                   << "refers to a file";
        QTest::newRow("a kernel, hidden in JSON") << head + "set=kernel%20%3D%20%22%5Cu002fmine%22"
                                                  << "refers to a file";
        QTest::newRow("a key of its own in a value") << head + "page=Warp%0Alayout%3A%20x"
                                                     << "control characters";
        QTest::newRow("a layout") << head + "layout=AAAA"
                                  << "The key \"layout\" is unknown.";
        QTest::newRow("results") << head + "run=%7B%7D"
                                 << "The key \"run\" is unknown.";
        QTest::newRow("a question") << head + "ask=count"
                                    << "The key \"ask\" is unknown.";
        QTest::newRow("half a letter") << head + "page=%4"
                                       << "not a valid percent-encoded character";
        QTest::newRow("no letter") << head + "page=%zz"
                                   << "not a valid percent-encoded character";
        QTest::newRow("no value") << head + "page"
                                  << "Expected key=value";
        QTest::newRow("another program's") << QByteArray("warploom:run?command=rm") << "does not start with";
        QTest::newRow("too long") << head + "page=" + QByteArray(5000, 'a') << "the limit is 4096";
        QTest::newRow("a number that is none") << head + "warp=-1"
                                               << "not a valid integer";
        QTest::newRow("broken JSON") << head + "set=run%2Fkernels%20%3D%20%5B1%2C"
                                     << "is not valid";
        QTest::newRow("nothing") << QByteArray("warploom:") << "does not start with";
        QTest::newRow("a machine") << head + "set=machine%20%3D%20cuda%3A0"
                                   << "\"machine\" selects a machine";
        QTest::newRow("a machine elsewhere") << head + "set=%20reproduce%2Fmachine%20%20%3D%20cpu"
                                             << "selects a machine";
        QTest::newRow("the worker's command") << head + "set=worker%2Fcommand%20%3D%20rm"
                                              << "There is no setting named \"worker/command\"";
        QTest::newRow("a folder") << head + "set=export%2Ffolder%20%3D%20tmp"
                                  << "There is no setting named \"export/folder\"";
        QTest::newRow("a matrix as a choice") << head + "set=matrix%20%3D%20secret.mtx"
                                              << "There is no setting named \"matrix\"";
        QTest::newRow("a card as a choice") << head + "set=card%20%3D%20%7B%22id%22%3A1%7D"
                                            << "There is no setting named \"card\"";
        QTest::newRow("kernels of a path") << head + "set=run%2Fkernels%2F..%20%3D%20ell"
                                           << "There is no setting";
        QTest::newRow("a size that is none") << head + "set=step%2Fsize%20%3D%202000000000"
                                             << "an integer from 4 to 64";
        QTest::newRow("half a size") << head + "set=step%2Fsize%20%3D%208.5"
                                     << "an integer";
        QTest::newRow("a list as a kernel") << head + "set=kernel%20%3D%20%5B1%5D"
                                            << "a word or a number";
        QTest::newRow("a number as kernels") << head + "set=run%2Fkernels%20%3D%20%5B1%5D"
                                             << "a list of words";
        QTest::newRow("a word as a switch") << head + "set=step%2Fpadding%20%3D%20maybe"
                                            << "true or false";
        QTest::newRow("a file beside") << head + "set=formats%2Fbeside%20%3D%20matrix%3Asecret.mtx"
                                       << "no generator";
        QTest::newRow("a file beside, in JSON") << head + "set=formats%2Fbeside%20%3D%20%22matrix%3Asecret.mtx%22"
                                                << "no generator";
    }
    void a_hostile_link_is_refused_with_a_sentence() {
        QFETCH(QByteArray, link);
        QFETCH(QString, says);
        try {
            lesson::find_lesson(link.toStdString());
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("link.format"));
            QVERIFY2(QString::fromUtf8(error.what()).contains(says), error.what());
            QVERIFY(QByteArray(error.what()).size() < 400);
        }
    }

    void a_state_that_no_link_can_hold_says_so_to_the_one_who_copies_it() {
        lesson::State state;
        state.page = "Write";
        state.choices = {{"kernel", "\"./mine.cu\""}};
        QVERIFY_THROWS_EXCEPTION(Error, lesson::link_of(state));
        state.choices = {{"run/kernels", "\"" + std::string(5000, 'k') + "\""}};
        try {
            lesson::link_of(state);
            QFAIL("accepted");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("link.too-long")); }
    }

    void a_result_in_a_step_is_read_back_and_a_damaged_one_is_told_with_its_line() {
        const std::string run =
            R"({"number":3,"started":"2026-11-22T12:00:00","plan":{"operation":"spmv","matrices":["laplace2d:n=8"],)"
            R"("kernels":["cpu-csr"],"machine":"cpu"},"rows":[]})";
        std::string text = two_steps;
        text.insert(text.find("look: Pale"), "run: " + run + "\n");
        const Lesson lesson = lesson::lesson_from_text(text, "two.md");
        QCOMPARE(lesson.steps[0].state.runs, std::vector<std::string>{run});
        QCOMPARE(lesson::lesson_from_text(lesson::text_of(lesson), "again.md").steps[0].state.runs,
                 std::vector<std::string>{run});
        for (const char* damaged : {"{", "{}", "[1]", R"({"number":-1})"}) {
            std::string broken = two_steps;
            broken.insert(broken.find("look: Pale"), std::string("run: ") + damaged + "\n");
            try {
                lesson::lesson_from_text(broken, "two.md");
                QFAIL(damaged);
            } catch (const Error& error) {
                QVERIFY2(QString::fromUtf8(error.what()).contains("Line 14: A result cannot be read: "), error.what());
            }
        }
    }
};

WARPLOOM_TEST(LessonTextTest);
#include "lesson_text_test.moc"
