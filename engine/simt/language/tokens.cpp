#include "engine/simt/language/tokens.h"

#include "engine/sentence.h"
#include "engine/simt/language/literals.h"
#include "engine/simt/language/words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace warploom::simt {

namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool goes_on_name(char c) { return begins_name(c) || is_digit(c); }

/// A source file after line splicing. A line that ends with a backslash has been joined with the next line.
struct Joined {
    std::string text;
    std::vector<std::size_t> at; ///< offsets in `text` where the joined lines begin

    explicit Joined(const std::string& file) {
        std::size_t from = file.compare(0, byte_order_mark.size(), byte_order_mark) == 0 ? byte_order_mark.size() : 0;
        for (std::size_t b = file.find('\\', from); b != std::string::npos; b = file.find('\\', b + 1)) {
            // Accept whitespace after the backslash at the end of a line, as other compilers do.
            const std::size_t end = file.find_first_not_of(" \t\r\f\v", b + 1);
            if (end == std::string::npos || file[end] != '\n') continue;
            text.append(file, from, b - from);
            at.push_back(text.size());
            from = end + 1;
            b = end;
        }
        text.append(file, from);
    }
};

class Lexer {
public:
    Lexer(const std::string& text, CompileBudget& effort, int header) : file_(text), effort_(effort) {
        place_.header = header;
        begin_line();
    }

    TokenList run() {
        while (skip_spaces()) {
            Token token;
            token.place = place_;
            effort_.spend(place_);
            if (list_.tokens.size() == most_tokens)
                throw Refusal(place_, sentence("The source has more than 400,000 tokens."),
                              sentence("Split the file."));
            token.starts_line = starts_line_;
            token.touches = at_ > 0 && at_ == after_token_;
            starts_line_ = false;
            read_or_keep(token);
            token.end = place_;
            list_.tokens.push_back(std::move(token));
            after_token_ = at_;
            leave_out_namespace();
        }
        Token end;
        end.place = place_;
        end.starts_line = true;
        list_.tokens.push_back(end);
        return std::move(list_);
    }

private:
    /// Converts `std::size_t` to `size_t`, because the parser expects number types without a namespace.
    void leave_out_namespace() {
        std::vector<Token>& all = list_.tokens;
        const std::size_t n = all.size();
        if (n < 3 || all[n - 1].kind != TokenKind::name || !all[n - 2].is(Mark::scope) || !all[n - 3].is_name("std") ||
            !is_number_word(all[n - 1].text))
            return;
        all[n - 1].starts_line = all[n - 3].starts_line;
        all[n - 1].touches = all[n - 3].touches;
        all.erase(all.end() - 3, all.end() - 1);
    }
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool ended() const { return at_ >= text_.size(); }
    void step(std::size_t count = 1) {
        for (; count > 0 && at_ < text_.size(); --count) {
            if (text_[at_++] == '\n') {
                ++place_.line;
                place_.column = 1;
            } else {
                ++place_.column;
            }
            begin_line();
        }
    }
    void begin_line() {
        for (; joint_ < file_.at.size() && file_.at[joint_] == at_; ++joint_) {
            ++place_.line;
            place_.column = 1;
        }
    }

    /// Skips whitespace and comments. Returns false at the end of the file.
    bool skip_spaces() {
        while (!ended()) {
            const char c = peek();
            if (c == '\n') {
                starts_line_ = true;
                step();
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
                step();
            } else if (c == '/' && peek(1) == '/') {
                line_comment();
            } else if (c == '/' && peek(1) == '*') {
                block_comment();
            } else {
                return true;
            }
        }
        return false;
    }

    void line_comment() {
        const SourceLocation from = place_;
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string line = text_.substr(at_ + 2, end - at_ - 2);
        step(end - at_);
        const auto trim = [](std::string s) {
            const auto first = s.find_first_not_of(" \t\r");
            return first == std::string::npos ? std::string()
                                              : s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
        };
        line = trim(line);
        for (const char* key : {"format", "scratch", "title", "summary", "source", "plan", "early", "carve-out", "bind",
                                "out", "inout", "problem"}) {
            const std::string prefix = std::string(key) + ":";
            if (line.rfind(prefix, 0) != 0) continue;
            const bool is_anywhere = prefix == "format:" || prefix == "scratch:";
            if (is_anywhere || list_.tokens.empty())
                list_.notes.push_back({from, key, trim(line.substr(prefix.size()))});
        }
    }
    void block_comment() {
        const SourceLocation from = place_;
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string::npos) throw Refusal(from, sentence("Unterminated comment."), sentence("Add `*/`."));
        step(end + 2 - at_);
    }

    /// Reads a token. If it is invalid, skips the rest of the line, because the start of the next token is unknown.
    void read_or_keep(Token& token) {
        const std::size_t from = at_;
        try {
            read(token);
        } catch (const Refusal& refusal) {
            constexpr int steps_of_refusal = 20;
            effort_.spend(token.place, steps_of_refusal);
            token.kind = TokenKind::wrong;
            token.integer = list_.wrong.size();
            list_.wrong.push_back(refusal);
            const std::size_t end = std::min(text_.find('\n', from), text_.size());
            token.text = text_.substr(from, end - from);
            if (end > at_) step(end - at_);
        }
    }
    void read(Token& token) {
        const char c = peek();
        if (begins_name(c)) {
            token.kind = TokenKind::name;
            take_name(token);
            if (token.text == "R" && peek() == '"') return raw_string(token);
            refuse_prefixed(token);
            token.word = keyword_of(token.text);
            if (const std::string_view sign = sign_of_word(token.text); !sign.empty()) {
                token.kind = TokenKind::mark;
                token.text = sign;
                token.mark = mark_at(sign);
            }
        } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
            number(token);
        } else if (c == '"') {
            string(token);
        } else if (c == '\'') {
            character(token);
        } else {
            mark(token);
        }
    }
    void take(Token& token) {
        token.text += peek();
        step();
    }

    void take_name(Token& token) {
        std::size_t end = at_ + 1;
        while (end < text_.size() && goes_on_name(text_[end])) ++end;
        token.text.assign(text_, at_, end - at_);
        refuse_long(token);
        step(end - at_);
    }

    /// Throws if a literal has an encoding prefix, such as `L'a'` or `u8"text"`. These prefixes are not supported.
    void refuse_prefixed(const Token& token) const {
        if (peek() != '\'' && peek() != '"') return;
        constexpr std::array<std::string_view, 8> prefixes{"L", "u", "U", "u8", "LR", "uR", "UR", "u8R"};
        if (std::find(prefixes.begin(), prefixes.end(), token.text) == prefixes.end()) return;
        if (token.text.back() == 'R' && peek() != '"') return;
        const bool is_string = peek() == '"';
        throw Refusal(token.place,
                      is_string ? sentence("String literals with a prefix (`{prefix}`) are not supported.",
                                           {{"prefix", token.text}})
                                : sentence("Character literals with a prefix (`{prefix}`) are not supported.",
                                           {{"prefix", token.text}}),
                      sentence("Remove the `{prefix}`. All characters are of type `char`.", {{"prefix", token.text}}));
    }

    static void refuse_long(const Token& token) {
        constexpr std::size_t longest = 1000;
        if (token.text.size() > longest)
            throw Refusal(
                token.place,
                sentence("This token has {n} characters, more than the limit of 1,000.", {{"n", token.text.size()}}),
                sentence("Choose a shorter name."));
    }

    void number(Token& token) {
        const auto has_exponent = [&] {
            return !token.text.empty() && std::string_view("eEpP").find(token.text.back()) != std::string_view::npos;
        };
        while (goes_on_name(peek()) || peek() == '.' || (peek() == '\'' && goes_on_name(peek(1))) ||
               ((peek() == '+' || peek() == '-') && has_exponent()))
            take(token);
        refuse_long(token);
        read_number(token);
    }

    void escaped(Token& token) {
        std::size_t behind = at_;
        token.text += escaped_character(text_, behind, place_);
        step(behind - at_);
    }
    void string(Token& token) {
        token.kind = TokenKind::text;
        step();
        while (peek() != '"') {
            if (ended() || peek() == '\n')
                throw Refusal(token.place, sentence("Unterminated string literal."),
                              sentence("Add \" on the same line."));
            if (peek() == '\\') escaped(token);
            else take(token);
        }
        step();
    }
    /// Reads a raw string literal such as R"x(text)x". The text may contain quotation marks and line breaks.
    void raw_string(Token& token) {
        const std::size_t open = text_.find('(', at_);
        const std::string end = ")" + text_.substr(at_ + 1, open == std::string::npos ? 0 : open - at_ - 1) + "\"";
        const std::size_t close = open == std::string::npos ? open : text_.find(end, open);
        if (close == std::string::npos)
            throw Refusal(token.place, sentence("Unterminated raw string literal."), sentence("Write `R\"(text)\"`."));
        token.kind = TokenKind::text;
        token.text = text_.substr(open + 1, close - open - 1);
        step(close + end.size() - at_);
    }
    void character(Token& token) {
        token.kind = TokenKind::integer;
        step();
        if (peek() == '\\') escaped(token);
        else if (peek() != '\'' && peek() != '\n') take(token);
        if (token.text.empty() || peek() != '\'')
            throw Refusal(token.place, sentence("A character literal must contain exactly one character."),
                          sentence("Write, for example, 'a'."));
        step();
        token.integer = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<signed char>(token.text[0])));
        token.text = "'" + token.text + "'";
    }

    void mark(Token& token) {
        token.kind = TokenKind::mark;
        if (std::string_view(text_).substr(at_, 3) == "<=>")
            throw Refusal(token.place, sentence("The operator `<=>` is not supported."),
                          sentence("Compare with `<` and `==`."));
        token.mark = mark_at(std::string_view(text_).substr(at_, 3));
        if (token.mark != Mark::none) {
            token.text = spelling_of(token.mark);
            step(token.text.size());
            return;
        }
        const auto c = static_cast<unsigned char>(peek());
        if (c >= 128)
            throw Refusal(
                token.place, sentence("Non-ASCII character outside of a comment or string literal."),
                sentence("Replace it. Typographic quotation marks and minus signs often come from copied text."));
        throw Refusal(token.place,
                      sentence("Unexpected character `{character}`.",
                               {{"character", std::string(1, c < 32 ? '?' : static_cast<char>(c))}}),
                      sentence("Remove it."));
    }

    const Joined file_;
    const std::string& text_ = file_.text;
    CompileBudget& effort_;
    std::size_t at_ = 0, after_token_ = 0, joint_ = 0;
    SourceLocation place_;
    bool starts_line_ = true;
    TokenList list_;
};

} // namespace

TokenList tokens_of(const std::string& text, CompileBudget& effort, int header) {
    return Lexer(text, effort, header).run();
}

} // namespace warploom::simt
