#include "app/check/right_verdict.h"

#include "app/check/free_verdict.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"

#include <vector>

namespace warploom::app {

namespace {

std::string right_on_inputs(const protocol::Check& check, Operation operation) {
    if (operation == Operation::free) return right_on_declared(check);
    const bool has_given = static_cast<std::int64_t>(check.inputs.size()) > check.drawn;
    const bool is_system = operation == Operation::tridiagonal;
    if (check.drawn == 0) return sentence("Correct on {input}.", {{"input", check.inputs.front()}});
    if (check.coverage && !check.coverage->domain.empty())
        return is_system ? sentence("Correct for {domain}, on {n} test {n:system|systems}.",
                                    {{"domain", check.coverage->domain}, {"n", check.drawn}})
                         : sentence("Correct for {domain}, on {n} test {n:matrix|matrices}.",
                                    {{"domain", check.coverage->domain}, {"n", check.drawn}});
    if (!has_given && is_system) return sentence("Correct on {n} test {n:system|systems}.", {{"n", check.drawn}});
    if (!has_given) return sentence("Correct on {n} test {n:matrix|matrices}.", {{"n", check.drawn}});
    if (is_system)
        return sentence("Correct on {input} and {n} test {n:system|systems}.",
                        {{"input", check.inputs.front()}, {"n", check.drawn}});
    return sentence("Correct on {input} and {n} test {n:matrix|matrices}.",
                    {{"input", check.inputs.front()}, {"n", check.drawn}});
}

std::string tested_settings(const protocol::CheckCoverage& covered) {
    const std::string precision = covered.float32 && covered.float64 ? sentence("float and double")
                                  : covered.float64                  ? "double"
                                                                     : "float";
    if (covered.least_block == covered.most_block)
        return sentence("Tested in {precision} precision.", {{"precision", precision}});
    return sentence(
        "Tested with {least} to {most} threads per block in {precision}.",
        {{"least", covered.least_block}, {"most", protocol::grouped(covered.most_block)}, {"precision", precision}});
}

std::string untested_sizes(const protocol::CheckCoverage& covered, Operation operation) {
    const std::string rows = protocol::grouped(covered.most_rows);
    if (operation == Operation::tridiagonal)
        return sentence("Systems with more than {unknowns} unknowns were not tested.", {{"unknowns", rows}});
    if (covered.most_columns == 0)
        return sentence("Matrices with more than {rows} rows were not tested.", {{"rows", rows}});
    return sentence("Matrices with more than {rows} rows or {columns} columns were not tested.",
                    {{"rows", rows}, {"columns", protocol::grouped(covered.most_columns)}});
}

/// Returns line numbers such as "14, 18-20".
std::string list_of(const std::vector<int>& lines) {
    constexpr int most_ranges = 5;
    std::string list;
    int ranges = 0;
    for (std::size_t i = 0; i < lines.size(); ++ranges) {
        if (ranges == most_ranges) return list + ", ...";
        std::size_t last = i;
        while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1) ++last;
        list += (list.empty() ? "" : ", ") + std::to_string(lines[i]);
        if (last > i) list += "-" + std::to_string(lines[last]);
        i = last + 1;
    }
    return list;
}

/// Adds to the verdict a list of the lines that no test input executed, because the verdict does not cover these lines.
std::string with_unexecuted_lines(const std::string& verdict, const std::vector<int>& lines) {
    if (lines.empty()) return verdict;
    return sentence("{verdict} Code on {n:line|lines} {lines} was never executed, so it was not tested.",
                    {{"verdict", verdict}, {"n", lines.size()}, {"lines", list_of(lines)}});
}

} // namespace

std::string right_verdict_of(const protocol::Check& check, Operation operation) {
    const std::string verdict = right_on_inputs(check, operation);
    if (check.drawn == 0) return verdict;
    if (operation == Operation::free) {
        const std::string tested = tested_declared(*check.coverage, tested_settings(*check.coverage));
        return with_unexecuted_lines(
            tested.empty() ? verdict : sentence("{verdict} {settings}", {{"verdict", verdict}, {"settings", tested}}),
            check.coverage->unexecuted_lines);
    }
    return with_unexecuted_lines(
        sentence("{verdict} {settings} {limit}", {{"verdict", verdict},
                                                  {"settings", tested_settings(*check.coverage)},
                                                  {"limit", untested_sizes(*check.coverage, operation)}}),
        check.coverage->unexecuted_lines);
}

} // namespace warploom::app
