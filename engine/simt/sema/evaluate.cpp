#include "engine/simt/sema/evaluate.h"

namespace warploom::simt {

std::optional<Constant> folded(const Types& types, Operator op, const Constant& left, const Constant& right) {
    if (!left.type->is_number() || !right.type->is_number()) return std::nullopt;
    const Type* const type = operation_type(types, op, left.type, right.type);
    const Constant a = converted(left, type), b = converted(right, is_shift(op) ? types.of(Kind::int32) : type);
    const bool is_quotient = op == Operator::slash || op == Operator::percent;
    if (is_quotient && type->is_integer() && b.bits == 0) return std::nullopt;
    if (overflows(op, a, b)) return std::nullopt;
    return computed(is_test(op) ? types.of(Kind::boolean) : type, op, a, b);
}

Constant folded(const Types& types, Operator op, const Constant& operand) {
    if (op == Operator::logical_not) return whole(types.of(Kind::boolean), operand.is_true() ? 0 : 1);
    const Type* const type = promoted(types, operand.type);
    const Constant v = converted(operand, type);
    if (op == Operator::plus) return v;
    return computed(type, operation(op == Operator::minus ? Family::negate : Family::bit_not, class_of(type)), v, v);
}

std::optional<Constant> evaluate(Library& library, const Instance& instance, const Expression& e,
                                 const KnownNames& names) {
    library.effort.spend(e.place);
    const auto known = instance.expressions.find(&e);
    // The expression has no type, because it is in unreachable code, which is not checked.
    if (known == instance.expressions.end()) return std::nullopt;
    const Typed& typed = known->second;
    if (typed.is_constant()) return typed.constant;
    const auto child = [&](std::size_t c) { return evaluate(library, instance, *e.children[c], names); };
    const Type* const boolean = library.types.of(Kind::boolean);
    switch (e.what) {
    case Expression::What::name: return names(e.text);
    case Expression::What::unary: {
        const bool is_sum = e.op == Operator::minus || e.op == Operator::plus;
        if (!is_sum && e.op != Operator::logical_not && e.op != Operator::tilde) return std::nullopt;
        const auto v = child(0);
        return v ? std::optional(folded(library.types, e.op, *v)) : std::nullopt;
    }
    case Expression::What::binary: {
        const auto left = child(0);
        if (!left || e.op == Operator::comma) return std::nullopt;
        const bool is_and = e.op == Operator::logical_and;
        if (is_and || e.op == Operator::logical_or) {
            if (left->is_true() != is_and) return whole(boolean, left->is_true() ? 1 : 0);
            const auto right = child(1);
            return right ? std::optional(converted(*right, boolean)) : std::nullopt;
        }
        const auto right = child(1);
        return right ? folded(library.types, e.op, *left, *right) : std::nullopt;
    }
    case Expression::What::conditional: {
        const auto test = child(0);
        const auto v = test ? child(test->is_true() ? 1 : 2) : std::nullopt;
        return v && typed.type->is_number() ? std::optional(converted(*v, typed.type)) : std::nullopt;
    }
    case Expression::What::construct:
    case Expression::What::cast: {
        if (e.children.size() != 1 || typed.type == nullptr || !typed.type->is_number()) return std::nullopt;
        const auto v = child(0);
        return v && v->type->is_number() ? std::optional(converted(*v, typed.type)) : std::nullopt;
    }
    case Expression::What::call: {
        if (typed.callee == nullptr || e.is_method) return std::nullopt;
        std::vector<Constant> arguments;
        for (std::size_t c = 0; c < e.children.size(); ++c)
            if (const auto v = child(c)) arguments.push_back(*v);
            else return std::nullopt;
        return evaluate_call(library, *typed.callee, arguments);
    }
    default: return std::nullopt;
    }
}

std::optional<Constant> evaluate_call(Library& library, const Instance& instance,
                                      const std::vector<Constant>& arguments) {
    const Function& function = *instance.function;
    const auto& changed = library.changed(function);
    if (instance.returns == nullptr || !instance.returns->is_number() || instance.has_errors ||
        arguments.size() != function.parameters.size())
        return std::nullopt;
    std::map<std::string, Constant> values;
    for (std::size_t p = 0; p < arguments.size(); ++p) {
        const Declaration& d = function.parameters[p];
        const bool is_number = instance.parameters[p]->is_number() && arguments[p].type->is_number();
        if (!is_number || d.type.is_reference || changed.count(d.name) != 0) return std::nullopt;
        values[function.parameters[p].name] = converted(arguments[p], instance.parameters[p]);
    }
    const KnownNames names = [&](const std::string& name) {
        const auto known = values.find(name);
        return known == values.end() ? std::nullopt : std::optional(known->second);
    };
    for (const auto& s : function.body->parts) {
        if (s->what == Statement::What::alias || s->what == Statement::What::empty) continue;
        if (s->what == Statement::What::return_) {
            const auto v = evaluate(library, instance, *s->value, names);
            return v && v->type->is_number() ? std::optional(converted(*v, instance.returns)) : std::nullopt;
        }
        if (s->what != Statement::What::declare) return std::nullopt;
        for (const Declaration& d : s->variables) {
            const auto declared = instance.declared.find(&d);
            if (declared == instance.declared.end() || !d.is_constant || d.initial == nullptr ||
                !declared->second->is_number())
                return std::nullopt;
            const auto v = evaluate(library, instance, *d.initial, names);
            if (!v || !v->type->is_number()) return std::nullopt;
            values[d.name] = converted(*v, declared->second);
        }
    }
    return std::nullopt;
}

} // namespace warploom::simt
