#include "engine/simt/macros.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warploom::simt {

namespace {

struct Macro {
    bool has_parameters = false;
    std::vector<std::string> parameters;
    std::vector<Token> body;
};

class Preprocessor {
public:
    explicit Preprocessor(const std::vector<Token>& in) : in_(in) {}

    std::vector<Token> run() {
        std::vector<Token> line;
        while (in_[at_].kind != TokenKind::end) {
            if (in_[at_].starts_line && in_[at_].is("#")) {
                flush(line);
                directive();
            } else {
                if (is_on()) line.push_back(in_[at_]);
                ++at_;
            }
        }
        flush(line);
        if (!conditions_.empty())
            throw Refusal(conditions_.back().place, "This condition is never closed.", "End it with #endif.");
        out_.push_back(in_.back());
        return std::move(out_);
    }

private:
    static constexpr std::size_t most_tokens = 400000; // no file of a person, but a macro that doubles itself

    struct Condition {
        Place place;
        bool is_taken = false, had_else = false;
    };

    bool is_on() const {
        return std::all_of(conditions_.begin(), conditions_.end(), [](const Condition& c) { return c.is_taken; });
    }
    void flush(std::vector<Token>& tokens) {
        expand(tokens, {}, out_);
        tokens.clear();
    }

    void directive() {
        const Place from = in_[at_++].place;
        std::vector<Token> rest;
        while (!in_[at_].starts_line) rest.push_back(in_[at_++]);
        if (rest.empty()) return;
        const std::string word = rest.front().text;
        rest.erase(rest.begin());
        if (word == "ifdef" || word == "ifndef") {
            const bool is_known = !rest.empty() && macros_.count(rest.front().text) != 0;
            conditions_.push_back({from, is_known == (word == "ifdef"), false});
        } else if (word == "else" || word == "endif") {
            if (conditions_.empty() || (word == "else" && conditions_.back().had_else))
                throw Refusal(from, "There is no #ifdef that this #" + word + " belongs to.", "Remove it.");
            if (word == "endif") {
                conditions_.pop_back();
            } else {
                conditions_.back().is_taken = !conditions_.back().is_taken;
                conditions_.back().had_else = true;
            }
        } else if (!is_on() || word == "include" || word == "pragma") {
            // Nothing of a header is needed, and loops are laid out wherever their turns are known.
        } else if (word == "define") {
            define(from, rest);
        } else if (word == "undef") {
            if (!rest.empty()) macros_.erase(rest.front().text);
        } else {
            throw Refusal(
                from, "`#" + word + "` is not in the language.",
                "There are #define, #undef, #ifdef, #ifndef, #else and #endif; #include and #pragma are ignored.");
        }
    }

    void define(Place from, std::vector<Token>& rest) {
        if (rest.empty() || rest.front().kind != TokenKind::name)
            throw Refusal(from, "`#define` needs a name.", "Write it as #define BLOCK 128.");
        Macro macro;
        const std::string name = rest.front().text;
        std::size_t at = 1;
        if (rest.size() > 1 && rest[1].is("(") && rest[1].touches) {
            macro.has_parameters = true;
            for (at = 2; at < rest.size() && !rest[at].is(")"); ++at) {
                if (rest[at].is(",")) continue;
                if (rest[at].kind != TokenKind::name)
                    throw Refusal(rest[at].place, "A macro's parameters are names.",
                                  "Write it as #define MAX(a, b) ...");
                macro.parameters.push_back(rest[at].text);
            }
            if (at == rest.size()) throw Refusal(from, "The parameters of this macro never end.", "Close them with ).");
            ++at;
        }
        macro.body.assign(rest.begin() + static_cast<std::ptrdiff_t>(at), rest.end());
        for (const Token& token : macro.body)
            if (token.is("#") || token.is("##"))
                throw Refusal(token.place, "`#` and `##` inside a macro are not in the language.",
                              "Write the name out, or use a template.");
        macros_[name] = std::move(macro);
    }

    void put(std::vector<Token>& out, Token token) const {
        if (out.size() > most_tokens)
            throw Refusal(token.place, "The macros make this text too long.", "Let them do less.");
        out.push_back(std::move(token));
    }

    /// `hidden`: macros that are being expanded, which are not expanded again.
    void expand(const std::vector<Token>& in, const std::set<std::string>& hidden, std::vector<Token>& out) const {
        for (std::size_t i = 0; i < in.size(); ++i) {
            const Token& token = in[i];
            const auto known = token.kind == TokenKind::name ? macros_.find(token.text) : macros_.end();
            if (known == macros_.end() || hidden.count(token.text) != 0) {
                put(out, token);
                continue;
            }
            const Macro& macro = known->second;
            std::set<std::string> inside = hidden;
            inside.insert(token.text);
            std::vector<Token> body;
            if (macro.has_parameters) {
                if (i + 1 == in.size() || !in[i + 1].is("(")) {
                    put(out, token);
                    continue;
                }
                body = filled(token, macro, in, i, hidden);
            } else {
                body = macro.body;
            }
            for (Token& each : body) each.place = token.place;
            std::vector<Token> expanded;
            expand(body, inside, expanded);
            for (Token& each : expanded) put(out, std::move(each));
        }
    }

    /// The body of a function-like macro with its arguments; `i` moves on to the closing parenthesis.
    std::vector<Token> filled(const Token& name, const Macro& macro, const std::vector<Token>& in, std::size_t& i,
                              const std::set<std::string>& hidden) const {
        std::vector<std::vector<Token>> arguments(1);
        int depth = 1;
        std::size_t at = i + 2;
        for (; at < in.size(); ++at) {
            if (in[at].is("(") || in[at].is("[") || in[at].is("{")) ++depth;
            if (in[at].is(")") || in[at].is("]") || in[at].is("}")) --depth;
            if (depth == 0) break;
            if (depth == 1 && in[at].is(",")) arguments.emplace_back();
            else arguments.back().push_back(in[at]);
        }
        if (depth != 0)
            throw Refusal(name.place, "The arguments of macro `" + name.text + "` never end.", "Close them with ).");
        i = at;
        if (macro.parameters.empty() && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
        if (arguments.size() != macro.parameters.size())
            throw Refusal(name.place,
                          "Macro `" + name.text + "` takes " + std::to_string(macro.parameters.size()) +
                              " arguments, not " + std::to_string(arguments.size()) + ".",
                          "");
        std::vector<std::vector<Token>> ready(arguments.size());
        for (std::size_t a = 0; a < arguments.size(); ++a) expand(arguments[a], hidden, ready[a]);
        std::vector<Token> body;
        for (const Token& token : macro.body) {
            const auto parameter = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
            if (token.kind != TokenKind::name || parameter == macro.parameters.end()) {
                put(body, token);
                continue;
            }
            for (const Token& given : ready[static_cast<std::size_t>(parameter - macro.parameters.begin())])
                put(body, given);
        }
        return body;
    }

    const std::vector<Token>& in_;
    std::size_t at_ = 0;
    std::vector<Token> out_;
    std::map<std::string, Macro> macros_;
    std::vector<Condition> conditions_;
};

} // namespace

TokenList expand_macros(TokenList list) {
    TokenList out;
    out.tokens = Preprocessor(list.tokens).run();
    out.notes = std::move(list.notes);
    return out;
}

} // namespace warploom::simt
