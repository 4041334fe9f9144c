// Every question in the lessons has a computed answer; some of them are also known by hand.

#include "app/lesson/answer.h"
#include "engine/error.h"
#include "engine/lesson/lesson.h"
#include "kernels/cpu/cpu_machine.h"
#include "support/runner.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace warploom;
using lesson::Answer;
using lesson::Ask;
using lesson::Question;

class LessonAnswersTest : public QObject {
    Q_OBJECT

    app::MachineList machines_;
    app::Inputs inputs_;

    /// Returns the ratio of the first kernel's count or time to the second's.
    double ratio_of(Question question) {
        if (question.ask == Ask::faster) {
            question.ask = Ask::times_faster;
            return *app::answer_of(question, inputs_, machines_).number;
        }
        question.ask = Ask::count;
        const double first = *app::answer_of(question, inputs_, machines_).number;
        std::swap(question.kernels[0], question.kernels[1]);
        return first / *app::answer_of(question, inputs_, machines_).number;
    }
    /// Returns whether a number is an integer or a fraction with a small denominator.
    static bool is_plain(double number) {
        for (int below = 1; below <= 32; ++below)
            if (std::abs(number * below - std::round(number * below)) < 1e-9) return true;
        return false;
    }

private slots:
    void initTestCase() { machines_.push_back(kernels::cpu_machine()); }

    void a_question_about_a_format_is_asked_where_that_format_is_seen() {
        int asked = 0;
        for (const lesson::Lesson& each : lesson::own_lessons())
            for (const lesson::LessonStep& step : each.steps) {
                if (!step.question || step.question->ask != Ask::padding) continue;
                ++asked;
                const auto is_shown = [&](const auto& choice) {
                    return choice.first == "formats/show" && choice.second == '"' + step.question->format + '"';
                };
                QCOMPARE(step.state.page, std::string("Formats"));
                QVERIFY2(std::any_of(step.state.choices.begin(), step.state.choices.end(), is_shown),
                         step.title.c_str());
            }
        QCOMPARE(asked, 5);
    }

    /// A question about "the step that reads value" must refer to the step that is shown.
    void a_step_that_is_to_be_looked_at_is_on_the_screen() {
        int found = 0;
        for (const lesson::Lesson& each : lesson::own_lessons())
            for (const lesson::LessonStep& step : each.steps) {
                if (step.state.page != "Warp" || step.look.find("step that") == std::string::npos) continue;
                ++found;
                QVERIFY2(step.state.step >= 1, (each.id + ": " + step.title).c_str());
            }
        QVERIFY(found >= 6);
    }

    void what_can_be_found_by_hand_is_found() {
        Question question;
        question.matrix = "diagonal:n=64";
        question.card = "h200";
        question.kernels = {"csr-scalar"};
        question.count = exercise::Count::active_lanes;
        question.array = "value";
        // 64 rows with one entry each: two warps, in which all lanes read once.
        QCOMPARE(*app::answer_of(question, inputs_, machines_).number, 32.0);
        question.count = exercise::Count::accesses;
        QCOMPARE(*app::answer_of(question, inputs_, machines_).number, 64.0);
        question.ask = Ask::padding;
        question.format = "csr";
        QCOMPARE(*app::answer_of(question, inputs_, machines_).number, 0.0);
        question.ask = Ask::rows_changed;
        QCOMPARE(*app::answer_of(question, inputs_, machines_).number, 4.0);
        question.ask = Ask::steps;
        question.method = "thomas";
        QCOMPARE(*app::answer_of(question, inputs_, machines_).number, 15.0);
    }

    void the_first_error_of_a_kernel_has_a_line_and_lanes() {
        Question question;
        question.matrix = "laplace2d:n=20"; // 400 rows: in the last block, only half of a warp has rows
        question.card = "h200";
        question.ask = Ask::finding_line;
        question.kernels = {"wrong/an_entry_too_many.cu"};
        QCOMPARE(*app::answer_of(question, inputs_, machines_).number, 15.0);
        question.ask = Ask::finding_lanes;
        QCOMPARE(*app::answer_of(question, inputs_, machines_).number, 1.0); // only the last row is at the end
        question.kernels = {"csr-scalar"};
        QVERIFY_THROWS_EXCEPTION(Error, app::answer_of(question, inputs_, machines_)); // has no error
    }

    void every_answer_can_be_reasoned_out_data() { every_question_of_the_lessons_has_an_answer_data(); }
    void every_answer_can_be_reasoned_out() {
        QFETCH(QString, id);
        std::set<std::string> asked;
        for (const lesson::LessonStep& step : lesson::find_lesson(id.toStdString()).steps) {
            if (!step.question) continue;
            Question question = *step.question;
            // Questions must be unique, regardless of wording.
            Json what = protocol::write(question);
            for (const char* words : {"text", "because", "within"}) what.erase(words);
            QVERIFY2(asked.insert(what.dump()).second, step.title.c_str());
            // Do not ask for numeric times or close comparisons, which depend on the model.
            QVERIFY2(question.ask != Ask::times_faster, step.title.c_str());
            if (question.ask == Ask::faster || question.ask == Ask::fewer) {
                QCOMPARE(question.kernels.size(), std::size_t{2});
                const double ratio = ratio_of(question);
                QVERIFY2(ratio > 1.25 || ratio < 0.8, (step.title + ": " + std::to_string(ratio)).c_str());
            } else if (question.ask == Ask::iterations) {
                QVERIFY2(question.within >= 0.2, step.title.c_str()); // a rule of thumb is expected
            } else if (question.is_number()) {
                const double number = *app::answer_of(question, inputs_, machines_).number;
                QVERIFY2(is_plain(number), (step.title + ": " + std::to_string(number)).c_str());
                QVERIFY2(question.within <= 0.05, step.title.c_str()); // an approximate answer is wrong
            }
        }
    }

    void every_question_of_the_lessons_has_an_answer_data() {
        QTest::addColumn<QString>("id");
        for (const lesson::Lesson& each : lesson::own_lessons())
            QTest::newRow(each.id.c_str()) << QString::fromStdString(each.id);
    }
    void every_question_of_the_lessons_has_an_answer() {
        QFETCH(QString, id);
        for (const lesson::LessonStep& step : lesson::find_lesson(id.toStdString()).steps) {
            if (!step.question) continue;
            const Answer answer = app::answer_of(*step.question, inputs_, machines_);
            QVERIFY2(answer.number.has_value() == step.question->is_number(), step.title.c_str());
            QVERIFY2(answer.fits(*step.question, answer.text()), (step.title + ": " + answer.text()).c_str());
            // Formatted for people: "35.6 µs" and "1,769,472", not "35641 ns" and "1.76947e+06". A residual is a power
            // of ten.
            static const QRegularExpression raw("[0-9]{4,}(\\.[0-9]+)? ns|e\\+[0-9]|(?<![.0-9])[0-9]{5,}|\\.[0-9]{6}");
            for (const std::string& fact : answer.facts)
                QVERIFY2(!QString::fromStdString(fact).contains(raw), fact.c_str());
            if (step.question->ask == Ask::faster)
                for (const std::string& fact : answer.facts)
                    QVERIFY2(fact.find(": ≈ ") != std::string::npos && fact.find("modeled") != std::string::npos,
                             fact.c_str());
            // A count of 0 indicates a misspelled array name.
            const bool is_slip = answer.number && *answer.number == 0 && !step.question->array.empty();
            QVERIFY2(!is_slip, step.title.c_str());
        }
    }
};

WARPLOOM_TEST(LessonAnswersTest);
#include "lesson_answers_test.moc"
