#include "app/exercise/gradebook.h"

#include "app/exercise/unpacked_class.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/format_number.h"
#include "engine/join.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <utility>

namespace warploom::app {

namespace {

namespace fs = std::filesystem;

/// Returns the name without the suffix of a folder that Moodle exports.
std::string student_of(const std::string& name) {
    const std::size_t suffix = name.rfind("_assignsubmission_");
    const std::size_t number = suffix == std::string::npos ? suffix : name.rfind('_', suffix - 1);
    return number == std::string::npos || number == 0 ? name : name.substr(0, number);
}

/// Returns the same key for spellings of a name that differ only in capitalization or in the width of spaces. Spaces are
/// not removed, because "Li An" and "Lian" are two students.
std::string key_of(const std::string& student) {
    std::string key;
    for (const char c : student) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isspace(byte) == 0) key += static_cast<char>(std::tolower(byte));
        else if (!key.empty() && key.back() != ' ') key += ' ';
    }
    if (!key.empty() && key.back() == ' ') key.pop_back();
    return key;
}

std::string submissions_of(const std::string& folder, const std::string& exercise) {
    std::error_code failure;
    const fs::path subfolder = fs::path(folder) / exercise, archive = fs::path(folder) / (exercise + ".zip");
    if (fs::is_directory(subfolder, failure)) return subfolder.string();
    if (fs::is_regular_file(archive, failure)) return archive.string();
    throw Error("grade.folder",
                sentence("'{folder}' has no subfolder and no ZIP archive for the exercise {exercise}.",
                         {{"folder", folder}, {"exercise", exercise}}),
                sentence("To grade several exercises, put the submissions for each exercise into a subfolder with the "
                         "ID of the exercise."));
}

} // namespace

std::vector<GradedExercise> grade_exercises(const std::string& folder, const std::vector<std::string>& exercises,
                                            const GradeSettings& settings, const Progress& progress) {
    std::vector<std::pair<exercise::Exercise, std::string>> found; // find all folders first, because grading is slow
    for (const std::string& name : exercises) {
        exercise::Exercise exercise = exercise::find_exercise(name);
        std::string submissions = submissions_of(folder, exercise.id);
        found.emplace_back(std::move(exercise), std::move(submissions));
    }
    std::vector<GradedExercise> graded;
    for (std::size_t i = 0; i < found.size(); ++i) {
        GradeSettings own = settings;
        own.exercise = exercises[i];
        const exercise::Exercise& exercise = found[i].first;
        const UnpackedClass unpacked(found[i].second);
        graded.push_back(
            {exercise.id, exercise.title, exercise.points(), grade_class(unpacked.folder(), own, progress)});
    }
    return graded;
}

Gradebook make_gradebook(std::vector<GradedExercise> exercises) {
    Gradebook book;
    std::map<std::string, GradebookRow> rows;
    for (std::size_t e = 0; e < exercises.size(); ++e) {
        const GradedExercise& exercise = exercises[e];
        book.out_of += exercise.out_of;
        std::map<std::string, int> submissions;
        for (const Graded& each : exercise.graded) {
            const std::string student = student_of(each.name);
            GradebookRow& row = rows[key_of(student)];
            if (row.name.empty()) row.name = student;
            row.points.resize(exercises.size());
            std::optional<double>& points = row.points[e];
            points = std::max(points.value_or(0), each.judgement.points);
            const auto add_remark = [&](const std::string& remark) {
                row.remarks.push_back(
                    exercises.size() == 1
                        ? remark
                        : sentence("{exercise}: {remark}", {{"exercise", exercise.id}, {"remark", remark}}));
            };
            for (const std::string& remark : each.remarks) add_remark(remark);
            if (++submissions[key_of(student)] == 2) add_remark(sentence("several submissions; the best one counts"));
        }
    }
    for (auto& [key, row] : rows) {
        for (const std::optional<double>& points : row.points) row.total += points.value_or(0);
        book.rows.push_back(std::move(row));
    }
    book.exercises = std::move(exercises);
    return book;
}

Table gradebook_table(const Gradebook& gradebook) {
    Table table{sentence("Grades"), {{"name", ""}}};
    for (const GradedExercise& exercise : gradebook.exercises) table.columns.push_back({exercise.id, ""});
    table.columns.insert(table.columns.end(), {{"total", ""}, {"out_of", ""}, {"remarks", ""}});
    for (const GradebookRow& each : gradebook.rows) {
        std::vector<Cell> row{each.name};
        for (const std::optional<double>& points : each.points) row.push_back(points ? Cell(*points) : Cell());
        row.insert(row.end(), {each.total, gradebook.out_of, join(each.remarks, "; ")});
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::app
