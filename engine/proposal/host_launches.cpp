#include "engine/proposal/host_launches.h"

#include "engine/simt/language/words.h"

#include <algorithm>
#include <optional>

namespace warploom::proposal {

namespace {

using simt::Keyword;
using simt::Mark;
using simt::Token;
using simt::TokenKind;

using Tokens = std::vector<Token>;
constexpr int most_definitions = 8; ///< maximum number of variable definitions to follow in a chain

std::string text_of(const Tokens& tokens) {
    std::string text;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        const bool is_operator = tokens[t].is(Mark::plus) || tokens[t].is(Mark::minus) || tokens[t].is(Mark::star) ||
                                 tokens[t].is(Mark::slash) || tokens[t].is(Mark::percent) ||
                                 tokens[t].is(Mark::shift_left) || tokens[t].is(Mark::shift_right);
        const bool is_unary = t == 0 || tokens[t - 1].is(Mark::open_paren) || tokens[t - 1].is(Mark::comma);
        if (is_operator && !is_unary) text += " " + tokens[t].text + " ";
        else if (tokens[t].is(Mark::comma)) text += ", ";
        else {
            const bool joins_words =
                !text.empty() && tokens[t].kind == TokenKind::name && t > 0 && tokens[t - 1].kind == TokenKind::name;
            text += (joins_words ? " " : "") + tokens[t].text;
        }
    }
    return text;
}

/// Reads launches and the definitions of the host variables that they use.
class LaunchReader {
public:
    LaunchReader(const Tokens& tokens, const FunctionUse& kernel, const std::set<std::string>& constants)
        : tokens_(tokens), kernel_(kernel), constants_(constants) {}

    std::vector<ParsedLaunch> read() {
        std::vector<ParsedLaunch> found;
        for (std::size_t t = 0; t < tokens_.size(); ++t)
            if (tokens_[t].is_name(kernel_.name.c_str()))
                if (auto launch = launch_at(t)) found.push_back(std::move(*launch));
        return found;
    }

private:
    std::optional<ParsedLaunch> launch_at(std::size_t name) {
        ParsedLaunch made;
        made.kernel = kernel_.name;
        std::size_t at = name + 1;
        if (at < tokens_.size() && tokens_[at].is(Mark::less)) {
            Tokens list;
            for (; at < tokens_.size() && !tokens_[at].is(Mark::greater) && !tokens_[at].is(Mark::semicolon); ++at)
                list.push_back(tokens_[at]);
            if (at >= tokens_.size() || !tokens_[at].is(Mark::greater)) return std::nullopt;
            list.push_back(tokens_[at++]);
            made.template_arguments = text_of(list);
        }
        if (at >= tokens_.size() || !tokens_[at].is(Mark::launch_begin)) return std::nullopt;
        const std::vector<Tokens> configuration = list_from(++at, Mark::launch_end);
        if (configuration.size() < 2 || at >= tokens_.size() || !tokens_[at].is(Mark::open_paren)) return std::nullopt;
        const std::vector<Tokens> arguments = list_from(++at, Mark::close_paren);
        parameters_.clear();
        for (std::size_t a = 0; a < arguments.size(); ++a) {
            const bool is_name = arguments[a].size() == 1 && arguments[a][0].kind == TokenKind::name;
            made.arguments.push_back(is_name ? arguments[a][0].text : std::string());
            if (is_name && a < kernel_.parameters.size() && kernel_.parameters[a].is_number())
                parameters_.emplace(arguments[a][0].text, kernel_.parameters[a].name);
            if (is_name && a < kernel_.parameters.size() && is_cleared(arguments[a][0].text, name))
                made.cleared.insert(kernel_.parameters[a].name);
        }
        made.grid = resolved(configuration[0], name).value_or("");
        made.used_by_grid = used_;
        made.block = resolved(configuration[1], name).value_or("");
        if (configuration.size() > 2) made.shared = resolved(configuration[2], name).value_or("");
        return made;
    }

    bool is_cleared(const std::string& array, std::size_t before) const {
        for (std::size_t t = 2; t < before; ++t)
            if (tokens_[t].is_name(array.c_str()) && tokens_[t - 2].is_name("cudaMemset")) return true;
        return false;
    }

    /// Returns the comma-separated expressions of a list up to the closing token, and advances past this token.
    std::vector<Tokens> list_from(std::size_t& at, Mark close) const {
        std::vector<Tokens> list;
        int depth = 0;
        for (Tokens part; at < tokens_.size(); ++at) {
            const Token& token = tokens_[at];
            if (depth == 0 && token.is(close)) {
                ++at;
                if (!part.empty()) list.push_back(std::move(part));
                return list;
            }
            if (token.is(Mark::semicolon)) break;
            depth += token.is(Mark::open_paren) || token.is(Mark::open_bracket) ? 1 : 0;
            depth -= token.is(Mark::close_paren) || token.is(Mark::close_bracket) ? 1 : 0;
            if (depth == 0 && token.is(Mark::comma)) {
                list.push_back(std::move(part));
                part = {};
            } else {
                part.push_back(token);
            }
        }
        return {};
    }

    /// Replaces the host variables in an expression that is located before a token. Returns std::nullopt if this is not
    /// possible.
    std::optional<std::string> resolved(const Tokens& expression, std::size_t before) {
        used_.clear();
        const auto tokens = replaced(expression, before, 0);
        if (!tokens) return std::nullopt;
        std::string text = text_of(*tokens);
        // Insert the conversion to an integer that C++ performs implicitly.
        const std::string rounded = "ceil", whole = "(int)";
        for (std::size_t at = text.find(rounded); at != std::string::npos;
             at = text.find(rounded, at + whole.size() + rounded.size()))
            if (at < whole.size() || text.compare(at - whole.size(), whole.size(), whole) != 0) text.insert(at, whole);
        return text;
    }
    std::optional<Tokens> replaced(const Tokens& expression, std::size_t before, int depth) {
        if (depth > most_definitions) return std::nullopt;
        Tokens made;
        for (std::size_t t = 0; t < expression.size(); ++t) {
            const Token& token = expression[t];
            const bool is_call = t + 1 < expression.size() && expression[t + 1].is(Mark::open_paren);
            if (token.is(Mark::dot) || token.is(Mark::arrow) || token.is(Mark::open_bracket) ||
                token.kind == TokenKind::text)
                return std::nullopt;
            if (token.kind != TokenKind::name || is_known(token, is_call)) {
                made.push_back(token);
                continue;
            }
            if (const auto known = parameters_.find(token.text); known != parameters_.end()) {
                used_.insert(known->second);
                made.push_back(token);
                made.back().text = known->second;
                continue;
            }
            const auto value = definition_of(token.text, before);
            const auto inner = value ? replaced(*value, before, depth + 1) : std::nullopt;
            if (!inner) return std::nullopt;
            const bool is_simple = inner->size() == 1 || (*inner)[0].is_name("dim3");
            Token paren = token;
            paren.kind = TokenKind::mark;
            if (!is_simple) {
                paren.mark = Mark::open_paren;
                paren.text = "(";
                made.push_back(paren);
            }
            made.insert(made.end(), inner->begin(), inner->end());
            if (!is_simple) {
                paren.mark = Mark::close_paren;
                paren.text = ")";
                made.push_back(paren);
            }
        }
        return made;
    }
    bool is_known(const Token& token, bool is_call) const {
        if (constants_.count(token.text) != 0) return true;
        if (token.is_name("dim3")) return true;
        if (token.is(Keyword::sizeof_) || simt::is_number_word(token.text) || token.is_name("float")) return true;
        return is_call && (token.text == "ceil" || token.text == "ceilf" || token.text == "min" || token.text == "max");
    }

    /// Returns the value that a variable has at a token. The value comes from the last `name = ...;` or `dim3
    /// name(...);` before the token.
    std::optional<Tokens> definition_of(const std::string& name, std::size_t before) const {
        for (std::size_t t = before; t-- > 1;) {
            if (!tokens_[t].is_name(name.c_str()) || t + 1 >= tokens_.size()) continue;
            if (tokens_[t + 1].is(Mark::assign)) {
                std::size_t at = t + 2;
                const auto parts = list_from(at, Mark::semicolon);
                if (parts.empty()) return std::nullopt;
                return parts.front(); // `int a = 1, b = 2;`: the definition of `a` ends at the comma
            }
            if (tokens_[t + 1].is(Mark::open_paren) && tokens_[t - 1].is_name("dim3")) {
                std::size_t at = t + 2;
                const auto parts = list_from(at, Mark::close_paren);
                if (parts.empty()) return std::nullopt;
                Tokens value{tokens_[t - 1], tokens_[t + 1]};
                for (std::size_t p = 0; p < parts.size(); ++p) {
                    if (p > 0) {
                        value.push_back(tokens_[t + 1]);
                        value.back().mark = Mark::comma;
                        value.back().text = ",";
                    }
                    value.insert(value.end(), parts[p].begin(), parts[p].end());
                }
                value.push_back(tokens_[at - 1]);
                return value;
            }
        }
        return std::nullopt;
    }

    const Tokens& tokens_;
    const FunctionUse& kernel_;
    const std::set<std::string>& constants_;
    std::map<std::string, std::string> parameters_; ///< maps host variables to the parameters that they are passed to
    std::set<std::string> used_;
};

} // namespace

std::vector<ParsedLaunch> launches_of(const Tokens& tokens, const FunctionUse& kernel,
                                      const std::set<std::string>& constants) {
    return LaunchReader(tokens, kernel, constants).read();
}

} // namespace warploom::proposal
