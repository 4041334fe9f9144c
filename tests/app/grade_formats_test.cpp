// Grades in the formats of learning platforms, compared with fixtures written by hand.

#include "app/exercise/grade_formats.h"
#include "engine/error.h"
#include "support/runner.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>
#include <QXmlStreamReader>

using namespace warploom;
using namespace warploom::app;
using exercise::GateResult;
using exercise::GateState;

namespace {

Graded hand_in(const std::string& file, bool is_right) {
    Graded graded;
    graded.name = "Ada & Co";
    graded.file = file;
    graded.judgement.exercise = "sum";
    graded.judgement.points = is_right ? 3 : 1;
    graded.judgement.out_of = 3;
    graded.judgement.gates = {{"clean", "No mistake is found", GateState::met, 1, 1, std::nullopt, ""}};
    if (is_right) {
        graded.judgement.gates.push_back(
            {"transactions", "Few transactions", GateState::met, 2, 2, 16.0, "16 of at most 20."});
    } else {
        graded.remarks = {"altered", "the same text as ben.cu"};
        graded.judgement.gates.push_back({"right", "The numbers are right", GateState::missed, 0, 1, std::nullopt,
                                          "Row 3 should be <1> and is \"2\"."});
        graded.judgement.gates.push_back(
            {"transactions", "Few transactions", GateState::not_looked_at, 0, 1, std::nullopt, "Not looked at."});
    }
    return graded;
}

std::string fixture(const char* name) {
    QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/grading/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string("there is no fixture");
}

/// The environment of a Classroom 50 runner, as described in its wiki.
GradePlace classroom50() {
    return {[](const char* variable) {
                const std::string name = variable, home = "https://github.com/school/gpu-sum-ada/";
                if (name == "CLASSROOM") return std::string("gpu");
                if (name == "ASSIGNMENT") return std::string("sum");
                if (name == "SUBMISSION_TAG") return std::string("submit/2026-11-26T10-00-00Z-a1b2c3d");
                if (name == "COMMIT_URL") return home + "commit/a1b2c3d";
                if (name == "RELEASE_URL") return home + "releases/tag/submit%2F2026-11-26T10-00-00Z-a1b2c3d";
                return std::string();
            },
            "2026-11-26T10:01:02Z"};
}

std::string code_of(const std::string& format, const std::vector<Graded>& graded,
                    const GradePlace& place = classroom50()) {
    try {
        grades_as(format, "sum", graded, place);
    } catch (const Error& error) { return error.hint().empty() ? "without a hint" : error.code(); }
    return "none";
}

} // namespace

class GradeFormatsTest : public QObject {
    Q_OBJECT

private slots:
    void gradescope_gets_a_test_a_gate() {
        QCOMPARE(grades_as("gradescope", "sum", {hand_in("ada.cu", true)}), fixture("results.json"));
    }
    void the_leaderboard_of_gradescope_puts_the_most_active_lanes_first() {
        Graded graded = hand_in("ada.cu", true);
        GateResult lanes{"lanes", "Many active lanes", GateState::met, 1, 1, 30.0, ""};
        lanes.higher_is_better = true;
        graded.judgement.gates.push_back(lanes);
        const auto board = nlohmann::json::parse(grades_as("gradescope", "sum", {graded})).at("leaderboard");
        QCOMPARE(board.at(0).at("order").get<std::string>(), std::string("asc")); // transactions
        QCOMPARE(board.at(1).at("order").get<std::string>(), std::string("desc"));
    }
    void gradescope_gets_one_hand_in_at_a_time() {
        QCOMPARE(code_of("gradescope", {hand_in("a.cu", true), hand_in("b.cu", true)}), std::string("grade.format"));
    }
    void junit_gets_a_suite_a_hand_in() {
        const std::string text = grades_as("junit", "sum", {hand_in("ada.cu", true), hand_in("ben.cu", false)});
        QCOMPARE(text, fixture("junit.xml"));
        QXmlStreamReader reader(QByteArray::fromStdString(text));
        int failures = 0;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("failure")) {
                QCOMPARE(reader.attributes().value("message").toString(),
                         QStringLiteral("Row 3 should be <1> and is \"2\"."));
                ++failures;
            }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(failures, 1);
    }
    /// importgradeslib.php of Moodle 5.0 requires these three columns and rejects files without them.
    void the_import_of_moodle_finds_the_columns_that_it_asks_for() {
        const std::string text = grades_as("moodle", "sum", {hand_in("Ada_1_assignsubmission_file/sum.cu", true)});
        const std::string heads = "," + text.substr(0, text.find('\n')) + ",";
        for (const char* const column : {",Identifier,", ",Grade,", ",Last modified (grade),"})
            QVERIFY2(heads.find(column) != std::string::npos, heads.c_str());
        QVERIFY(text.find("\nParticipant 1,Ada,3,3,-,") != std::string::npos);
    }
    void moodle_gets_the_numbers_of_its_participants() {
        QCOMPARE(grades_as("moodle", "sum",
                           {hand_in("Ada Love_lace_1234_assignsubmission_file_/sum.cu", true),
                            hand_in("Ben_7_assignsubmission_file_/sum.cu", false)}),
                 fixture("moodle.csv"));
    }
    void a_folder_that_moodle_did_not_name_is_refused() {
        QCOMPARE(code_of("moodle", {hand_in("ada.cu", true)}), std::string("grade.format"));
        QCOMPARE(code_of("moodle", {hand_in("Ada_x_assignsubmission_file_/sum.cu", true)}),
                 std::string("grade.format"));
    }
    void classroom50_gets_its_result() {
        QCOMPARE(grades_as("classroom50", "sum", {hand_in("ada.cu", true)}, classroom50()), fixture("result.json"));
    }
    void classroom50_gets_whole_points_and_what_its_runner_says() {
        Graded half = hand_in("ada.cu", true);
        half.judgement.gates[1].points = 1.5;
        QCOMPARE(code_of("classroom50", {half}), std::string("grade.format"));
        QCOMPARE(code_of("classroom50", {hand_in("ada.cu", true)}, {[](const char*) { return std::string(); }, "now"}),
                 std::string("grade.format"));
        QCOMPARE(code_of("classroom50", {hand_in("ada.cu", true)}), std::string("none"));
    }
    void coderunner_gets_a_share_and_a_table() {
        QCOMPARE(grades_as("coderunner", "sum", {hand_in("ben.cu", false)}), fixture("coderunner.json"));
    }
    void prairielearn_gets_a_share_and_a_test_a_gate() {
        QCOMPARE(grades_as("prairielearn", "sum", {hand_in("ben.cu", false)}), fixture("prairielearn.json"));
    }
    void a_text_that_is_not_understood_takes_no_attempt_of_prairielearn() {
        Graded graded = hand_in("ben.cu", false);
        graded.judgement.gates[0] = {"clean", "No mistake is found", GateState::not_understood,        0,
                                     1,       std::nullopt,          "Line 3: a semicolon is missing."};
        const Json json = Json::parse(grades_as("prairielearn", "sum", {graded}));
        QCOMPARE(json["gradable"].get<bool>(), false);
        QCOMPARE(json["format_errors"][0].get<std::string>(), std::string("Line 3: a semicolon is missing."));
        QVERIFY(!json.contains("score"));
    }
    void a_form_for_one_hand_in_refuses_two() {
        for (const char* const format : {"classroom50", "coderunner", "prairielearn"})
            QCOMPARE(code_of(format, {hand_in("a.cu", true), hand_in("b.cu", true)}), std::string("grade.format"));
    }
    void a_form_that_is_not_known_is_refused() {
        QCOMPARE(code_of("blackboard", {hand_in("ada.cu", true)}), std::string("grade.format"));
    }
};

WARPLOOM_TEST(GradeFormatsTest);
#include "grade_formats_test.moc"
