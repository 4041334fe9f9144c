#pragma once

#include "app/exercise/grade.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The submissions of a class for one exercise.
struct GradedExercise {
    std::string id, title;
    double out_of = 0; ///< maximum points
    std::vector<Graded> graded;
};

struct GradebookRow {
    std::string name;
    std::vector<std::optional<double>> points; ///< one per exercise; empty if the student submitted nothing
    double total = 0;
    std::vector<std::string> remarks; ///< each starts with the ID of its exercise, if there are several exercises
};

/// The points of a class in several exercises.
struct Gradebook {
    std::vector<GradedExercise> exercises;
    std::vector<GradebookRow> rows; ///< one per student, sorted by name
    double out_of = 0;              ///< sum of the maximum points of all exercises
};

/// Grades a class in several exercises. `folder` contains a subfolder or a ZIP archive for each exercise, such as
/// `warp-a-row/` or `warp-a-row.zip`, with the layout that grade_class() expects. Errors: "grade.folder" if an exercise
/// has neither; any error from grade_class().
std::vector<GradedExercise> grade_exercises(const std::string& folder, const std::vector<std::string>& exercises,
                                            const GradeSettings& settings, const Progress& progress = {});

/// Combines the submissions that have the same student name. Capitalization, spaces and the suffix of a Moodle folder
/// (`_1234_assignsubmission_file_`) do not matter. Of several submissions for an exercise, the best one counts.
Gradebook make_gradebook(std::vector<GradedExercise> exercises);

/// Returns a table with one row per student. The columns are the name, the points for each exercise, the total, the
/// maximum total, and the remarks.
Table gradebook_table(const Gradebook& gradebook);

} // namespace warploom::app
