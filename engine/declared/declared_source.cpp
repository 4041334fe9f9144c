#include "engine/declared/declared_source.h"

#include "engine/declared/directives.h"
#include "engine/declared/expected.h"
#include "engine/declared/shipped_problems.h"
#include "engine/error.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"

namespace warploom::declared {

ProblemText problem_text(const std::string& name, const std::string& text) {
    const std::string named = directive(text, "problem");
    if (named.empty()) return {name, text, false};
    return {named + "/problem.cu", find_problem(named).text, true};
}

DeclaredSource read_declarations(const std::string& name, const std::string& text) {
    static RecentCache<DeclaredSource> recent(16);
    const ProblemText source = problem_text(name, text);
    return recent.of(source.name + "\n" + source.text, [&] {
        ParsedProblem parsed = parse_problem(source.text);
        if (parsed.problem == nullptr) {
            const simt::Diagnostic& first = parsed.errors.front();
            throw Error("problem.malformed",
                        sentence("{file}:{line}:{column}: {problem}", {{"file", source.name},
                                                                       {"line", first.line},
                                                                       {"column", first.column},
                                                                       {"problem", first.sentence}}),
                        first.hint);
        }
        return DeclaredSource{parsed.problem, compile_expected(source.name, source.text)};
    });
}

std::vector<simt::Diagnostic> declaration_errors(const std::string& text) {
    for (const Directive& line : directives_of(text)) {
        if (line.key != "problem") continue;
        try {
            find_problem(line.value);
            return {};
        } catch (const Error& error) { return {{line.place.line, line.place.column, error.what(), error.hint()}}; }
    }
    return parse_problem(text).errors;
}

} // namespace warploom::declared
