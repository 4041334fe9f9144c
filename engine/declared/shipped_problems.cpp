#include "engine/declared/shipped_problems.h"

#include "engine/declared/directives.h"
#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

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
