#include "engine/sentence.h"
#include "engine/simt/sema/sema.h"

#include <string_view>

// Comparisons of signed with unsigned numbers. Unlike compilers, the analysis knows that sizes and thread indices are
// not negative, nor counters that only grow.

namespace warploom::simt {

namespace {

bool is_signed(const Types& types, const Typed& t) {
    return t.type != nullptr && t.type->is_integer() && !promoted(types, t.type)->is_unsigned();
}

bool counts_bits(std::string_view function) {
    return function.starts_with("__popc") || function.starts_with("__clz") || function.starts_with("__ffs");
}

} // namespace

/// Returns whether an integer expression can be negative. An unsigned one cannot, even if its value
/// is converted to a signed type later.
bool Expressions::may_be_negative(const Expression& e) {
    const Typed t = check(e);
    if (t.is_constant() || t.type == nullptr || !t.type->is_integer() || t.type->is_unsigned() ||
        t.type->kind == Kind::boolean)
        return false;
    const auto child = [&](std::size_t c) { return may_be_negative(*e.children[c]); };
    switch (e.what) {
    case Expression::What::name:
    case Expression::What::member: { // a field of a parameter is a size, like the parameter itself
        const Expression& of = e.what == Expression::What::name || e.is_arrow ? e : *e.children[0];
        const Symbol* const symbol = of.what == Expression::What::name ? context_.find(of.text) : nullptr;
        return symbol == nullptr || !symbol->is_nonnegative;
    }
    case Expression::What::unary: return (e.op != Operator::plus && e.op != Operator::increment) || child(0);
    case Expression::What::cast:
    case Expression::What::construct: return e.children.size() != 1 || child(0);
    case Expression::What::conditional: return child(1) || child(2);
    case Expression::What::binary:
        if (e.op == Operator::minus) { // (n + block - 1) / block
            const bool is_rounded_up = e.children[0]->what == Expression::What::binary &&
                                       e.children[0]->op == Operator::plus && check(*e.children[1]).is_constant();
            return !is_rounded_up || child(0);
        }
        if (e.op == Operator::caret) return true;
        if (e.op == Operator::amp) return child(0) && child(1);
        if (e.op == Operator::percent || e.op == Operator::slash || e.op == Operator::shift_right) return child(0);
        return child(0) || child(1);
    case Expression::What::call:
        if (e.text == "max") return child(0) && child(1);
        if (e.text == "min") return child(0) || child(1);
        return !counts_bits(e.text);
    default: return true;
    }
}

/// Warns of a comparison in which a negative number is converted to a large unsigned one. `==` still gives the expected
/// result, such as `ticket == blocks - 1`.
void Expressions::look_at_signs(const Expression& e) {
    const Expression &first = *e.children[0], &second = *e.children[1];
    const Typed left = check(first), right = check(second);
    const bool is_left = is_signed(types_, left), is_right = is_signed(types_, right);
    const bool is_order = is_test(e.op) && e.op != Operator::equal && e.op != Operator::not_equal;
    if (!is_order || is_left == is_right) return;
    const auto is_integer = [](const Typed& side) { return side.type != nullptr && side.type->is_integer(); };
    if (!is_integer(left) || !is_integer(right) || !common_type(types_, left.type, right.type)->is_unsigned()) return;
    if (may_be_negative(is_left ? first : second))
        context_.warn(
            e.place,
            sentence_pattern("A signed number is compared with an unsigned one. A negative number is converted "
                             "to a large one."),
            sentence_pattern("Convert the unsigned number to int."));
}

} // namespace warploom::simt
