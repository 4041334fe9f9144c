#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"

// Pointers. A pointer to memory is an address in registers. Local variables are in registers and have no address, so
// a pointer to one is resolved at compile time. A pointer into a local array also has an element index, which is in a
// register if the pointer moves.

namespace warploom::simt {

namespace {

bool is_same(const Target& a, const Target& b) {
    return a.form == b.form && a.type == b.type && a.unit == b.unit && a.index == b.index && a.inner == b.inner;
}

} // namespace

Value Compiler::convert_pointer(const Value& v, const Type* to, SourceLocation at, bool is_explicit) {
    Value result = v;
    result.type = to;
    if (v.is_constant() && v.type->kind != Kind::float32 && v.type->kind != Kind::float64 && v.bits == 0) return result;
    if (v.type->kind != Kind::pointer)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to the pointer type `{to}`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Pass an array or `&array[index]`."));
    const bool same = v.type->of == to->of || to->of->kind == Kind::none;
    if (!same && !is_explicit)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to `{to}`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Use a pointer to the same type."));
    if (v.type->is_const && !to->is_const && !is_explicit)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to `{to}` because this discards `const`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Declare the destination as a pointer to const."));
    if (v.type->is_volatile && !to->is_volatile && !is_explicit)
        refuse(at,
               sentence("A value of type `{from}` cannot be converted to `{to}` because this discards `volatile`.",
                        {{"from", v.type->name}, {"to", to->name}}),
               sentence("Declare the destination as a pointer to volatile."));
    if (is_explicit && (!same || v.type->of->kind == Kind::none)) code_.has_casts = true;
    if (!same && v.form == Value::Form::local_pointer)
        refuse(at,
               sentence("`{name}` is in registers and cannot be accessed as another type.", {{"name", v.target->name}}),
               "");
    return result;
}

Value Compiler::pointer_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at) {
    const bool both = left.type->kind == Kind::pointer && right.type->kind == Kind::pointer;
    const auto is_local = [](const Value& v) { return v.form == Value::Form::local_pointer; };
    if (is_local(left) || is_local(right)) return local_arithmetic(op, left, right, at);
    if (is_test(op) && (both || left.is_constant() || right.is_constant())) {
        const Type* const wide = library_.types.of(Kind::uint64);
        const std::uint32_t unit = temporary(library_.types.of(Kind::boolean), at);
        std::uint32_t b = known(Known::What::constant, true, 0), c = b;
        if (!left.is_constant()) b = materialize(left, at);
        if (!right.is_constant()) c = materialize(right, at);
        if (op == Operator::greater || op == Operator::greater_equal) std::swap(b, c);
        emit_code(operation(family_of(op), class_of(wide)), at, unit, b, c);
        return registers(library_.types.of(Kind::boolean), unit);
    }
    if (both && op == Operator::minus && left.type->of == right.type->of) {
        const Type* const wide = library_.types.of(Kind::int64);
        const std::uint32_t unit = temporary(wide, at);
        emit_code(operation(Family::sub, Class::i64), at, unit, materialize(left, at), materialize(right, at));
        return arithmetic(Operator::slash, registers(wide, unit),
                          whole(wide, static_cast<std::uint64_t>(left.type->of->bytes)), at);
    }
    const bool is_left = left.type->kind == Kind::pointer;
    if (both || (op != Operator::plus && !(op == Operator::minus && is_left)))
        refuse(at, sentence("Operator `{operator}` is not defined for pointers.", {{"operator", spelling_of(op)}}),
               sentence("You can add an integer to a pointer or subtract an integer from it."));
    const Value& pointer = is_left ? left : right;
    Value distance = is_left ? right : left;
    if (!distance.type->is_integer())
        refuse(at,
               sentence("Only an integer can be added to a pointer, not a `{type}`.", {{"type", distance.type->name}}),
               sentence("Convert it to int."));
    if (op == Operator::minus)
        distance = arithmetic(Operator::minus, whole(library_.types.of(Kind::int64), 0), distance, at);
    return address_of(element_of_pointer(pointer, distance, at), at);
}

/// Returns the address of a variable or element. `&a[n]` equals `a + n`, even if `a` has only n elements.
Value Compiler::address(const Expression& of, SourceLocation at) {
    const bool is_index = of.what == Expression::What::index && of.children[0]->what == Expression::What::name;
    const Symbol* const array = is_index ? find(of.children[0]->text) : nullptr;
    const bool is_local_one = array != nullptr && array->what == Symbol::What::target &&
                              array->target.form != Target::Form::memory && array->target.type->kind == Kind::array &&
                              array->target.type->of->kind != Kind::array;
    if (!is_local_one) return address_of(target(of), at);
    const Value first = value(*of.children[0]);
    return pointer_arithmetic(Operator::plus, first, index_value(*of.children[1]), at);
}

/// Returns the index of the array element that a local pointer points to.
Value Compiler::position_of(const Value& pointer, SourceLocation at) {
    const Type* const wide = library_.types.of(Kind::int64);
    return pointer.position == nullptr ? whole(wide, 0) : convert(*pointer.position, wide, at);
}

Value Compiler::local_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at) {
    const bool both = left.form == right.form, is_left = left.form == Value::Form::local_pointer;
    const Value& pointer = is_left ? left : right;
    const Value& other = is_left ? right : left;
    const std::string& name = pointer.target->name;
    if (!both && other.is_constant() && other.bits == 0 &&
        (op == Operator::equal || op == Operator::not_equal)) // a variable is always there
        return whole(library_.types.of(Kind::boolean), op == Operator::not_equal ? 1 : 0);
    if (both && (is_test(op) || op == Operator::minus)) {
        if (!is_same(*left.target, *right.target))
            refuse(at,
                   sentence("Pointers to different variables (`{left}` and `{right}`) cannot be compared.",
                            {{"left", left.target->name}, {"right", right.target->name}}),
                   sentence("Compare only pointers into the same array."));
        return arithmetic(op, position_of(left, at), position_of(right, at), at);
    }
    if (both || !other.type->is_integer() || (op != Operator::plus && !(op == Operator::minus && is_left)))
        refuse(at,
               sentence("Operator `{operator}` is not defined for a pointer to `{name}`.",
                        {{"operator", spelling_of(op)}, {"name", name}}),
               sentence("You can add an integer to a pointer or subtract an integer from it."));
    if (pointer.target->type->kind != Kind::array) {
        if (other.is_constant() && other.bits == 0) return pointer;
        refuse(at, sentence("`{name}` is a single variable, not an array.", {{"name", name}}),
               sentence("Use the name of the array."));
    }
    Value result = pointer;
    if (pointer.position == nullptr && op == Operator::plus) { // in 4 bytes, where it is so
        result.position = std::make_shared<Value>(other);
        return result;
    }
    const Value distance = convert(other, library_.types.of(Kind::int64), at);
    result.position = std::make_shared<Value>(arithmetic(op, position_of(pointer, at), distance, at));
    return result;
}

/// Creates a variable for a local pointer. `moves`: the program assigns it another element later.
Symbol Compiler::local_pointer_variable(const Value& v, bool moves, SourceLocation at) {
    Symbol symbol;
    symbol.value = v;
    if (v.target->form == Target::Form::local) { // m[i]: the index may be a variable that changes later
        symbol.value.target = std::make_shared<Target>(*v.target);
        const Type* const type = library_.types.of(v.target->is_wide_index ? Kind::int64 : Kind::int32);
        symbol.value.target->index = temporary(type, at);
        copy(type, symbol.value.target->index, v.target->index, false, at);
    }
    const bool is_fixed = v.position == nullptr || v.position->is_constant();
    if (v.target->type->kind != Kind::array || (is_fixed && !moves)) return symbol;
    const Type* const wide = library_.types.of(Kind::int64);
    const std::uint32_t unit = temporary(wide, at);
    copy(wide, unit, materialize(position_of(v, at), at), false, at);
    symbol.value.position = std::make_shared<Value>(registers(wide, unit));
    symbol.moves = moves;
    return symbol;
}

/// Returns the local pointer that an expression names if its element index is in a register; otherwise null.
const Symbol* Compiler::moving(const Expression& e) const {
    const Symbol* const symbol = e.what == Expression::What::name ? find(e.text) : nullptr;
    return symbol != nullptr && symbol->moves ? symbol : nullptr;
}

Value Compiler::step_pointer(const Expression& e, const Symbol& pointer, bool is_postfix) {
    const Type* const wide = library_.types.of(Kind::int64);
    const std::uint32_t unit = pointer.value.position->unit;
    Value old = pointer.value;
    if (is_postfix) {
        const std::uint32_t kept = temporary(wide, e.place);
        copy(wide, kept, unit, false, e.place);
        old.position = std::make_shared<Value>(registers(wide, kept));
    }
    const Value fresh = arithmetic(e.op == Operator::increment ? Operator::plus : Operator::minus,
                                   registers(wide, unit), whole(wide, 1), e.place);
    copy(wide, unit, materialize(fresh, e.place), true, e.place);
    return old; // the prefix form returns the variable itself
}

Value Compiler::move_pointer(const Expression& e, const Symbol& pointer) {
    Value v = value(*e.children[1]);
    if (e.op != Operator::none) v = arithmetic(e.op, pointer.value, v, e.place);
    v = convert(v, pointer.value.type, e.place);
    if (v.form != Value::Form::local_pointer || !is_same(*v.target, *pointer.value.target))
        refuse(e.place,
               sentence("Pointer `{pointer}` points into `{array}`, which is in registers, and cannot be assigned "
                        "another address.",
                        {{"pointer", e.children[0]->text}, {"array", pointer.value.target->name}}),
               sentence("Declare another pointer."));
    const Type* const wide = library_.types.of(Kind::int64);
    copy(wide, pointer.value.position->unit, materialize(position_of(v, e.place), e.place), true, e.place);
    return pointer.value;
}

} // namespace warploom::simt
