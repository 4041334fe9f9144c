#include "engine/sentence.h"
#include "engine/simt/sema/sema.h"

// Checks comparisons of signed and unsigned numbers. Unlike other compilers, warns only if the signed number is likely
// to become negative, because its expression contains a subtraction of variables, a minus sign, or a counter that is
// decreased.

namespace warploom::simt {

namespace {

bool is_signed(const Types& types, const Typed& t) {
    return t.type != nullptr && t.type->is_integer() && !promoted(types, t.type)->is_unsigned();
}

} // namespace

SignWarnings::SignWarnings(Sema& sema) : sema_(sema), context_(sema.context) {}

bool SignWarnings::may_be_negative(const Expression& e) {
    const Typed t = sema_.expressions.check(e);
    if (t.is_constant() || t.type == nullptr || !t.type->is_integer() || t.type->is_unsigned() ||
        t.type->kind == Kind::boolean)
        return false;
    const auto child = [&](std::size_t c) { return may_be_negative(*e.children[c]); };
    switch (e.what) {
    case Expression::What::name: {
        const Symbol* const symbol = context_.find(e.text);
        return symbol != nullptr && symbol->may_be_negative;
    }
    case Expression::What::unary: return e.op == Operator::minus || (e.op == Operator::plus && child(0));
    case Expression::What::cast:
    case Expression::What::construct: return e.children.size() == 1 && child(0);
    case Expression::What::conditional: return child(1) || child(2);
    case Expression::What::binary:
        // In practice, a size minus a constant is never negative, as in `n - 1` or `(n + block - 1) / block`.
        if (e.op == Operator::minus) return !sema_.expressions.check(*e.children[1]).is_constant() || child(0);
        if (e.op == Operator::amp) return child(0) && child(1);
        if (e.op == Operator::percent || e.op == Operator::slash || e.op == Operator::shift_right) return child(0);
        return child(0) || child(1);
    case Expression::What::call:
        if (e.children.size() != 2) return false;
        if (e.text == "max") return child(0) && child(1);
        return e.text == "min" && (child(0) || child(1));
    default: return false;
    }
}

/// Does not warn about `==`, as in `ticket == blocks - 1`, because its result is still correct.
void SignWarnings::look_at(const Expression& e) {
    const Expression &first = *e.children[0], &second = *e.children[1];
    const Typed left = sema_.expressions.check(first), right = sema_.expressions.check(second);
    const bool is_left = is_signed(context_.library.types, left), is_right = is_signed(context_.library.types, right);
    const bool is_order = is_test(e.op) && e.op != Operator::equal && e.op != Operator::not_equal;
    if (!is_order || is_left == is_right) return;
    const auto is_integer = [](const Typed& side) { return side.type != nullptr && side.type->is_integer(); };
    if (!is_integer(left) || !is_integer(right) ||
        !common_type(context_.library.types, left.type, right.type)->is_unsigned())
        return;
    if (may_be_negative(is_left ? first : second))
        context_.warn(
            e.place,
            sentence_pattern("A signed number is compared with an unsigned one. A negative number is converted "
                             "to a large one."),
            sentence_pattern("Convert the unsigned number to int."));
}

} // namespace warploom::simt
