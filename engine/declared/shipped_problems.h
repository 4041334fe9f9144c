#pragma once

#include <string>
#include <vector>

namespace warploom::declared {

/// A problem in datasets/problems. Its folder contains the declaration, `problem.cu`, and a correct kernel,
/// `solution.cu`.
struct ShippedProblem {
    std::string name;  ///< name of the folder
    std::string title; ///< from the line `// title:`
    std::string text;
    std::string solution;
};

const std::vector<ShippedProblem>& shipped_problems();
/// Returns a source from which to start: the directive `problem`, the summary, and an empty kernel with the parameters of
/// the problem.
std::string starter_of(const ShippedProblem& problem);
/// Returns a shipped problem. Errors: "problem.unknown" with similar names.
const ShippedProblem& find_problem(const std::string& name);

} // namespace warploom::declared
