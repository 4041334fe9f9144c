#include "engine/simt/tokens.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace warploom::simt {

namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool goes_on_name(char c) { return begins_name(c) || is_digit(c); }

// The longest first: the first that fits is taken.
constexpr std::array<std::string_view, 51> marks{
    "<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^=", "::", "##", "{",  "}",  "[",  "]",  "(",  ")",  ";",  ":",
    ",",   "?",   ".",   "+",   "-",   "*",  "/",  "%",  "&",  "|",  "^",  "~",  "!",  "<",  ">",  "=",  "#"};

class Lexer {
public:
    Lexer(const std::string& text, Effort& effort, int part) : text_(text), effort_(effort) { place_.part = part; }

    TokenList run() {
        while (skip_spaces()) {
            Token token;
            token.place = place_;
            effort_.spend(place_);
            if (list_.tokens.size() == most_tokens)
                throw Refusal(place_, "This text has more than 400,000 words and signs.", "Split the file.");
            token.starts_line = starts_line_;
            token.touches = at_ > 0 && at_ == after_token_;
            starts_line_ = false;
            read(token);
            list_.tokens.push_back(std::move(token));
            after_token_ = at_;
        }
        Token end;
        end.place = place_;
        end.starts_line = true;
        list_.tokens.push_back(end);
        return std::move(list_);
    }

private:
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
        }
    }

    /// Spaces and comments. False at the end of the text.
    bool skip_spaces() {
        while (!ended()) {
            const char c = peek();
            if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
                step(peek(1) == '\n' ? 2 : 3); // the line goes on
            } else if (c == '\n') {
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
        const Place from = place_;
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string line = text_.substr(at_ + 2, end - at_ - 2);
        step(end - at_);
        const auto trim = [](std::string s) {
            const auto first = s.find_first_not_of(" \t\r");
            return first == std::string::npos ? std::string()
                                              : s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
        };
        line = trim(line);
        for (const char* key : {"format", "scratch"}) {
            const std::string prefix = std::string(key) + ":";
            if (line.rfind(prefix, 0) == 0) list_.notes.push_back({from, key, trim(line.substr(prefix.size()))});
        }
    }
    void block_comment() {
        const Place from = place_;
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string::npos) throw Refusal(from, "This comment never ends.", "End it with */.");
        step(end + 2 - at_);
    }

    void read(Token& token) {
        const char c = peek();
        if (begins_name(c)) {
            token.kind = TokenKind::name;
            take_name(token);
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
        place_.column += static_cast<int>(end - at_);
        at_ = end;
    }

    static void refuse_long(const Token& token) {
        constexpr std::size_t longest = 1000;
        if (token.text.size() > longest)
            throw Refusal(token.place,
                          "This word has " + std::to_string(token.text.size()) + " letters; it may have 1,000.",
                          "Choose a shorter name.");
    }

    void number(Token& token) {
        const bool is_hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
        while (goes_on_name(peek()) || peek() == '.' ||
               (!token.text.empty() && (peek() == '+' || peek() == '-') && !is_hex &&
                (token.text.back() == 'e' || token.text.back() == 'E')))
            take(token);
        refuse_long(token);
        std::string digits = token.text, suffix;
        const auto is_suffix = [&](char c) {
            return c == 'u' || c == 'U' || c == 'l' || c == 'L' || (!is_hex && (c == 'f' || c == 'F'));
        };
        while (!digits.empty() && is_suffix(digits.back())) {
            suffix += static_cast<char>(std::tolower(static_cast<unsigned char>(digits.back())));
            digits.pop_back();
        }
        const bool is_real = !is_hex && digits.find_first_of(".eE") != std::string::npos;
        for (const char c : suffix) {
            token.is_unsigned = token.is_unsigned || c == 'u';
            token.is_long = token.is_long || c == 'l';
            token.is_float = token.is_float || c == 'f';
        }
        if (is_real) {
            token.kind = TokenKind::real;
            const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), token.real);
            if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || token.is_unsigned)
                throw Refusal(token.place, "`" + token.text + "` is not a number.",
                              "Write it as 2.5, 1e-3 or, in single precision, 2.5f.");
            return;
        }
        token.kind = TokenKind::integer;
        int base = 10;
        const char* from = digits.data();
        const char* const to = digits.data() + digits.size();
        if (is_hex) {
            base = 16;
            from += 2;
        } else if (digits.size() > 1 && digits[0] == '0') {
            base = digits[1] == 'b' || digits[1] == 'B' ? 2 : 8;
            from += base == 2 ? 2 : 1;
        }
        const auto parsed = std::from_chars(from, to, token.integer, base);
        if (parsed.ec == std::errc::result_out_of_range)
            throw Refusal(token.place, "`" + token.text + "` is larger than any integer type holds.",
                          "The largest is 18446744073709551615u.");
        if (parsed.ec != std::errc() || parsed.ptr != to || token.is_float)
            throw Refusal(token.place, "`" + token.text + "` is not a number.",
                          "A name may not begin with a digit; a float needs a point: 2.0f.");
    }

    char escaped() {
        step(); // the backslash
        const char c = peek();
        step();
        switch (c) {
        case 'n': return '\n';
        case 't': return '\t';
        case 'r': return '\r';
        case '0': return '\0';
        default: return c;
        }
    }
    void string(Token& token) {
        token.kind = TokenKind::text;
        step();
        while (peek() != '"') {
            if (ended() || peek() == '\n')
                throw Refusal(token.place, "This text has no closing quotation mark.",
                              "End it with \" on the same line.");
            if (peek() == '\\') token.text += escaped();
            else take(token);
        }
        step();
    }
    void character(Token& token) {
        token.kind = TokenKind::integer;
        step();
        const char c = peek() == '\\' ? escaped() : peek();
        if (token.place.column + 1 == place_.column) step();
        token.integer = static_cast<unsigned char>(c);
        token.text = std::string("'") + c + "'";
        if (peek() != '\'')
            throw Refusal(token.place, "A character stands alone between two apostrophes.", "Write it as 'a'.");
        step();
    }

    void mark(Token& token) {
        token.kind = TokenKind::mark;
        for (const std::string_view m : marks)
            if (m.front() == peek() && text_.compare(at_, m.size(), m) == 0) {
                token.text = m;
                step(m.size());
                return;
            }
        const auto c = static_cast<unsigned char>(peek());
        if (c >= 128)
            throw Refusal(
                token.place, "This character is not part of the language.",
                "Outside of comments and texts only plain ASCII letters and signs are read; perhaps a quotation "
                "mark or a minus sign was copied from a printed page.");
        throw Refusal(token.place,
                      std::string("`") + (c < 32 ? '?' : static_cast<char>(c)) + "` is not part of the language.",
                      "Remove it.");
    }

    const std::string& text_;
    Effort& effort_;
    std::size_t at_ = 0, after_token_ = 0;
    Place place_;
    bool starts_line_ = true;
    TokenList list_;
};

} // namespace

TokenList tokens_of(const std::string& text, Effort& effort, int part) { return Lexer(text, effort, part).run(); }

} // namespace warploom::simt
