#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"

#include <algorithm>

// The conditional operator `?:`, as a value and as an lvalue.

namespace warploom::simt {

namespace {

bool is_null(const Expression& e) { return e.what == Expression::What::integer && e.integer == 0 && e.text[0] != '\''; }

} // namespace

const Type* Compiler::type_without_code(const Expression& e, bool decays) {
    // Without this cache, each level would visit its operands twice: 2^30 visits for 30 nested `?:`.
    if (const auto known = known_types().find(&e); decays && known != known_types().end()) return known->second;
    const State before = save();
    const Type* const type = decays ? value(e).type : expression(e).type;
    restore(before);
    if (decays) known_types()[&e] = type;
    return type;
}

Value Compiler::conditional(const Expression& e) {
    const Value test = truth(value(*e.children[0]), e.children[0]->place);
    const Type* const yes_type = type_without_code(*e.children[1]);
    const Type* const no_type = type_without_code(*e.children[2]);
    if (yes_type == nullptr || no_type == nullptr || yes_type->kind == Kind::none || no_type->kind == Kind::none)
        refuse(e.place, sentence("The operands of `?:` cannot have type void."), sentence("Use `if`."));
    const Type* type = yes_type;
    if (yes_type != no_type) {
        if (yes_type->is_number() && no_type->is_number()) type = common_type(yes_type, no_type);
        else if (is_null(*e.children[1]) && no_type->kind == Kind::pointer) type = no_type;
        else if (is_null(*e.children[2]) && yes_type->kind == Kind::pointer) type = yes_type;
        else if (yes_type->kind == Kind::pointer && yes_type->of->kind == Kind::none) type = no_type;
        else if (yes_type->kind == Kind::pointer && no_type->kind == Kind::pointer && no_type->is_const) type = no_type;
    }
    if (test.is_constant()) {
        keep_unless_free(*e.children[test.bits != 0 ? 2 : 1]);
        return convert(value(*e.children[test.bits != 0 ? 1 : 2]), type, e.place);
    }
    const std::uint32_t result = temporary(type, e.place);
    if (type->is_scalar() && is_plain(*e.children[1]) && is_plain(*e.children[2])) {
        const auto side = [&](std::size_t c) {
            const Value v = guarded(*e.children[c], test.unit, c == 1);
            return materialize(convert(v, type, e.children[c]->place), e.place);
        };
        const std::uint32_t yes = side(1), no = side(2);
        emit_code(type->is_wide() ? Op::select64 : Op::select32, e.place, result, yes, no, test.unit);
        return registers(type, result);
    }
    on_each_side(e, test.unit, [&](const Expression& side) {
        copy(type, result, materialize(convert(value(side), type, side.place), e.place), true, e.place);
    });
    return registers(type, result);
}

/// Emits both branches of a `?:`. Each lane executes only the branch that it selects.
void Compiler::on_each_side(const Expression& e, std::uint32_t test,
                            const std::function<void(const Expression&)>& compute) {
    branch(
        test, e.place, [&] { compute(*e.children[1]); }, [&] { compute(*e.children[2]); });
}

/// Returns the lvalue that a `?:` selects. Elements in memory are accessed through a pointer. Two variables in
/// registers are treated as an array of two elements whose stride is the distance between them.
Target Compiler::chosen_target(const Expression& e) {
    const Value test = truth(value(*e.children[0]), e.children[0]->place);
    if (test.is_constant()) {
        keep_unless_free(*e.children[test.bits != 0 ? 2 : 1]);
        return target(*e.children[test.bits != 0 ? 1 : 2]);
    }
    const State before = save();
    const Target yes = target(*e.children[1]), no = target(*e.children[2]);
    restore(before);
    if (yes.type != no.type)
        refuse(e.place,
               sentence(
                   "The operands of `?:` have different types (`{yes}` and `{no}`), so the result cannot be modified.",
                   {{"yes", yes.type->name}, {"no", no.type->name}}),
               sentence("Use `if` and `else` with one statement each."));
    const bool is_const = yes.is_const || no.is_const, is_array = yes.type->kind == Kind::array;
    if (yes.form == Target::Form::memory && no.form == Target::Form::memory && !is_array) {
        const Type* const pointer = library_.types.pointer(yes.type, is_const, yes.is_volatile || no.is_volatile);
        const std::uint32_t result = temporary(pointer, e.place);
        on_each_side(e, test.unit, [&](const Expression& side) {
            copy(pointer, result, materialize(address_of(target(side), side.place), side.place), true, e.place);
        });
        return behind(registers(pointer, result), e.place);
    }
    const auto is_variable = [](const Target& t) {
        return t.form == Target::Form::registers && (t.unit & known_flag) == 0;
    };
    if (!is_variable(yes) || !is_variable(no) || is_array)
        refuse(e.place, sentence("Modifying the result of `?:` is not supported for these operands."),
               sentence("Use `if` and `else` with one statement each."));
    if (yes.unit == no.unit) return yes;
    const Type* const number = library_.types.of(Kind::int32);
    const auto constant = [&](bool is_second) { return known(Known::What::constant, false, is_second ? 1 : 0); };
    Target t;
    t.form = Target::Form::local;
    t.type = yes.type;
    t.name = yes.name + "` or `" + no.name;
    t.is_const = is_const;
    t.unit = std::min(yes.unit, no.unit);
    t.count = 2;
    t.stride = std::max(yes.unit, no.unit) - t.unit;
    t.index = temporary(number, e.place);
    emit_code(Op::select32, e.place, t.index, constant(yes.unit > no.unit), constant(no.unit > yes.unit), test.unit);
    return t;
}

/// Returns whether an expression is an lvalue. A reference to const can also be bound to an rvalue.
bool Compiler::names_variable(const Expression& e) const {
    using What = Expression::What;
    switch (e.what) {
    case What::name: {
        const Symbol* const symbol = find(e.text);
        return symbol != nullptr && (symbol->what == Symbol::What::target || !symbol->value.is_constant());
    }
    case What::index: return true;
    case What::member: return e.is_arrow || names_variable(*e.children[0]);
    case What::unary: return e.op == Operator::star;
    case What::conditional: return names_variable(*e.children[1]) && names_variable(*e.children[2]);
    default: return false;
    }
}

} // namespace warploom::simt
