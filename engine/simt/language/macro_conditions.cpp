#include "engine/simt/language/macro_conditions.h"

#include "engine/simt/language/parser.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace warploom::simt {

namespace {

struct Number {
    std::uint64_t bits = 0;
    bool is_unsigned = false;

    std::int64_t with_sign() const { return static_cast<std::int64_t>(bits); }
    explicit operator bool() const { return bits != 0; }
};

Number of_truth(bool is_true) { return {is_true ? 1u : 0u, false}; }

/// Of all that is neither a quotient nor a rest nor a logical operator.
Number computed(const std::string& op, Number a, Number b) {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const bool is_less = is_unsigned ? a.bits < b.bits : a.with_sign() < b.with_sign();
    if (op == "<") return of_truth(is_less);
    if (op == ">=") return of_truth(!is_less);
    if (op == "==") return of_truth(a.bits == b.bits);
    if (op == "!=") return of_truth(a.bits != b.bits);
    if (op == ">") return of_truth(!is_less && a.bits != b.bits);
    if (op == "<=") return of_truth(is_less || a.bits == b.bits);
    if (op == "<<") return {b.bits > 63 ? 0 : a.bits << b.bits, a.is_unsigned};
    if (op == ">>") {
        const std::uint64_t by = b.bits > 63 ? 63 : b.bits;
        if (!a.is_unsigned) return {static_cast<std::uint64_t>(a.with_sign() >> by), false};
        return {b.bits > 63 ? 0 : a.bits >> by, true};
    }
    const std::uint64_t result = op == "+"   ? a.bits + b.bits
                                 : op == "-" ? a.bits - b.bits
                                 : op == "*" ? a.bits * b.bits
                                 : op == "&" ? a.bits & b.bits
                                 : op == "|" ? a.bits | b.bits
                                             : a.bits ^ b.bits;
    return {result, is_unsigned};
}

class Condition {
public:
    Condition(const std::vector<Token>& tokens, Place at) : tokens_(tokens), at_(at) {}

    bool holds() {
        const Number result = choice(true);
        if (next_ < tokens_.size()) refuse(shown() + " cannot stand here in a condition of `#if`");
        return static_cast<bool>(result);
    }

private:
    static constexpr int deepest = 200;

    bool is(const char* mark) const { return next_ < tokens_.size() && tokens_[next_].is(mark); }
    bool accept(const char* mark) {
        if (!is(mark)) return false;
        ++next_;
        return true;
    }
    std::string shown() const {
        return next_ < tokens_.size() ? "`" + tokens_[next_].text + "`" : "the end of the line";
    }
    [[noreturn]] void refuse(const std::string& why) const {
        throw Refusal(next_ < tokens_.size() ? tokens_[next_].place : at_, why + ".",
                      "It is made of whole numbers, macros, defined(NAME), operators and parentheses.");
    }

    Number choice(bool is_wanted) {
        const Number test = chain(1, is_wanted);
        if (!accept("?")) return test;
        const Number yes = inner(is_wanted && test);
        if (!accept(":")) refuse("Here `:` is missing; " + shown() + " stands in its place");
        const Number no = inner(is_wanted && !test);
        return {test ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
    }
    /// `is_wanted`: what the left side of && and || leaves out may divide by 0.
    Number chain(int weakest, bool is_wanted) {
        Number left = single(is_wanted);
        while (next_ < tokens_.size()) {
            const Token& op = tokens_[next_];
            const int strength = strength_of(op);
            if (strength == 0 || strength < weakest) break;
            ++next_;
            const bool is_and = op.text == "&&", is_or = op.text == "||";
            const bool is_open = (!is_and || left) && (!is_or || !left);
            const Number right = chain(strength + 1, is_wanted && is_open);
            if (is_and) left = of_truth(left && right);
            else if (is_or) left = of_truth(left || right);
            else if (op.text == "/" || op.text == "%") left = divided(op, left, right, is_wanted);
            else left = computed(op.text, left, right);
        }
        return left;
    }
    static Number divided(const Token& op, Number a, Number b, bool is_wanted) {
        if (!b && is_wanted) throw Refusal(op.place, "This divides by 0.", "Check the divisor.");
        const bool is_rest = op.text == "%";
        if (!b) return {};
        if (a.is_unsigned || b.is_unsigned) return {is_rest ? a.bits % b.bits : a.bits / b.bits, true};
        if (b.with_sign() == -1) return {is_rest ? 0 : 0 - a.bits, false};
        return {static_cast<std::uint64_t>(is_rest ? a.with_sign() % b.with_sign() : a.with_sign() / b.with_sign()),
                false};
    }
    Number single(bool is_wanted) {
        const std::size_t first = next_;
        while (is("+") || is("-") || is("!") || is("~")) ++next_;
        const std::size_t behind = next_;
        Number number = operand(is_wanted);
        for (std::size_t s = behind; s-- > first;) {
            const std::string& sign = tokens_[s].text;
            if (sign == "!") number = of_truth(!number);
            else if (sign == "-") number.bits = 0 - number.bits;
            else if (sign == "~") number.bits = ~number.bits;
        }
        return number;
    }
    Number operand(bool is_wanted) {
        if (accept("(")) {
            const Number number = inner(is_wanted);
            if (!accept(")")) refuse("Here `)` is missing; " + shown() + " stands in its place");
            return number;
        }
        if (next_ == tokens_.size()) refuse("Here a number is missing");
        const Token& token = tokens_[next_];
        if (token.kind != TokenKind::integer && token.kind != TokenKind::name) refuse(shown() + " is no whole number");
        ++next_;
        if (token.kind == TokenKind::name) return of_truth(token.text == "true");
        const bool has_letter = token.text[0] != '\'' && token.text.find_first_of("uU") != std::string::npos;
        return {token.integer, has_letter || (token.is_unsigned && token.is_long)};
    }
    Number inner(bool is_wanted) {
        if (++depth_ > deepest) refuse("This condition is nested more than 200 deep");
        const Number number = choice(is_wanted);
        --depth_;
        return number;
    }

    const std::vector<Token>& tokens_;
    Place at_;
    std::size_t next_ = 0;
    int depth_ = 0;
};

} // namespace

bool holds(const std::vector<Token>& condition, Place at) { return Condition(condition, at).holds(); }

} // namespace warploom::simt
