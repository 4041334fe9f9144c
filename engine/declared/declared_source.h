#pragma once

#include "engine/declared/declared_problem.h"
#include "engine/simt/program.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::declared {

/// The problem that a source declares or refers to, and the program that computes the expected results.
struct DeclaredSource {
    std::shared_ptr<const DeclaredProblem> problem;
    std::shared_ptr<const simt::Program> expected;
};

/// The source that contains the declarations. This is the source itself or, if it contains a line `// problem: NAME`,
/// the shipped problem with that name. problem_text() can throw "problem.unknown".
struct ProblemText {
    std::string name, text;
    bool is_shipped = false;
};
ProblemText problem_text(const std::string& name, const std::string& text);

/// Reads the declarations of a source. Caches recent results. Errors: "problem.malformed" with the location of the
/// first error, "problem.unknown", any error from compile_expected.
DeclaredSource read_declarations(const std::string& name, const std::string& text);

/// Returns the errors in the directives of a source, including an unknown name of a shipped problem.
std::vector<simt::Diagnostic> declaration_errors(const std::string& text);

} // namespace warploom::declared
