#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warploom::simt {

/// Operators. They are named after their tokens, as in Clang, because some tokens represent both a unary and a binary
/// operator. `none` stands for simple assignment, and for tokens that are not operators. A compound assignment such as
/// `+=` is represented by its binary operator.
enum class Operator : std::uint8_t {
    none,
    plus,
    minus,
    star,
    slash,
    percent,
    amp,
    pipe,
    caret,
    shift_left,
    shift_right,
    less,
    greater,
    less_equal,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    logical_not,
    tilde,
    increment,
    decrement,
    comma
};

constexpr std::string_view operator_spellings[] = {"",  "+",  "-",  "*",  "/",  "%",  "&",  "|", "^", "<<", ">>", "<",
                                                   ">", "<=", ">=", "==", "!=", "&&", "||", "!", "~", "++", "--", ","};

inline std::string spelling_of(Operator op) { return std::string(operator_spellings[static_cast<std::size_t>(op)]); }

/// Returns the precedence of a binary operator, or 0 for other operators. The lowest precedence is 1.
constexpr int precedence_of(Operator op) {
    switch (op) {
    case Operator::logical_or: return 1;
    case Operator::logical_and: return 2;
    case Operator::pipe: return 3;
    case Operator::caret: return 4;
    case Operator::amp: return 5;
    case Operator::equal:
    case Operator::not_equal: return 6;
    case Operator::less:
    case Operator::greater:
    case Operator::less_equal:
    case Operator::greater_equal: return 7;
    case Operator::shift_left:
    case Operator::shift_right: return 8;
    case Operator::plus:
    case Operator::minus: return 9;
    case Operator::star:
    case Operator::slash:
    case Operator::percent: return 10;
    default: return 0;
    }
}

} // namespace warploom::simt
