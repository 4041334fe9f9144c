#include "engine/simt/language/macro_conditions.h"

#include "engine/sentence.h"
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

/// Evaluates a binary operator in an #if condition, except for division, remainder and the logical operators, which
/// value_of() evaluates.
Number computed(Operator op, Number a, Number b) {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const bool is_less = is_unsigned ? a.bits < b.bits : a.with_sign() < b.with_sign();
    if (op == Operator::less) return of_truth(is_less);
    if (op == Operator::greater_equal) return of_truth(!is_less);
    if (op == Operator::equal) return of_truth(a.bits == b.bits);
    if (op == Operator::not_equal) return of_truth(a.bits != b.bits);
    if (op == Operator::greater) return of_truth(!is_less && a.bits != b.bits);
    if (op == Operator::less_equal) return of_truth(is_less || a.bits == b.bits);
    if (op == Operator::shift_left) return {b.bits > 63 ? 0 : a.bits << b.bits, a.is_unsigned};
    if (op == Operator::shift_right) {
        const std::uint64_t by = b.bits > 63 ? 63 : b.bits;
        if (!a.is_unsigned) return {static_cast<std::uint64_t>(a.with_sign() >> by), false};
        return {b.bits > 63 ? 0 : a.bits >> by, true};
    }
    const std::uint64_t result = op == Operator::plus    ? a.bits + b.bits
                                 : op == Operator::minus ? a.bits - b.bits
                                 : op == Operator::star  ? a.bits * b.bits
                                 : op == Operator::amp   ? a.bits & b.bits
                                 : op == Operator::pipe  ? a.bits | b.bits
                                                         : a.bits ^ b.bits;
    return {result, is_unsigned};
}

Number divided(const Expression& e, Number a, Number b, bool is_wanted) {
    if (!b && is_wanted) throw Refusal(e.place, sentence("Division by zero."), sentence("Check the divisor."));
    const bool is_rest = e.op == Operator::percent;
    if (!b) return {};
    if (a.is_unsigned || b.is_unsigned) return {is_rest ? a.bits % b.bits : a.bits / b.bits, true};
    if (b.with_sign() == -1) return {is_rest ? 0 : 0 - a.bits, false};
    return {static_cast<std::uint64_t>(is_rest ? a.with_sign() % b.with_sign() : a.with_sign() / b.with_sign()), false};
}

/// Evaluates an expression in an #if condition. `is_wanted` is false for an operand that && or || skips. In such an
/// operand, a division by zero is not an error.
Number value_of(const Expression& e, bool is_wanted) {
    const auto part = [&](std::size_t p, bool is_open = true) {
        return value_of(*e.children[p], is_wanted && is_open);
    };
    if (e.what == Expression::What::name) return of_truth(e.word == Keyword::true_);
    if (e.what == Expression::What::integer) {
        const bool has_letter = e.text[0] != '\'' && e.text.find_first_of("uU") != std::string::npos;
        return {e.integer, has_letter || (e.is_unsigned && e.is_long)};
    }
    if (e.what == Expression::What::conditional) {
        const Number test = part(0), yes = part(1, bool(test)), no = part(2, !test);
        return {test ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
    }
    if (e.what == Expression::What::unary && (e.op == Operator::plus || e.op == Operator::minus ||
                                              e.op == Operator::logical_not || e.op == Operator::tilde)) {
        const Number number = part(0);
        if (e.op == Operator::logical_not) return of_truth(!number);
        return {e.op == Operator::minus   ? 0 - number.bits
                : e.op == Operator::tilde ? ~number.bits
                                          : number.bits,
                number.is_unsigned};
    }
    if (e.what == Expression::What::binary && e.op != Operator::comma) {
        const bool is_and = e.op == Operator::logical_and, is_or = e.op == Operator::logical_or;
        const Number left = part(0), right = part(1, (!is_and || left) && (!is_or || !left));
        if (is_and) return of_truth(left && right);
        if (is_or) return of_truth(left || right);
        return e.op == Operator::slash || e.op == Operator::percent ? divided(e, left, right, is_wanted)
                                                                    : computed(e.op, left, right);
    }
    throw Refusal(e.place,
                  e.text.empty() ? sentence("The condition is not an integer constant expression.")
                                 : sentence("`{text}` is not an integer.", {{"text", e.text}}),
                  sentence("Use integers, macros, defined(NAME), operators, and parentheses."));
}

} // namespace

bool holds(std::vector<Token> condition, SourceLocation at, CompileBudget& effort) {
    Token end;
    end.place = at;
    end.text = "the end of the line";
    condition.push_back(end);
    return static_cast<bool>(value_of(*Parser(condition, effort).whole(), true));
}

} // namespace warploom::simt
