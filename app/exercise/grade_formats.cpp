#include "app/exercise/grade_formats.h"

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/html.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace warploom::app {

namespace {

using exercise::GateResult;
using exercise::GateState;
using wire::Json;

std::string in_lines(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences) text += (text.empty() ? "" : "\n") + sentence;
    return text;
}

/// gradescope-autograders.readthedocs.io/en/latest/specs, "Output Format": results.json of one submission.
std::string as_gradescope(const std::vector<Graded>& graded) {
    if (graded.size() != 1)
        throw Error("grade.format",
                    "The file for Gradescope is about one hand-in, and here are " + std::to_string(graded.size()) + ".",
                    "Name a folder with one, as Gradescope's /autograder/submission.");
    const Graded& one = graded.front();
    Json tests = Json::array();
    for (const GateResult& gate : one.judgement.gates)
        tests.push_back({{"name", gate.title},
                         {"score", wire::number(gate.points)},
                         {"max_score", wire::number(gate.out_of)},
                         {"status", gate.is_met() ? "passed" : "failed"},
                         {"output", gate.sentence}});
    std::vector<std::string> said = one.remarks;
    if (!one.judgement.sentence.empty()) said.push_back(one.judgement.sentence);
    Json document{{"score", wire::number(one.judgement.points)}, {"tests", tests}};
    if (!said.empty()) document["output"] = in_lines(said);
    Json board = Json::array();
    for (const GateResult& gate : one.judgement.gates) // of counts, fewer are better
        if (gate.value) board.push_back({{"name", gate.title}, {"value", wire::number(*gate.value)}, {"order", "asc"}});
    if (!board.empty()) document["leaderboard"] = board;
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The form that Jenkins, GitLab and GitHub's reporters read: a suite a hand-in, a case a gate.
std::string as_junit(const std::string& exercise, const std::vector<Graded>& graded) {
    std::ostringstream out;
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" << html_escaped(exercise) << "\">\n";
    for (const Graded& each : graded) {
        const auto& gates = each.judgement.gates;
        const auto with = [&](auto... states) {
            return std::count_if(gates.begin(), gates.end(),
                                 [&](const GateResult& gate) { return ((gate.state == states) || ...); });
        };
        out << "  <testsuite name=\"" << html_escaped(each.name) << "\" tests=\"" << gates.size() << "\" failures=\""
            << with(GateState::missed, GateState::not_understood) << "\" skipped=\"" << with(GateState::not_looked_at)
            << "\">\n";
        for (const GateResult& gate : gates) {
            out << "    <testcase classname=\"" << html_escaped(exercise) << "\" name=\"" << html_escaped(gate.title)
                << "\"";
            if (gate.is_met()) out << "/>\n";
            else if (gate.state == GateState::not_looked_at)
                out << ">\n      <skipped message=\"" << html_escaped(gate.sentence) << "\"/>\n    </testcase>\n";
            else out << ">\n      <failure message=\"" << html_escaped(gate.sentence) << "\"/>\n    </testcase>\n";
        }
        if (!each.remarks.empty())
            out << "    <system-out>" << html_escaped(in_lines(each.remarks)) << "</system-out>\n";
        out << "  </testsuite>\n";
    }
    out << "</testsuites>\n";
    return out.str();
}

struct Participant {
    std::string name, number;
};

/// "Ada Lovelace_1234_assignsubmission_file_/kernel.cu": name, number, and what Moodle adds.
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

/// Moodle's offline grading worksheet, as far as its import asks for it (mod/assign/feedback/offline).
std::string as_moodle(const std::vector<Graded>& graded) {
    Table table;
    for (const char* const column : {"Identifier", "Full name", "Grade", "Maximum grade", "Feedback comments"})
        table.columns.push_back({column, ""});
    for (const Graded& each : graded) {
        const auto participant = participant_of(each.file);
        if (!participant)
            throw Error(
                "grade.format", "The hand-in '" + each.file + "' does not lie in a folder that Moodle named.",
                "Let Moodle give out all submissions in folders, and grade what its zip holds: the folders have "
                "the participants' numbers.");
        std::vector<std::string> said = each.remarks;
        for (const GateResult& gate : each.judgement.gates)
            said.push_back(gate.title + ": " + gate.points_text() +
                           (gate.sentence.empty() ? "" : ". " + gate.sentence));
        table.add_row({"Participant " + participant->number, participant->name, each.judgement.points,
                       each.judgement.out_of, in_lines(said)});
    }
    std::ostringstream out;
    write_csv(out, table);
    return out.str();
}

} // namespace

const std::vector<std::string>& grade_formats() {
    static const std::vector<std::string> all{"gradescope", "junit", "moodle"};
    return all;
}

std::string grades_as(const std::string& format, const std::string& exercise, const std::vector<Graded>& graded) {
    if (format == "gradescope") return as_gradescope(graded);
    if (format == "junit") return as_junit(exercise, graded);
    if (format == "moodle") return as_moodle(graded);
    std::string known;
    for (const std::string& each : grade_formats()) add_item(known, each);
    throw Error("grade.format", "There is no form of grades \"" + format + "\".", "Known are: " + known + ".");
}

} // namespace warploom::app
