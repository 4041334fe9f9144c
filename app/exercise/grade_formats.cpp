#include "app/exercise/grade_formats.h"

#include "engine/error.h"
#include "engine/html.h"
#include "engine/join.h"
#include "engine/junit.h"
#include "engine/sentence.h"
#include "engine/time_text.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace warploom::app {

namespace {

using exercise::GateResult;
using exercise::GateState;

/// Returns the only submission in the list. Throws "grade.format" if there is not exactly one, because the platform
/// grades submissions individually.
const Graded& only_one(const std::vector<Graded>& graded, const std::string& platform, const std::string& folder) {
    const auto is_hand_in = [](const Graded& each) { return each.is_hand_in; };
    const auto count = std::count_if(graded.begin(), graded.end(), is_hand_in);
    if (count != 1)
        throw Error("grade.format",
                    sentence("A file for {platform} must contain exactly one submission, but the folder has {n}.",
                             {{"platform", platform}, {"n", count}}),
                    sentence("Specify a folder with a single submission, such as {folder} on {platform}.",
                             {{"folder", folder}, {"platform", platform}}));
    return *std::find_if(graded.begin(), graded.end(), is_hand_in);
}

std::string in_json(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Returns the remarks on a submission and the overall message of its grading, if there is one.
std::vector<std::string> said_of(const Graded& one) {
    std::vector<std::string> said = one.remarks;
    if (!one.judgement.sentence.empty()) said.push_back(one.judgement.sentence);
    return said;
}

double share_of(const Graded& one) {
    return one.judgement.out_of > 0 ? one.judgement.points / one.judgement.out_of : 0;
}

/// Returns the contents of Gradescope's results.json for one submission, as specified in the section "Output Format" of
/// gradescope-autograders.readthedocs.io/en/latest/specs.
std::string as_gradescope(const std::vector<Graded>& graded) {
    const Graded& one = only_one(graded, "Gradescope", "/autograder/submission");
    Json tests = Json::array();
    for (const GateResult& gate : one.judgement.gates)
        tests.push_back({{"name", gate.title},
                         {"score", protocol::number(gate.points)},
                         {"max_score", protocol::number(gate.out_of)},
                         {"status", gate.is_met() ? "passed" : "failed"},
                         {"output", gate.sentence}});
    const std::vector<std::string> said = said_of(one);
    Json document{{"score", protocol::number(one.judgement.points)}, {"tests", tests}};
    if (!said.empty()) document["output"] = join(said, "\n");
    Json board = Json::array();
    for (const GateResult& gate : one.judgement.gates)
        if (gate.value)
            board.push_back({{"name", gate.title},
                             {"value", protocol::number(*gate.value)},
                             {"order", gate.higher_is_better ? "desc" : "asc"}});
    if (!board.empty()) document["leaderboard"] = board;
    return in_json(document);
}

/// Returns the grades in the format specified in the wiki of foundation50/classroom50, page "Advanced Autograding",
/// section "The result.json contract" (as of 16 August 2026).
std::string as_classroom50(const std::vector<Graded>& graded, const GradePlace& place) {
    const Graded& one = only_one(graded, "Classroom 50", "checkout");
    const auto whole = [](double points) {
        if (points != std::floor(points))
            throw Error("grade.format",
                        sentence("Classroom 50 requires integer points, but this exercise has fractional points."),
                        sentence("Use integer points for all gates in exercise.json."));
        return static_cast<std::int64_t>(points);
    };
    Json document{{"schema", "classroom50/result/v1"}};
    for (const auto& [key, variable] : {std::pair{"classroom", "CLASSROOM"}, std::pair{"assignment", "ASSIGNMENT"},
                                        std::pair{"submission", "SUBMISSION_TAG"}, std::pair{"commit", "COMMIT_URL"},
                                        std::pair{"release", "RELEASE_URL"}}) {
        document[key] = place.told(variable);
        if (document[key] == "")
            throw Error("grade.format", sentence("The variable {variable} is empty.", {{"variable", variable}}),
                        sentence("Classroom 50 sets this variable when it calls autograder.py (docs/grading.md)."));
    }
    const std::string review = place.told("REVIEW_URL");
    document["review"] = review.empty() ? document["commit"] : Json(review);
    document["datetime"] = place.now;
    Json tests = Json::array();
    for (const GateResult& gate : one.judgement.gates)
        tests.push_back({{"test-name", gate.title},
                         {"passed", gate.is_met()},
                         {"score", whole(gate.points)},
                         {"max-score", whole(gate.out_of)},
                         {"output", gate.sentence}});
    document["score"] = whole(one.judgement.points);
    document["max-score"] = whole(one.judgement.out_of);
    document["tests"] = tests;
    return in_json(document);
}

/// Returns the grades in the format specified by PrairieLearn in docs/externalGrading.md, section "Grading results".
/// Marks a source that does not compile as not gradable, so that it does not use up an attempt.
std::string as_prairielearn(const std::vector<Graded>& graded) {
    const Graded& one = only_one(graded, "PrairieLearn", "/grade/student");
    Json tests = Json::array();
    for (const GateResult& gate : one.judgement.gates) {
        if (gate.state == GateState::not_understood)
            return in_json({{"gradable", false}, {"format_errors", {gate.sentence}}});
        tests.push_back({{"name", gate.title},
                         {"points", protocol::number(gate.points)},
                         {"max_points", protocol::number(gate.out_of)},
                         {"message", gate.sentence}});
    }
    return in_json({{"gradable", true},
                    {"score", protocol::number(share_of(one))},
                    {"message", join(said_of(one), "\n")},
                    {"tests", tests}});
}

/// Returns the grades in the format specified by CodeRunner, section "Combinator-template grading": a fraction of the
/// mark, and a table whose first row contains the headings.
std::string as_coderunner(const std::vector<Graded>& graded) {
    const Graded& one = only_one(graded, "CodeRunner", "answer");
    Json table = Json::array({{"iscorrect", sentence("Gate"), sentence("Points"), sentence("Result and advice")}});
    for (const GateResult& gate : one.judgement.gates)
        table.push_back({gate.is_met() ? 1 : 0, gate.title, gate.points_text(), gate.sentence});
    std::string html;
    for (const std::string& each : said_of(one)) html += "<p>" + html_escaped(each) + "</p>";
    Json document{{"fraction", protocol::number(share_of(one))}, {"testresults", table}};
    if (!html.empty()) document["prologuehtml"] = html;
    return in_json(document);
}

/// Returns a unique class name for the JUnit format, such as "sum.ada" for "ada.cu". The name is unique because GitLab
/// omits a test if another one has the same class and name. Jenkins treats the part before the dot as the package.
std::string class_of(const std::string& exercise, std::string file) {
    if (file.ends_with(".cu")) file.resize(file.size() - 3);
    std::replace(file.begin(), file.end(), '.', '_');
    return exercise + "." + file;
}

/// Returns the grades in the JUnit format, with one suite per submission and one test case per criterion.
std::string as_junit(const std::string& exercise, const std::vector<Graded>& graded) {
    std::vector<JunitSuite> suites;
    for (const Graded& each : graded) {
        JunitSuite& suite = suites.emplace_back();
        suite.name = each.name;
        suite.output = join(each.remarks, "\n");
        for (const GateResult& gate : each.judgement.gates)
            suite.cases.push_back({class_of(exercise, each.file), gate.title,
                                   gate.is_met()                            ? JunitCase::Outcome::passed
                                   : gate.state == GateState::not_looked_at ? JunitCase::Outcome::skipped
                                                                            : JunitCase::Outcome::failed,
                                   gate.sentence});
    }
    return junit_report(exercise, suites);
}

struct Participant {
    std::string name, number;
};

/// Parses a Moodle path such as "Ada Lovelace_1234_assignsubmission_file_/kernel.cu" into the participant's name and
/// number. Returns std::nullopt for other paths.
std::optional<Participant> participant_of(const std::string& file) {
    const std::size_t mark = file.find("_assignsubmission_");
    if (mark == std::string::npos) return std::nullopt;
    const std::size_t before = file.rfind('_', mark - 1);
    if (before == std::string::npos || before == 0) return std::nullopt;
    Participant found{file.substr(0, before), file.substr(before + 1, mark - before - 1)};
    const bool is_number = !found.number.empty() && std::all_of(found.number.begin(), found.number.end(),
                                                                [](char c) { return c >= '0' && c <= '9'; });
    return is_number ? std::optional(found) : std::nullopt;
}

/// Returns the grades in the format required for importing Moodle's offline grading worksheet
/// (mod/assign/feedback/offline/importgradeslib.php). The import requires a date column, in which "-" means not graded
/// yet. Comments are in HTML.
std::string as_moodle(const std::vector<Graded>& graded) {
    Table table;
    for (const char* const column :
         {"Identifier", "Full name", "Grade", "Maximum grade", "Last modified (grade)", "Feedback comments"})
        table.columns.push_back({column, ""});
    std::set<std::string> known;
    for (const Graded& each : graded) {
        const auto participant = participant_of(each.file);
        if (!each.is_hand_in && (!participant || known.count(participant->number) != 0)) continue;
        if (participant) known.insert(participant->number);
        if (!participant)
            throw Error(
                "grade.format",
                sentence("The submission '{file}' is not in a folder created by Moodle.", {{"file", each.file}}),
                sentence("In Moodle, download all submissions in folders, and grade the contents of the ZIP file. The "
                         "folder names contain the participant numbers."));
        std::vector<std::string> said = each.remarks;
        for (const GateResult& gate : each.judgement.gates)
            said.push_back(
                gate.sentence.empty()
                    ? sentence("{gate}: {points}", {{"gate", gate.title}, {"points", gate.points_text()}})
                    : sentence("{gate}: {points}. {message}",
                               {{"gate", gate.title}, {"points", gate.points_text()}, {"message", gate.sentence}}));
        std::string comment;
        for (const std::string& each_said : said) comment += (comment.empty() ? "" : "<br>") + html_escaped(each_said);
        table.add_row({"Participant " + participant->number, participant->name, each.judgement.points,
                       each.judgement.out_of, "-", comment});
    }
    std::ostringstream out;
    write_csv(out, table);
    return out.str();
}

} // namespace

const std::vector<std::string>& grade_formats() {
    static const std::vector<std::string> all{"classroom50", "coderunner", "gradescope",
                                              "junit",       "moodle",     "prairielearn"};
    return all;
}

GradePlace grade_place() {
    return {[](const char* variable) {
                const char* const value = std::getenv(variable);
                return std::string(value == nullptr ? "" : value);
            },
            utc_now()};
}

std::string grades_as(const std::string& format, const std::string& exercise, const std::vector<Graded>& graded,
                      const GradePlace& place) {
    if (format == "classroom50") return as_classroom50(graded, place);
    if (format == "coderunner") return as_coderunner(graded);
    if (format == "gradescope") return as_gradescope(graded);
    if (format == "junit") return as_junit(exercise, graded);
    if (format == "moodle") return as_moodle(graded);
    if (format == "prairielearn") return as_prairielearn(graded);
    throw Error("grade.format", sentence("There is no grade format named '{format}'.", {{"format", format}}),
                sentence("Available formats: {formats}.", {{"formats", join(grade_formats())}}));
}

} // namespace warploom::app
