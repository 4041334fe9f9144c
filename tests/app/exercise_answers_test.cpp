// For every exercise, the starter must fail, the reference must pass, and each common mistake must be reported with a
// helpful message.

#include "app/exercise/judge.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/made_text.h"
#include "support/runner.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace warploom;
using exercise::Exercise;
using exercise::GateResult;
using exercise::Grading;

namespace {

QByteArray read_bytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString answers_of(const Exercise& exercise, const char* file) {
    return QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/exercises/%1/%2")
        .arg(QString::fromStdString(exercise.id), QLatin1String(file));
}

std::string reference_of(const Exercise& exercise) {
    const QString file = answers_of(exercise, "reference.cu");
    return exercise::made_text(read_bytes(file).toStdString(), file.toStdString(), exercise.starter);
}

std::vector<Json> mistakes_of(const Exercise& exercise) {
    return Json::parse(read_bytes(answers_of(exercise, "mistakes.json")).toStdString()).get<std::vector<Json>>();
}

std::string words_of(const Grading& judgement) {
    std::string all;
    for (const GateResult& gate : judgement.gates)
        all += gate.id + " " + to_string(gate.state) + ": " + gate.sentence + "\n";
    return all + judgement.sentence;
}

const GateResult* gate_of(const Grading& judgement, const std::string& id) {
    for (const GateResult& gate : judgement.gates)
        if (gate.id == id) return &gate;
    return nullptr;
}

} // namespace

class ExerciseAnswersTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Grading judged(const Exercise& exercise, const std::string& text) {
        const QString path = folder_.filePath(QStringLiteral("answer.cu"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QByteArray::fromStdString(text));
        file.close();
        constexpr std::uint64_t seed = 20261122;
        return app::judge(exercise, path.toStdString(), seed);
    }
    /// Returns the source with a mistake inserted; empty if the code to replace is not found.
    static std::string with_mistake(const Exercise& exercise, const Json& mistake) {
        if (mistake.contains("text")) return mistake["text"];
        if (mistake.contains("file"))
            return read_bytes(answers_of(exercise, mistake["file"].get<std::string>().c_str())).toStdString();
        QByteArray text = QByteArray::fromStdString(mistake.value("from", "") == "starter" ? exercise.starter
                                                                                           : reference_of(exercise));
        const auto replace = [&](const std::string& what, const std::string& by) {
            const bool is_there = text.contains(what.c_str());
            text.replace(what.c_str(), by.c_str());
            return is_there;
        };
        if (!replace(mistake["replace"], mistake["by"])) return {};
        if (mistake.contains("replace_everywhere"))
            for (const Json& pair : mistake["replace_everywhere"])
                if (!replace(pair[0], pair[1])) return {};
        return text.toStdString();
    }
    static void add_exercises() {
        QTest::addColumn<QString>("id");
        for (const Exercise& each : exercise::own_exercises())
            QTest::newRow(each.id.c_str()) << QString::fromStdString(each.id);
    }

private slots:
    void there_are_ten() { QVERIFY(exercise::own_exercises().size() >= 10); }

    void the_starter_fails_and_the_reference_passes_data() { add_exercises(); }
    void the_starter_fails_and_the_reference_passes() {
        QFETCH(QString, id);
        const Exercise exercise = exercise::find_exercise(id.toStdString());

        const Grading starter = judged(exercise, exercise.starter);
        const Grading reference = judged(exercise, reference_of(exercise));

        QVERIFY2(!starter.is_passed(), words_of(starter).c_str());
        QCOMPARE(starter.points, 0.0);
        QCOMPARE(starter.out_of, exercise.points());
        QVERIFY2(reference.is_passed(), words_of(reference).c_str());
        QCOMPARE(reference.points, exercise.points());
        qInfo("starter\n%sreference\n%s", words_of(starter).c_str(), words_of(reference).c_str());
    }

    void a_tempting_mistake_fails_with_a_sentence_that_helps_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("number");
        for (const Exercise& each : exercise::own_exercises()) {
            const auto mistakes = mistakes_of(each);
            QVERIFY(mistakes.size() >= 3);
            for (std::size_t m = 0; m < mistakes.size(); ++m)
                QTest::newRow((each.id + ": " + mistakes[m]["mistake"].get<std::string>()).c_str())
                    << QString::fromStdString(each.id) << static_cast<int>(m);
        }
    }
    void a_tempting_mistake_fails_with_a_sentence_that_helps() {
        QFETCH(QString, id);
        QFETCH(int, number);
        const Exercise exercise = exercise::find_exercise(id.toStdString());
        const Json mistake = mistakes_of(exercise)[static_cast<std::size_t>(number)];
        const std::string text = with_mistake(exercise, mistake);
        QVERIFY2(!text.empty(), "what is to be replaced is not in the text");

        const Grading judgement = judged(exercise, text);

        const std::string words = words_of(judgement);
        const GateResult* const missed = gate_of(judgement, mistake["misses"]);
        QVERIFY(missed != nullptr);
        QVERIFY2(!missed->is_met() && missed->points == 0, words.c_str());
        QVERIFY2(words.find(mistake["says"]) != std::string::npos, words.c_str());
        QVERIFY2(judgement.points == mistake["points"], (std::to_string(judgement.points) + "\n" + words).c_str());
    }

    // Only one exercise is about work that can be done once per matrix.
    void work_in_prepare_is_counted_in_all_exercises_but_one() {
        for (const Exercise& each : exercise::own_exercises()) {
            QCOMPARE(each.allows_prepare, each.id == "sort-reads");
            QVERIFY2(each.allows_prepare != QFile::exists(answers_of(each, "in_prepare.cu")), each.id.c_str());
        }
    }

    void a_text_of_nothing_earns_nothing_data() { add_exercises(); }
    void a_text_of_nothing_earns_nothing() {
        QFETCH(QString, id);
        const Exercise exercise = exercise::find_exercise(id.toStdString());
        for (const char* const text : {"", "// nothing yet\n", "template <typename T> void run(T* y) {}\n"}) {
            const Grading judgement = judged(exercise, text);
            QCOMPARE(judgement.points, 0.0);
            QVERIFY2(!judgement.is_passed(), words_of(judgement).c_str());
        }
    }

    void the_same_seed_gives_the_same_judgement() {
        const Exercise exercise = exercise::find_exercise("segmented-sum");
        QCOMPARE(protocol::write(judged(exercise, exercise.starter)).dump(),
                 protocol::write(judged(exercise, exercise.starter)).dump());
        QCOMPARE(exercise::draw_inputs(exercise, 3), exercise::draw_inputs(exercise, 3));
        QVERIFY(exercise::draw_inputs(exercise, 3) != exercise::draw_inputs(exercise, 4));
    }

    void an_answer_in_another_format_earns_nothing() {
        const Exercise exercise = exercise::find_exercise("ell-side-by-side");
        const Grading judgement = judged(
            exercise, read_bytes(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/textbook/csr_vector.cu")).toStdString());
        QCOMPARE(judgement.points, 0.0);
        QVERIFY2(judgement.gates[0].sentence.find("the exercise requires ell") != std::string::npos,
                 words_of(judgement).c_str());
    }

    void a_text_that_is_no_kernel_is_told_its_line_and_no_folder() {
        const Grading judgement = judged(exercise::find_exercise("warp-a-row"), "int run(");
        QCOMPARE(to_string(judgement.gates[0].state), "not_understood");
        QCOMPARE(to_string(judgement.gates[1].state), "not_looked_at");
        QCOMPARE(judgement.points, 0.0);
        QVERIFY2(judgement.gates[0].sentence.rfind("answer.cu:1:", 0) == 0, judgement.gates[0].sentence.c_str());
    }

    void a_judgement_says_on_which_card_and_inputs() {
        const Exercise exercise = exercise::find_exercise("warp-a-row");
        const std::string reference = reference_of(exercise);
        const Grading right = judged(exercise, reference);
        QCOMPARE(right.card, exercise.card);
        QCOMPARE(right.block, exercise.block);
        QCOMPARE(right.inputs.front(), exercise.inputs.front());
        QVERIFY(right.inputs.size() > exercise.inputs.size() + exercise.drawn.size()); // plus the general test inputs
        QVERIFY(right.failed_on.empty());

        std::string wrong = reference; // only the part of a row beyond 32 entries is lost
        wrong.replace(wrong.find("k < end; k += 32"), 16, "k < min(end, row_pointer[row] + 32); k += 32");
        const Grading judgement = judged(exercise, wrong);
        QVERIFY(std::find(judgement.inputs.begin(), judgement.inputs.end(), judgement.failed_on) !=
                judgement.inputs.end());
        QVERIFY2(judgement.gates[1].sentence.find("Short rows are correct") != std::string::npos,
                 words_of(judgement).c_str());
        for (const GateResult& gate : judgement.gates) QVERIFY(!gate.value);
    }

    void points_that_come_later_are_said_so() {
        const Exercise exercise = exercise::find_exercise("warp-a-row");
        const Grading starter = judged(exercise, exercise.starter);
        QCOMPARE(starter.gates[0].points_text(), std::string("1 later"));
        QVERIFY2(starter.sentence.find("few transactions per value") != std::string::npos, starter.sentence.c_str());
        const Grading reference = judged(exercise, reference_of(exercise));
        QCOMPARE(reference.gates[0].points_text(), std::string("1 of 1"));
        QVERIFY(reference.sentence.empty());
    }

    void a_gate_can_only_need_another_one_that_is_there() {
        const auto code_of = [](const std::string& needs) {
            try {
                exercise::exercise_from_json(
                    R"({"warploom_exercise": 1, "id": "any", "title": "Any", "operation": "spmv", "task": ["."], "inputs": ["diagonal:n=3"],
                        "gates": [{"id": "a", "title": "a", "count": "launches", "at_most": 1, "says": "."},
                                  {"id": "b", "title": "b", "count": "launches", "at_most": 1, "says": ".", "needs": [")" +
                        needs + R"("]}]})",
                    "any");
            } catch (const Error& error) { return error.code(); }
            return std::string("none");
        };
        QCOMPARE(code_of("a"), std::string("none"));
        QCOMPARE(code_of("b"), std::string("exercise.format"));
        QCOMPARE(code_of("c"), std::string("exercise.format"));
    }
};

WARPLOOM_TEST(ExerciseAnswersTest);
#include "exercise_answers_test.moc"
