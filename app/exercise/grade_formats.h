#pragma once

#include "app/exercise/grade.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Names of the files that platforms read: "gradescope", "junit", "moodle" (docs/grading.md).
const std::vector<std::string>& grade_formats();

/// The grades as such a file. Errors: "grade.format": gradescope takes one hand-in at a time, and moodle needs the
/// participants' numbers, which stand in the names of the folders that it gives out.
std::string grades_as(const std::string& format, const std::string& exercise, const std::vector<Graded>& graded);

} // namespace warploom::app
