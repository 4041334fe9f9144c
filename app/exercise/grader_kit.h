#pragma once

#include "engine/exercise/exercise.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// Contents of the files that a teaching platform needs to run the command `grade` for one exercise (docs/grading.md).
struct GraderKit {
    exercise::Exercise exercise;
    std::uint64_t seed = 1;   ///< seed of the hidden inputs, which is stored in the kit
    std::string package_name; ///< file name of the Warploom package to install: .deb, .whl, .tar.xz or .tar.gz
    std::string package;      ///< contents of the package
};

/// Returns the types of kits: "classroom50", "coderunner", "github", "gradescope", "notebook", "prairielearn".
const std::vector<std::string>& grader_kinds();
/// Returns whether this type of grader kit is a ZIP file that installs a package. Other types are text files for a
/// machine on which Warploom is already installed.
bool is_packed_kit(const std::string& kind);

/// Returns the contents of the kit file: for example, a ZIP file with setup.sh and run_autograder for gradescope, a
/// template for coderunner, or a notebook cell for notebook. Errors: "grader.kind"; "grader.package" if a ZIP file
/// requires a package that is missing or has the wrong type.
std::string grader_kit(const std::string& kind, const GraderKit& kit);

} // namespace warploom::app
