#pragma once

#include "app/exercise/grade.h"

#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns the names of the output formats for teaching platforms: "classroom50", "coderunner", "gradescope", "junit",
/// "moodle", "prairielearn" (docs/grading.md).
const std::vector<std::string>& grade_formats();

/// Environment in which the grader runs: environment variables set by the teaching platform, and the current time.
struct GradePlace {
    /// Returns the value of an environment variable, or an empty string if it is not set.
    std::function<std::string(const char* variable)> told;
    std::string now; ///< current time in UTC, such as "2026-11-26T11:40:00Z"
};
GradePlace grade_place(); ///< returns the current environment of this process

/// Returns the grades in the given format. Errors: "grade.format" if there are several submissions and the format is
/// neither junit nor moodle, if folder names lack Moodle's participant numbers, or if the variables of classroom50's
/// runner are not set.
std::string grades_as(const std::string& format, const std::string& exercise, const std::vector<Graded>& graded,
                      const GradePlace& place = grade_place());

} // namespace warploom::app
