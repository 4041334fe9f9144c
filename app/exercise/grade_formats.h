#pragma once

#include "app/exercise/grade.h"

#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

/// Names of the files that platforms read: "classroom50", "coderunner", "gradescope", "junit", "moodle", "prairielearn"
/// (docs/grading.md).
const std::vector<std::string>& grade_formats();

/// The environment of the grader: variables that the platform sets, and the current time.
struct GradePlace {
    std::function<std::string(const char* variable)> told; ///< empty where it does not say
    std::string now;                                       ///< "2026-11-26T11:40:00Z"
};
GradePlace grade_place(); ///< of this process

/// The grades as such a file. Errors: "grade.format": all but junit and moodle take one hand-in at a time, moodle needs
/// the participants' numbers, which stand in the names of the folders that it gives out, and classroom50 what its
/// runner says.
std::string grades_as(const std::string& format, const std::string& exercise, const std::vector<Graded>& graded,
                      const GradePlace& place = grade_place());

} // namespace warploom::app
