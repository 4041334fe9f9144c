#pragma once

#include "engine/exercise/exercise.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// The files that a platform needs to run `grade` for one exercise (docs/grading.md).
struct GraderKit {
    exercise::Exercise exercise;
    std::uint64_t seed = 1;   ///< seed of the hidden inputs, which is stored in the kit
    std::string package_name; ///< Warploom package that the kit installs: .deb, .whl, .tar.xz or .tar.gz
    std::string package;      ///< contents of the package
};

/// Types of kits: "classroom50", "coderunner", "github", "gradescope", "notebook", "prairielearn".
const std::vector<std::string>& grader_kinds();
/// Returns whether this type of kit is a ZIP file that installs a package. All other kits are text files for a machine
/// on which Warploom is already installed.
bool is_packed_kit(const std::string& kind);

/// Returns the kit as a file: for example, a ZIP file with setup.sh and run_autograder for gradescope, a template for
/// coderunner, or a cell for notebook. Errors: "grader.kind"; "grader.package" if the package of a ZIP file is missing
/// or has the wrong type.
std::string grader_kit(const std::string& kind, const GraderKit& kit);

} // namespace warploom::app
