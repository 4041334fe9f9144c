#include "app/check/free_verdict.h"

#include "engine/declared/declared_source.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

std::vector<protocol::CheckName> declared_names(const std::string& kernel, const std::string& text) {
    std::vector<protocol::CheckName> names;
    const auto problem = declared::parse_problem(declared::problem_text(kernel, text).text).problem;
    if (problem == nullptr) return names;
    for (const declared::DeclaredArray& array : problem->arrays)
        names.push_back({array.name, declared::parameter_type(array), declared::role_text(array)});
    for (const declared::DeclaredNumber& number : problem->numbers)
        names.push_back({number.name, "int", declared::values_text(number)});
    names.push_back({"block", "int", sentence("the requested number of threads per block")});
    return names;
}

void cover_numbers(const declared::DeclaredInput& input, protocol::CheckCoverage& covered) {
    covered.domain = input.problem->restrictions();
    if (!input.problem->has_real_numbers())
        // In a problem without floating-point numbers, the precision has no effect.
        covered.float32 = covered.float64 = false;
    for (const declared::DeclaredNumber& number : input.problem->numbers) {
        const std::int64_t value = input.numbers.at(number.name);
        const auto range = std::find_if(covered.numbers.begin(), covered.numbers.end(),
                                        [&](const protocol::CheckRange& each) { return each.name == number.name; });
        if (range == covered.numbers.end()) {
            covered.numbers.push_back({number.name, value, value});
            continue;
        }
        range->least = std::min(range->least, value);
        range->most = std::max(range->most, value);
    }
}

std::string right_on_declared(const protocol::Check& check) {
    const bool has_given = static_cast<std::int64_t>(check.inputs.size()) > check.drawn;
    const std::string domain = check.coverage ? check.coverage->domain : std::string();
    if (check.drawn == 0) return sentence("Correct on {input}.", {{"input", check.inputs.front()}});
    if (!domain.empty())
        return sentence("Correct for {domain}, on {n} test {n:input|inputs}.",
                        {{"domain", domain}, {"n", check.drawn}});
    if (!has_given) return sentence("Correct on {n} test {n:input|inputs}.", {{"n", check.drawn}});
    return sentence("Correct on {input} and {n} test {n:input|inputs}.",
                    {{"input", check.inputs.front()}, {"n", check.drawn}});
}

std::string tested_declared(const protocol::CheckCoverage& covered, const std::string& with_precision) {
    const auto ranges = transform_to_vector(covered.numbers, [](const protocol::CheckRange& range) {
        return sentence(
            "{name} from {least} to {most}",
            {{"name", range.name}, {"least", protocol::grouped(range.least)}, {"most", protocol::grouped(range.most)}});
    });
    std::vector<std::string> sentences;
    if (covered.float32 || covered.float64) sentences.push_back(with_precision);
    else if (covered.least_block < covered.most_block)
        sentences.push_back(
            sentence("Tested with {least} to {most} threads per block.",
                     {{"least", covered.least_block}, {"most", protocol::grouped(covered.most_block)}}));
    if (!ranges.empty()) sentences.push_back(sentence("Tested values: {ranges}.", {{"ranges", join(ranges)}}));
    return join(sentences, " ");
}

} // namespace warploom::app
