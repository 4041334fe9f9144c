#include "engine/declared/shipped_problems.h"

#include "engine/declared/directives.h"
#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <sstream>

namespace warploom {
const std::vector<EmbeddedFile>& problem_files(); // embedded files from datasets/problems
}

namespace warploom::declared {

const std::vector<ShippedProblem>& shipped_problems() {
    static const std::vector<ShippedProblem> all = [] {
        const std::string declaration = "/problem.cu";
        std::vector<ShippedProblem> list;
        for (const EmbeddedFile& file : problem_files()) {
            if (!file.name.ends_with(declaration)) continue;
            ShippedProblem& problem = list.emplace_back();
            problem.name = file.name.substr(0, file.name.size() - declaration.size());
            problem.text = file.text;
            problem.title = directive(problem.text, "title");
            if (const auto* const solution = find_embedded_file(problem_files(), problem.name + "/solution.cu"))
                problem.solution = solution->text;
        }
        return list;
    }();
    return all;
}

std::string starter_of(const ShippedProblem& problem) {
    const std::string head = "void expected(", generic = "template <typename T> ";
    const std::size_t at = problem.text.find(head), begin = at + head.size();
    const std::string given = problem.text.substr(begin, problem.text.find(')', begin) - begin);
    std::string parameters, names;
    for (const char each : given)
        if (each != '\n' && (each != ' ' || !parameters.ends_with(' '))) parameters += each;
    std::istringstream list(parameters);
    for (std::string parameter; std::getline(list, parameter, ',');)
        names += (names.empty() ? "" : ", ") + parameter.substr(parameter.find_last_of(" *") + 1);
    const std::string prefix = problem.text.find(generic + head) == std::string::npos ? "" : generic;
    return "// problem: " + problem.name + "\n// " + directive(problem.text, "summary") + "\n\n" + prefix +
           "__global__ void kernel(" + parameters +
           ") {\n    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n}\n\n" + prefix + "void run(" + parameters +
           ", int block) {\n    kernel<<<1, block>>>(" + names + ");\n}\n";
}

const ShippedProblem& find_problem(const std::string& name) {
    std::vector<std::string> known;
    for (const ShippedProblem& problem : shipped_problems()) {
        if (problem.name == name) return problem;
        known.push_back(problem.name);
    }
    throw Error("problem.unknown", sentence("There is no problem `{name}`.", {{"name", name}}),
                did_you_mean(name, known));
}

} // namespace warploom::declared
