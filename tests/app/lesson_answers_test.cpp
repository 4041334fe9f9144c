// Every question of the lessons has a computed answer; a few of them are known by hand.

#include "app/lesson/answer.h"
#include "engine/lesson/lesson.h"
#include "kernels/cpu/cpu_machine.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using lesson::Answer;
using lesson::Ask;
using lesson::Question;

class LessonAnswersTest : public QObject {
    Q_OBJECT

    app::MachineList machines_;
    app::Inputs inputs_;

private slots:
    void initTestCase() { machines_.push_back(kernels::cpu_machine()); }

    void what_can_be_found_by_hand_is_found() {
        Question question;
        question.matrix = "diagonal:n=64";
        question.card = "h200";
        question.kernels = {"csr-scalar"};
        question.count = exercise::Count::active_lanes;
        question.array = "value";
        // 64 rows with an entry each: two warps in which all lanes read once.
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

    void every_question_of_the_lessons_has_an_answer_data() {
        QTest::addColumn<QString>("id");
        for (const lesson::Lesson& each : lesson::own_lessons())
            QTest::newRow(each.id.c_str()) << QString::fromStdString(each.id);
    }
    void every_question_of_the_lessons_has_an_answer() {
        QFETCH(QString, id);
        for (const lesson::Step& step : lesson::find_lesson(id.toStdString()).steps) {
            if (!step.question) continue;
            const Answer answer = app::answer_of(*step.question, inputs_, machines_);
            QVERIFY2(answer.number.has_value() == step.question->is_number(), step.title.c_str());
            QVERIFY2(answer.fits(*step.question, answer.text()), (step.title + ": " + answer.text()).c_str());
            // A count of 0 is a slip in the name of an array, or said to be so.
            const bool is_slip = answer.number && *answer.number == 0 && !step.question->array.empty();
            QVERIFY2(!is_slip, step.title.c_str());
        }
    }
};

WARPLOOM_TEST(LessonAnswersTest);
#include "lesson_answers_test.moc"
