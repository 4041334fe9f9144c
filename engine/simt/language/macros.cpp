#include "engine/simt/language/macros.h"

#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/language/macro_conditions.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warploom::simt {

namespace {

struct Macro {
    bool has_parameters = false;
    std::vector<std::string> parameters;
    std::vector<Token> body;
    bool is_variadic = false; ///< whether the last parameter takes all remaining arguments
    bool is_open = false;     ///< whether the macro is being expanded; if so, it is not expanded again
};

class Preprocessor {
public:
    explicit Preprocessor(CompileBudget& effort) : effort_(effort) {
        for (const auto& [name, number] : {std::pair("__CUDACC__", 1), std::pair("__CUDA_ARCH__", newest_card),
                                           std::pair("__WARPLOOM__", 1), std::pair("__cplusplus", 202002)}) {
            Token token;
            token.kind = TokenKind::integer;
            token.text = std::to_string(number);
            token.integer = static_cast<std::uint64_t>(number);
            macros_[name].body.push_back(token);
        }
    }

    TokenList run(const TokenList& text) {
        read_text(text);
        out_.push_back(text.tokens.back());
        return {std::move(out_), {}, std::move(errors_), std::move(inclusions_), std::move(missing_)};
    }

private:
    static constexpr std::int64_t steps_of_token = 5;
    /// Value of __CUDA_ARCH__. It is fixed, because kernels are compiled only once for all GPUs.
    static constexpr int newest_card = 900;
    static constexpr std::size_t most_parameters = 256, most_conditions = 64;

    struct Condition {
        SourceLocation place;
        /// `was_taken` indicates whether all other branches of the #if are skipped: because this or an earlier branch
        /// was taken, or because the whole #if is in a skipped branch.
        bool is_taken = false, was_taken = false, had_else = false;
    };

    void read_text(const TokenList& text) {
        const TokenList* const around = in_;
        const std::size_t at_around = at_, conditions_around = conditions_.size();
        in_ = &text;
        at_ = 0;
        std::vector<Token> line;
        while (now().kind != TokenKind::end) {
            if (now().starts_line && now().is(Mark::hash)) {
                flush(line);
                directive();
            } else {
                if (is_on()) line.push_back(now());
                if (is_on() && now().kind == TokenKind::wrong) { // report the invalid token, and replace it with 0
                    errors_.push_back(in_->wrong[static_cast<std::size_t>(now().integer)]);
                    line.back().kind = TokenKind::integer;
                    line.back().text = "0";
                    line.back().integer = 0;
                }
                ++at_;
            }
        }
        flush(line);
        if (conditions_.size() > conditions_around)
            throw Refusal(conditions_.back().place, sentence("Unterminated conditional directive."),
                          sentence("Add `#endif`."));
        in_ = around;
        at_ = at_around;
    }
    const Token& now() const { return in_->tokens[at_]; }

    bool is_on() const {
        return std::all_of(conditions_.begin(), conditions_.end(), [](const Condition& c) { return c.is_taken; });
    }
    void refuse_wrong(const Token& token) const {
        if (token.kind == TokenKind::wrong) throw in_->wrong[static_cast<std::size_t>(token.integer)];
    }
    void flush(std::vector<Token>& tokens) {
        expand(tokens, out_, 0);
        tokens.clear();
    }

    void directive() {
        const SourceLocation from = now().place;
        std::vector<Token> rest;
        for (++at_; !now().starts_line; ++at_) rest.push_back(now());
        if (rest.empty()) return;
        const std::string word = rest.front().text;
        rest.erase(rest.begin());
        if (is_condition(from, word, rest) || !is_on() || word == "pragma") return;
        // Pragmas can be ignored, because loops with a known trip count are always unrolled.
        try {
            read_directive(from, word, rest);
        } catch (const Refusal& refusal) { errors_.push_back(refusal); }
    }
    void read_directive(SourceLocation from, const std::string& word, std::vector<Token>& rest) {
        if (word == "error") throw Refusal(from, sentence("#error: {message}", {{"message", words_of(rest)}}), "");
        for (const Token& token : rest) refuse_wrong(token);
        if (word == "include") {
            include(from, rest);
        } else if (word == "define") {
            define(from, rest);
        } else if (word == "undef") {
            if (!rest.empty()) macros_.erase(rest.front().text);
        } else {
            throw Refusal(from, sentence("`#{name}` is not supported.", {{"name", word}}),
                          sentence("Supported directives are #define, #undef, #if, #ifdef, #ifndef, #elif, #else, "
                                   "#endif, #error, and #include. #pragma is ignored."));
        }
    }
    static std::string words_of(const std::vector<Token>& tokens) {
        std::string words;
        for (const Token& token : tokens) words += (token.touches || words.empty() ? "" : " ") + token.text;
        return words;
    }

    /// Processes a conditional directive, such as #if or #else, and returns false for other directives. Only
    /// conditional directives are processed in a skipped branch.
    bool is_condition(SourceLocation from, const std::string& word, const std::vector<Token>& rest) {
        if (word == "if" || word == "ifdef" || word == "ifndef") {
            const bool is_inside = is_on();
            const bool is_taken =
                is_inside && (word == "if" ? is_true(from, rest) : is_known(rest) == (word == "ifdef"));
            conditions_.push_back({from, is_taken, is_taken || !is_inside, false});
            if (conditions_.size() > most_conditions)
                throw Refusal(from, sentence("Conditional directives are nested more than 64 levels deep."),
                              sentence("Reduce the nesting."));
            return true;
        }
        if (word != "elif" && word != "else" && word != "endif") return false;
        if (conditions_.empty() || (word != "endif" && conditions_.back().had_else))
            throw Refusal(from, sentence("`#{name}` without `#if`.", {{"name", word}}), sentence("Remove it."));
        if (word == "endif") {
            conditions_.pop_back();
            return true;
        }
        Condition& last = conditions_.back();
        last.is_taken = !last.was_taken && (word == "else" || is_true(from, rest));
        last.was_taken = last.was_taken || last.is_taken;
        last.had_else = word == "else";
        return true;
    }
    bool is_known(const std::vector<Token>& rest) const {
        return !rest.empty() && macros_.count(rest.front().text) != 0;
    }
    bool is_true(SourceLocation from, const std::vector<Token>& rest) {
        // The condition before and after macro expansion. `defined` has already been evaluated in both.
        std::vector<Token> known, ready;
        for (std::size_t t = 0; t < rest.size(); ++t) {
            refuse_wrong(rest[t]);
            if (rest[t].is_name("__has_include"))
                throw Refusal(rest[t].place, sentence("`__has_include` is not supported."),
                              sentence("Remove the condition. Headers of CUDA and C are not needed."));
            known.push_back(rest[t]);
            if (!rest[t].is_name("defined")) continue;
            const bool is_open = t + 1 < rest.size() && rest[t + 1].is(Mark::open_paren);
            const std::size_t name = t + (is_open ? 2 : 1);
            if (name >= rest.size() || rest[name].kind != TokenKind::name ||
                (is_open && (name + 1 == rest.size() || !rest[name + 1].is(Mark::close_paren))))
                throw Refusal(rest[t].place, sentence("`defined` requires a macro name."),
                              sentence("Write `defined(NAME)`."));
            known.back().kind = TokenKind::integer;
            known.back().integer = macros_.count(rest[name].text);
            known.back().text = std::to_string(known.back().integer);
            t = is_open ? name + 1 : name;
        }
        expand(known, ready, 0);
        return holds(std::move(ready), from, effort_);
    }

    /// Returns whether this is a CUDA or C header. An #include of such a header is ignored, because its functions are
    /// built in.
    static bool is_header(const std::string& name) {
        static constexpr std::array<std::string_view, 9> of_c{"assert.h", "float.h",  "limits.h",
                                                              "math.h",   "stddef.h", "stdint.h",
                                                              "stdio.h",  "stdlib.h", "device_launch_parameters.h"};
        return name.rfind("cuda", 0) == 0 || std::find(of_c.begin(), of_c.end(), name) != of_c.end();
    }
    void include(SourceLocation from, const std::vector<Token>& rest) {
        if (rest.empty()) return;
        const bool is_text = rest.front().kind == TokenKind::text;
        std::string name = is_text ? rest.front().text : std::string();
        // The name of a system header, such as <math.h>, consists of several tokens.
        for (std::size_t t = 1; !is_text && t + 1 < rest.size(); ++t) name += rest[t].text;
        const int number = find_header(name);
        if (number == 0 && (!is_text || is_header(name))) return;
        if (number == 0) {
            missing_.emplace_back(rest.front().place, sentence("Cannot open include file `{file}`.", {{"file", name}}),
                                  sentence("Available headers: {headers}. Copy other code into this file. Headers of "
                                           "CUDA and C are not needed.",
                                           {{"headers", header_names()}}));
            return;
        }
        if (!included_.insert(number).second) return;
        const auto count = [&](Mark mark) {
            return std::count_if(out_.begin(), out_.end(), [&](const Token& token) { return token.is(mark); });
        };
        if (count(Mark::open_brace) != count(Mark::close_brace))
            throw Refusal(from, sentence("`#include` is not supported inside a function."),
                          sentence("Move this line to the top of the file."));
        inclusions_.push_back({from, number});
        read_text(tokens_of(header(number).text, effort_, number));
    }

    void define(SourceLocation from, std::vector<Token>& rest) {
        if (rest.empty() || rest.front().kind != TokenKind::name)
            throw Refusal(from, sentence("`#define` requires a macro name."),
                          sentence("Write, for example, `#define BLOCK 128`."));
        Macro macro;
        const std::string name = rest.front().text;
        std::size_t at = 1;
        if (rest.size() > 1 && rest[1].is(Mark::open_paren) && rest[1].touches) {
            macro.has_parameters = true;
            for (at = 2; at < rest.size() && !rest[at].is(Mark::close_paren); ++at) {
                if (rest[at].is(Mark::comma)) continue;
                if (rest[at].is(Mark::ellipsis)) {
                    const bool is_named = rest[at - 1].kind == TokenKind::name && at > 2; // as in `args...`
                    if (!is_named) macro.parameters.emplace_back("__VA_ARGS__");
                    macro.is_variadic = true;
                    continue;
                }
                if (rest[at].kind != TokenKind::name)
                    throw Refusal(rest[at].place, sentence("A macro parameter must be an identifier."),
                                  sentence("Write, for example, `#define MAX(a, b) ((a) > (b) ? (a) : (b))`."));
                macro.parameters.push_back(rest[at].text);
                if (macro.parameters.size() > most_parameters)
                    throw Refusal(rest[at].place, sentence("A macro can have at most 256 parameters."),
                                  sentence("Split the file."));
            }
            if (at == rest.size())
                throw Refusal(from, sentence("Unterminated macro parameter list."), sentence("Add `)`."));
            ++at;
        }
        macro.body.assign(rest.begin() + static_cast<std::ptrdiff_t>(at), rest.end());
        for (std::size_t t = 0; t < macro.body.size(); ++t) {
            const Token& token = macro.body[t];
            const bool is_last = t + 1 == macro.body.size();
            if (token.is(Mark::hash) && macro.has_parameters && (is_last || !is_parameter(macro, macro.body[t + 1])))
                throw Refusal(token.place, sentence("`#` must be followed by a macro parameter."), "");
            if (token.is(Mark::paste) && (t == 0 || is_last))
                throw Refusal(token.place, sentence("`##` must be between two tokens."), "");
            if (token.is(Mark::paste) && !macro.has_parameters)
                throw Refusal(token.place,
                              sentence("The macro operator `##` is supported only in macros with parameters."),
                              sentence("Write the full name."));
        }
        macros_[name] = std::move(macro);
    }

    /// A source of tokens, which is either the file or a macro expansion.
    struct Source {
        const Token *next = nullptr, *end = nullptr;
        /// The macro being expanded, or null for the file. A macro is not expanded again within its own expansion.
        Macro* macro = nullptr;
        SourceRange range;
        /// Body of a function-like macro in which the parameters have been replaced.
        std::vector<Token> own;
    };
    using Sources = std::vector<Source>;

    static void leave_finished(Sources& sources) {
        for (; !sources.empty() && sources.back().next == sources.back().end; sources.pop_back())
            if (sources.back().macro != nullptr) sources.back().macro->is_open = false;
    }
    /// Reads a token from the innermost macro expansion, or from the file. Call leave_finished() first to remove
    /// completed expansions.
    Token read(Sources& sources) {
        Source& from = sources.back();
        Token token = *from.next++;
        if (from.macro != nullptr) {
            token.place = from.range.begin;
            token.end = from.range.end;
        }
        effort_.spend(token.place, steps_of_token);
        return token;
    }
    static bool opens_next(const Sources& sources) {
        const auto from =
            std::find_if(sources.rbegin(), sources.rend(), [](const Source& s) { return s.next != s.end; });
        return from != sources.rend() && from->next->is(Mark::open_paren);
    }
    void put(std::vector<Token>& out, Token token) {
        if (out.size() >= most_tokens)
            throw Refusal(token.place, sentence("The code is too long after macro expansion."),
                          sentence("Use fewer or smaller macros."));
        effort_.spend(token.place, steps_of_token);
        out.push_back(std::move(token));
    }

    /// Expands all macros in `in` and appends the result to `out`. `depth` is the nesting depth of macro arguments.
    void expand(const std::vector<Token>& in, std::vector<Token>& out, int depth) {
        Sources sources(1);
        sources.back().next = in.data();
        sources.back().end = in.data() + in.size();
        for (leave_finished(sources); !sources.empty(); leave_finished(sources)) {
            Token token = read(sources);
            const auto known =
                token.kind == TokenKind::name && !token.is_plain ? macros_.find(token.text) : macros_.end();
            if (known == macros_.end()) {
                if (token.is_name("__LINE__")) {
                    token.kind = TokenKind::integer;
                    token.integer = static_cast<std::uint64_t>(token.place.line);
                    token.text = std::to_string(token.place.line);
                } else if (token.is_name("__FILE__")) {
                    token.kind = TokenKind::text;
                    // All kernels have the same __FILE__, because they are compiled without a file name.
                    token.text = "kernel.cu";
                }
                put(out, std::move(token));
                continue;
            }
            Macro& macro = known->second;
            token.is_plain = macro.is_open;
            if (macro.is_open || (macro.has_parameters && !opens_next(sources))) {
                put(out, std::move(token));
                continue;
            }
            Source inside;
            inside.macro = &macro;
            inside.range = token.range();
            if (macro.has_parameters) inside.own = filled(token, macro, sources, depth);
            const std::vector<Token>& body = macro.has_parameters ? inside.own : macro.body;
            inside.next = body.data(); // the data stays in place when `own` is moved
            inside.end = body.data() + body.size();
            macro.is_open = true;
            sources.push_back(std::move(inside));
        }
    }

    /// Reads the arguments of a macro call after the macro name. Returns one list of tokens per argument.
    std::vector<std::vector<Token>> arguments_of(const Token& name, Sources& sources, const Macro& macro) {
        std::vector<std::vector<Token>> arguments(1);
        leave_finished(sources);
        read(sources);
        int open = 1;
        for (leave_finished(sources); !sources.empty(); leave_finished(sources)) {
            Token token = read(sources);
            if (token.is(Mark::open_paren) || token.is(Mark::open_bracket) || token.is(Mark::open_brace)) ++open;
            if (token.is(Mark::close_paren) || token.is(Mark::close_bracket) || token.is(Mark::close_brace)) --open;
            if (open == 0) return arguments;
            const bool takes_rest = macro.is_variadic && arguments.size() == macro.parameters.size();
            if (open == 1 && token.is(Mark::comma) && !takes_rest) arguments.emplace_back();
            else arguments.back().push_back(std::move(token));
        }
        throw Refusal(name.place, sentence("Unterminated argument list of macro `{name}`.", {{"name", name.text}}),
                      sentence("Add `)`."));
    }

    /// Returns the body of a function-like macro with substituted arguments.
    std::vector<Token> filled(const Token& name, const Macro& macro, Sources& sources, int depth) {
        constexpr int deepest = 100;
        if (depth == deepest)
            throw Refusal(name.place, sentence("Macro calls are nested more than 100 levels deep."),
                          sentence("Reduce the nesting."));
        auto arguments = arguments_of(name, sources, macro);
        if (macro.parameters.empty() && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
        if (macro.is_variadic && arguments.size() + 1 == macro.parameters.size()) arguments.emplace_back();
        if (arguments.size() != macro.parameters.size())
            throw Refusal(
                name.place,
                sentence(
                    "Macro `{name}` requires {expected} {expected:argument|arguments}, but {n} {n:was|were} given.",
                    {{"name", name.text}, {"expected", macro.parameters.size()}, {"n", arguments.size()}}),
                "");
        std::vector<std::optional<std::vector<Token>>> ready(arguments.size());
        const auto argument_of = [&](const Token& token) { // the index of the argument, or the number of arguments
            const auto parameter = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
            return token.kind == TokenKind::name ? static_cast<std::size_t>(parameter - macro.parameters.begin())
                                                 : arguments.size();
        };
        const auto unexpanded = [&](const Token& token) {
            const std::size_t a = argument_of(token);
            return a < arguments.size() ? arguments[a] : std::vector{token};
        };
        std::vector<Token> body;
        for (std::size_t t = 0; t < macro.body.size(); ++t) {
            const Token& token = macro.body[t];
            const auto is_paste = [&](std::size_t at) {
                return at < macro.body.size() && macro.body[at].is(Mark::paste);
            };
            if (token.is(Mark::hash)) {
                put(body, text_of(token, unexpanded(macro.body[++t])));
                continue;
            }
            if (is_paste(t + 1)) {
                std::vector<Token> pasted = unexpanded(token);
                for (; is_paste(t + 1); t += 2) paste(pasted, unexpanded(macro.body[t + 2]), macro.is_variadic);
                for (const Token& each : pasted) put(body, each);
                continue;
            }
            const std::size_t a = argument_of(token);
            if (a == arguments.size()) {
                put(body, token);
                continue;
            }
            if (!ready[a]) expand(arguments[a], ready[a].emplace(), depth + 1);
            for (const Token& given : *ready[a]) put(body, given);
        }
        return body;
    }

    static bool is_parameter(const Macro& macro, const Token& token) {
        return token.kind == TokenKind::name &&
               std::find(macro.parameters.begin(), macro.parameters.end(), token.text) != macro.parameters.end();
    }
    /// Returns the string literal that the operator `#` makes of an argument. `at` is the operator.
    static Token text_of(const Token& at, const std::vector<Token>& argument) {
        Token made = at;
        made.kind = TokenKind::text;
        made.mark = Mark::none;
        made.text.clear();
        for (const Token& token : argument) {
            if (!made.text.empty() && !token.touches) made.text += ' ';
            made.text += token.kind == TokenKind::text ? '"' + token.text + '"' : token.text;
        }
        return made;
    }
    /// Executes the operator `##`: joins the last token of `left` with the first token of `right`. In a variadic macro,
    /// `, ##__VA_ARGS__` removes the comma if there are no arguments.
    void paste(std::vector<Token>& left, const std::vector<Token>& right, bool is_variadic) {
        if (is_variadic && left.size() == 1 && left[0].is(Mark::comma)) {
            if (right.empty()) left.clear();
            left.insert(left.end(), right.begin(), right.end());
            return;
        }
        if (left.empty() || right.empty()) {
            left.insert(left.end(), right.begin(), right.end());
            return;
        }
        const Token before = left.back();
        TokenList joined = tokens_of(before.text + right[0].text, effort_);
        if (joined.tokens.size() != 2 || !joined.wrong.empty())
            throw Refusal(before.place, sentence("`##` cannot join `{left}` and `{right}` to one token.",
                                                 {{"left", before.text}, {"right", right[0].text}}));
        Token& made = joined.tokens[0];
        made.place = before.place;
        made.end = before.end;
        made.starts_line = before.starts_line;
        made.touches = before.touches;
        left.back() = std::move(made);
        left.insert(left.end(), right.begin() + 1, right.end());
    }

    const TokenList* in_ = nullptr;
    CompileBudget& effort_;
    std::size_t at_ = 0;
    std::vector<Token> out_;
    std::set<int> included_;
    std::vector<Inclusion> inclusions_;
    std::map<std::string, Macro> macros_;
    std::vector<Condition> conditions_;
    std::vector<Refusal> errors_, missing_;
};

} // namespace

TokenList expand_macros(TokenList list, CompileBudget& effort) {
    TokenList out = Preprocessor(effort).run(list);
    out.notes = std::move(list.notes);
    return out;
}

} // namespace warploom::simt
