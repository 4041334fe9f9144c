#include "engine/simt/bindings.h"

#include "engine/sentence.h"
#include "engine/simt/language/tokens.h"

#include <set>
#include <sstream>
#include <string>

namespace warploom::simt {

void read_bindings(Head& head, const Note& note) {
    std::istringstream pairs(note.text);
    for (std::string pair; std::getline(pairs, pair, ',');) {
        std::istringstream words(pair);
        std::string parameter, equals, name, rest;
        if (!(words >> parameter >> equals >> name) || equals != "=" || words >> rest)
            throw Refusal(note.place, sentence("Invalid `bind` line."),
                          sentence("Write the name of a parameter of run and the name of an array or number of "
                                   "Warploom, as in `// bind: n = rows, ptr = row_pointer`."));
        head.bindings[parameter] = {name, note.place};
    }
}

bool stands_for_block(const Head& head, const std::string& parameter) {
    const auto bound = head.bindings.find(parameter);
    return (bound == head.bindings.end() ? parameter : bound->second.first) == "block";
}

bool asks_for_block(const std::vector<Token>& tokens, const Head& head) {
    for (std::size_t t = 2; t < tokens.size(); ++t) {
        if (!tokens[t].is(Mark::open_paren) || !tokens[t - 1].is_name("run") || !tokens[t - 2].is(Keyword::void_))
            continue;
        while (t < tokens.size() && !tokens[t].is(Mark::close_paren))
            if (stands_for_block(head, tokens[++t].text)) return true;
    }
    return false;
}

void apply_bindings(Program& program, Program::Half& half) {
    std::set<std::string> known;
    const auto rename = [&](Code& code) {
        for (ParameterCode& parameter : code.parameters) {
            const auto bound = program.head.bindings.find(parameter.name);
            if (bound == program.head.bindings.end()) continue;
            known.insert(parameter.name);
            parameter.name = bound->second.first;
        }
    };
    rename(half.run);
    if (half.preparation) rename(*half.preparation);
    for (const auto& [parameter, bound] : program.head.bindings)
        if (known.count(parameter) == 0)
            throw Refusal(bound.second, sentence("run has no parameter `{name}`.", {{"name", parameter}}),
                          sentence("Write the name of a parameter of run before `=`."));
}

} // namespace warploom::simt
