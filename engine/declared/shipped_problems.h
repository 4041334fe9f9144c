#pragma once

#include <string>
#include <vector>

namespace warploom::declared {

/// A problem in datasets/problems. Its folder contains the file `problem.cu` with the declaration, and the file
/// `solution.cu` with a correct kernel.
struct ShippedProblem {
    std::string name;  ///< name of the problem's folder
    std::string title; ///< title from the line `// title:`
    std::string text;
    std::string solution;
};

const std::vector<ShippedProblem>& shipped_problems();
/// Returns the source code that a user starts from. It contains the directive `problem`, the summary, and an empty
/// kernel with the parameters of the problem.
std::string starter_of(const ShippedProblem& problem);
/// Returns a shipped problem. Errors: "problem.unknown" with similar names.
const ShippedProblem& find_problem(const std::string& name);

} // namespace warploom::declared
