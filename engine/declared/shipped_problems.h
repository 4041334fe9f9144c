#pragma once

#include <string>
#include <vector>

namespace warploom::declared {

/// A problem of datasets/problems: a folder with its declaration, `problem.cu`, and a right kernel, `solution.cu`.
struct ShippedProblem {
    std::string name;     ///< name of the folder
    std::string title;    ///< from the line `// title:`
    std::string text;     ///< problem.cu
    std::string solution; ///< solution.cu
};

/// Returns all shipped problems, sorted by name.
const std::vector<ShippedProblem>& shipped_problems();
/// Returns a source from which to start: the directive `problem`, the summary, and an empty kernel with the parameters of
/// the problem.
std::string starter_of(const ShippedProblem& problem);
/// Returns a shipped problem. Errors: "problem.unknown" with similar names.
const ShippedProblem& find_problem(const std::string& name);

} // namespace warploom::declared
