#pragma once

#include "engine/exercise/exercise.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// The files with which a platform can call `grade` for one exercise (docs/grading.md).
struct GraderKit {
    exercise::Exercise exercise;
    std::uint64_t seed = 1;   ///< seed of the hidden inputs; stored in the kit
    std::string package_name; ///< a package of Warploom that the kit installs: .deb, .whl, .tar.xz or .tar.gz
    std::string package;      ///< its bytes
};

/// Kinds of kits: "classroom50", "coderunner", "github", "gradescope", "notebook", "prairielearn".
const std::vector<std::string>& grader_kinds();
/// Whether that kind is a zip that installs a package; the others are texts, for a machine where Warploom is installed.
bool is_packed_kit(const std::string& kind);

/// The file of that kind: gradescope a zip of setup.sh and run_autograder, coderunner a template, notebook a cell ...
/// Errors: "grader.kind", "grader.package" where a zip has no package, or one of another kind.
std::string grader_kit(const std::string& kind, const GraderKit& kit);

} // namespace warploom::app
